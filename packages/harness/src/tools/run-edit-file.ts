import { readFile } from 'node:fs/promises';
import { ToolFailure } from './define-tool.ts';
import { LIMITS } from './limits.ts';
import { nearestLine } from './nearest-line.ts';
import { resolvePath, showPath } from './paths.ts';
import { statRegularFile } from './regular-file.ts';
import { type Replacement, type ReplaceOutcome, replaceText } from './replace-text.ts';
import { changeFile, saveFile } from './save-file.ts';
import { binaryKind, decodeUtf8 } from './text-bytes.ts';

const LINES_NAMED = 20;
const BOM = '\uFEFF';

/** What to change where. */
interface Edit {
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean;
}

/** Replaces literal text in a file; everything else stays as it is, byte for byte. */
export async function editFile(cwd: string, edit: Edit): Promise<string> {
  const { file_path, old_string, new_string, replace_all = false } = edit;
  if (old_string === new_string)
    throw new ToolFailure('old_string and new_string are the same: nothing to change.');
  const path = resolvePath(cwd, file_path);
  const shown = showPath(cwd, path);
  return changeFile(cwd, path, async () => {
    const { text, hasBom } = await readText(cwd, path);
    const replacement = { oldText: old_string, newText: new_string, replaceAll: replace_all };
    const outcome = replaceText(text, replacement);
    if (outcome.kind !== 'replaced') throw await notReplaced(outcome, shown, text, replacement);
    await saveFile(path, hasBom ? BOM + outcome.text : outcome.text);
    const { lines } = outcome;
    const count = lines.length === 1 ? '1 occurrence' : `${lines.length} occurrences`;
    return `Edited \`${shown}\`: replaced ${count}, at ${lineList(lines)}.`;
  });
}

async function readText(cwd: string, path: string): Promise<{ text: string; hasBom: boolean }> {
  const { size } = await statRegularFile('edit', cwd, path);
  const shown = showPath(cwd, path);
  if (size > LIMITS.edit.bytes) {
    throw new ToolFailure(
      `\`${shown}\` has ${size} bytes; edit_file goes up to ${LIMITS.edit.bytes}. Use shell_command (sed, say).`,
    );
  }
  const bytes = await readFile(path);
  const kind = binaryKind(bytes);
  if (kind !== undefined)
    throw new ToolFailure(`\`${shown}\` is ${kind} of ${size} bytes; only text can be edited.`);
  const decoded = decodeUtf8(bytes);
  if (decoded === undefined) {
    throw new ToolFailure(
      `\`${shown}\` is not UTF-8, and editing it as text would damage it. Convert it first.`,
    );
  }
  return decoded;
}

async function notReplaced(
  outcome: Exclude<ReplaceOutcome, { kind: 'replaced' }>,
  shown: string,
  text: string,
  { oldText }: Replacement,
): Promise<ToolFailure> {
  if (outcome.kind === 'not-unique') {
    const { lines } = outcome;
    return new ToolFailure(
      `old_string occurs ${lines.length} times in \`${shown}\`, at ${lineList(lines)}. ` +
        'Add lines around it until it occurs once, or set replace_all to true.',
    );
  }
  if (text === '') return new ToolFailure(`old_string does not occur in \`${shown}\`: the file is empty.`);
  const near = await nearestLine(text, oldText);
  if (near === undefined)
    return new ToolFailure(`old_string does not occur in \`${shown}\`, nor anything like it.`);
  const differs = near.isSameButSpace ? ' It differs in white space only.' : '';
  return new ToolFailure(
    `old_string does not occur in \`${shown}\`. The nearest line to its first is ${near.number}: ` +
      `${JSON.stringify(near.text.slice(0, 200))}.${differs} Read the file and copy the text exactly.`,
  );
}

function lineList(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  const named = lines.slice(0, LINES_NAMED);
  if (named.length < lines.length) return `lines ${named.join(', ')} and ${lines.length - named.length} more`;
  return `lines ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
