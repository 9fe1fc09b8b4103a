import type { OfflineContext } from '../context.ts';
import type { EntryView } from '../entry-view.ts';
import type { Problem } from '../problem.ts';
import { codePoint, isInvisible } from '../text/characters.ts';

const MARKUP: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /<\/?(?:a|abbr|audio|b|blockquote|br|button|center|code|del|details|div|em|embed|font|form|h[1-6]|hr|i|iframe|img|input|ins|kbd|li|link|mark|object|ol|p|pre|s|script|small|span|strong|style|sub|sup|svg|table|td|tr|u|ul|video)(?:\s[^<>]*)?\/?>/i,
    'an HTML tag',
  ],
  [/&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,6});/i, 'an HTML entity'],
  [/!?\[[^\]]*\]\([^)]*\)/, 'a Markdown link'],
  [/(?:\*\*|__)\S(?:[^*_]*\S)?(?:\*\*|__)/, 'bold Markdown'],
  [/`[^`]+`/, 'Markdown code'],
  [/^(?:#{1,6}|[-*+>]|\d+\.)\s/, 'a Markdown heading or list'],
];

const EMPTY_WORDS = /^(?:(?:this|a|an|the) (?:\w+ )?(?:mod|plugin|extension)\b|mod (?:that|to|for|which)\b)/i;

/** A capital letter, then ASCII without the signs that markup is made of, and no space at the end: nothing to find in it. */
const ORDINARY = /^[A-Z](?:[ -%'-)+-;=-Z\\-^a-~]*[!-%'-)+-;=-Z\\-^a-~])?$/;

/** What stands in descriptions, and how it reads. Their length is the schema's. */
export function* checkDescriptions({ entries }: OfflineContext): Generator<Problem> {
  for (const entry of entries) {
    const { description, name } = entry;
    if (description === undefined || description === '') continue;
    if (!ORDINARY.test(description)) {
      yield* checkText(entry, description);
      if (capitalized(description) !== undefined) {
        yield style(
          entry,
          'The description begins with a lower-case letter.',
          'Begin with a capital letter.',
          true,
        );
      }
    }
    if (EMPTY_WORDS.test(description)) {
      yield style(entry, 'The description begins by saying that it is a mod.', 'Begin with what it does.');
    }
    if (name !== undefined && repeatsName(description, name)) {
      yield style(entry, `The description repeats the name "${name}".`, 'The name stands beside it.');
    }
  }
}

function* checkText({ index }: EntryView, description: string): Generator<Problem> {
  const problem = (message: string): Problem => ({
    rule: 'description-text',
    path: ['mods', index, 'description'],
    message,
  });
  const trimmed = description.trim();
  if (trimmed === '') yield problem('The description is blank.');
  else if (description !== trimmed) yield problem('The description has spaces around it.');
  if (/[\r\n\u2028\u2029]/.test(trimmed)) yield problem('The description has several lines.');
  const invisible = invisibleIn(description);
  if (invisible.length > 0) {
    yield problem(`The description holds characters that nobody sees: ${invisible.join(', ')}.`);
  }
  for (const [pattern, what] of MARKUP) {
    const [found] = pattern.exec(description) ?? [];
    if (found !== undefined) yield problem(`The description holds ${what}: ${found}`);
  }
}

function style({ index }: EntryView, message: string, hint: string, fixable = false): Problem {
  return { rule: 'description-style', path: ['mods', index, 'description'], message, hint, fixable };
}

/** Joiners and variation selectors inside emoji are how emoji are written; tags make flags. */
function invisibleIn(description: string): string[] {
  const plain = description
    .replace(
      /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu,
      '',
    )
    .replace(/\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu, '')
    .replace(/[\r\n\u2028\u2029]/g, '');
  return [...new Set([...plain].filter(isInvisible))].map(codePoint);
}

/** A description with a capital first letter, when its first letter is a small one that has a capital of the same length. */
export function capitalized(description: string): string | undefined {
  const [first = ''] = description;
  const upper = first.toLocaleUpperCase('en');
  if (!/\p{Ll}/u.test(first) || upper.length !== first.length || upper === first) return undefined;
  return upper + description.slice(first.length);
}

/** Whether it begins with the name, or holds a name of several words whole. */
function repeatsName(description: string, name: string): boolean {
  const hyphen = name.indexOf('-');
  const firstWord = (hyphen === -1 ? name : name.slice(0, hyphen)).toLowerCase();
  if (!description.toLowerCase().includes(firstWord)) return false;
  const lower = words(description);
  const wanted = words(name);
  if (wanted === '') return false;
  return (
    `${lower} `.startsWith(`${wanted} `) || (wanted.includes(' ') && ` ${lower} `.includes(` ${wanted} `))
  );
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
