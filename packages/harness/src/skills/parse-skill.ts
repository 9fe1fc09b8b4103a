import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import type { Skill } from './skill.ts';

/** What a SKILL.md holds, or the first thing that is wrong with it, with its line. */
export type SkillReading =
  | ({ readonly ok: true } & Pick<Skill, 'name' | 'description' | 'body' | 'isForPersonOnly'>)
  | { readonly ok: false; readonly problem: string; readonly line: number };

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const FENCE = /^---[ \t]*$/;

/**
 * Reads a SKILL.md: front matter in YAML between two lines of three dashes, then the instructions. It needs a `description`; without
 * a `name` it has that of its folder; `disable-model-invocation: true` leaves it to the person. Other fields are not looked at.
 */
export function parseSkill(text: string, folderName: string): SkillReading {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const wrong = (line: number, problem: string) => ({ ok: false, problem, line }) as const;
  if (!FENCE.test(lines[0] ?? '')) {
    return wrong(1, 'it does not begin with front matter, a line of three dashes');
  }
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (end === -1) return wrong(1, 'its front matter has no end, a second line of three dashes');

  const counter = new LineCounter();
  const yaml = parseDocument(lines.slice(1, end).join('\n'), { lineCounter: counter, prettyErrors: false });
  // The dashes take up the first line of the file.
  const lineAt = (offset: number) => counter.linePos(offset).line + 1;
  const [error] = yaml.errors;
  if (error !== undefined)
    return wrong(lineAt(error.pos[0]), `its front matter is no YAML: ${error.message}`);
  if (!isMap(yaml.contents)) return wrong(2, 'its front matter has no fields');

  const field = (name: string) => fieldOf(yaml.contents as YAMLMap, name, lineAt);
  const name = field('name') ?? { value: folderName, line: 1 };
  if (typeof name.value !== 'string' || !NAME.test(name.value) || name.value.length > MAX_NAME) {
    const shown = JSON.stringify(name.value);
    const what = `at most ${MAX_NAME} lower-case letters, digits and single dashes`;
    return wrong(name.line, `its name must be ${what}, not ${shown}`);
  }
  const description = field('description');
  if (description === undefined) return wrong(1, 'its front matter has no description');
  const said = typeof description.value === 'string' ? description.value.replace(/\s+/g, ' ').trim() : '';
  if (said === '') return wrong(description.line, 'its description must be a text that is not empty');
  if (said.length > MAX_DESCRIPTION) {
    const most = MAX_DESCRIPTION.toLocaleString('en');
    return wrong(description.line, `its description has more than ${most} characters`);
  }
  const personOnly = field('disable-model-invocation');
  if (personOnly !== undefined && typeof personOnly.value !== 'boolean') {
    return wrong(personOnly.line, 'its disable-model-invocation must be true or false');
  }
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  return {
    ok: true,
    name: name.value,
    description: said,
    body,
    isForPersonOnly: personOnly?.value === true,
  };
}

interface Field {
  readonly value: unknown;
  /** In the file. */
  readonly line: number;
}

function fieldOf(map: YAMLMap, name: string, lineAt: (offset: number) => number): Field | undefined {
  const pair = map.items.find(({ key }) => isScalar(key) && key.value === name);
  if (pair === undefined || !isScalar(pair.key)) return undefined;
  const value = isScalar(pair.value) ? pair.value.value : pair.value;
  return { value, line: lineAt(pair.key.range?.[0] ?? 0) };
}
