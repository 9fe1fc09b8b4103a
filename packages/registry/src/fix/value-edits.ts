import type { Node } from 'jsonc-parser';
import type { JsonPath } from '../document/json-path.ts';
import type { TextEdit } from '../document/layout.ts';
import type { RegistryDocument } from '../document/registry-document.ts';
import { capitalized } from '../rules/offline/description.ts';
import { orderedKinds } from '../rules/offline/lists.ts';
import type { Problem } from '../rules/problem.ts';
import { readDate } from '../rules/text/dates.ts';

/** The edits of values that mend these problems, each value once. */
export function valueEdits(document: RegistryDocument, problems: readonly Problem[]): TextEdit[] {
  const edits = new Map<string, readonly TextEdit[]>();
  const rulesAt = new Map<string, Set<string>>();
  for (const { rule, path } of problems) {
    const key = String(path[1]);
    rulesAt.set(key, (rulesAt.get(key) ?? new Set()).add(rule));
  }
  for (const { rule, path } of problems) {
    const field = fieldOf(rule);
    if (field === undefined) continue;
    const at = [...path.slice(0, 2), field];
    const key = at.join('/');
    if (!edits.has(key)) edits.set(key, fieldEdits(document, at, rulesAt.get(String(path[1])) ?? new Set()));
  }
  return [...edits.values()].flat();
}

function fieldOf(rule: Problem['rule']): 'kinds' | 'tags' | 'addedAt' | 'description' | undefined {
  if (rule === 'kinds-order' || rule === 'kinds-unique') return 'kinds';
  if (rule === 'tags-lowercase' || rule === 'tags-unique') return 'tags';
  if (rule === 'added-at') return 'addedAt';
  return rule === 'description-style' ? 'description' : undefined;
}

function fieldEdits(
  document: RegistryDocument,
  path: JsonPath,
  rules: ReadonlySet<string>,
): readonly TextEdit[] {
  const node = document.node(path);
  if (node === undefined) return [];
  const { value } = node;
  if (node.type === 'string') {
    const mended = path.at(-1) === 'description' ? capitalized(value) : readDate(value);
    return mended === undefined || mended === value ? [] : [replace(node, JSON.stringify(mended))];
  }
  const items = node.children ?? [];
  if (node.type !== 'array' || items.some(({ type }) => type !== 'string')) return [];
  const texts = items.map((item): string => item.value);
  if (path.at(-1) === 'tags') return listEdits(items, unique(texts, rules, 'tags-lowercase'));
  const once = rules.has('kinds-unique') ? [...new Set(texts)] : texts;
  return listEdits(items, rules.has('kinds-order') ? orderedKinds(once) : once);
}

function unique(tags: readonly string[], rules: ReadonlySet<string>, lowercase: string): string[] {
  const lower = rules.has(lowercase) ? tags.map((tag) => tag.toLowerCase()) : tags;
  if (!rules.has('tags-unique')) return [...lower];
  return lower.filter(
    (tag, at) => tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === at,
  );
}

/** Writes new texts into the places of a list's elements, and drops the places that are left. */
function listEdits(items: readonly Node[], texts: readonly string[]): TextEdit[] {
  const edits = texts.flatMap((text, at) => {
    const item = items[at];
    return item === undefined || item.value === text ? [] : [replace(item, JSON.stringify(text))];
  });
  const [lastKept, last] = [items[texts.length - 1], items.at(-1)];
  if (texts.length < items.length && lastKept !== undefined && last !== undefined) {
    const offset = lastKept.offset + lastKept.length;
    edits.push({ offset, length: last.offset + last.length - offset, content: '' });
  }
  return edits;
}

function replace({ offset, length }: Node, content: string): TextEdit {
  return { offset, length, content };
}
