import { fileURLToPath } from 'node:url';
import { API_VERSION, type Where } from '@cmd-mods/mod-api';
import { nearest } from '../nearest.ts';

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const FRAME = /(?:\(|at )((?:file:\/\/)?[^()\s][^()]*?):(\d+):(\d+)\)?$/;

/**
 * Where in a mod's own file an error was thrown: the first stack frame inside that file.
 * @returns the file alone when no frame says more; `undefined` without a file.
 */
export function whereThrown(error: unknown, file: string | undefined): Where | undefined {
  if (file === undefined) return undefined;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const line of stack.split('\n')) {
    const match = FRAME.exec(line.trim());
    if (match === null) continue;
    const [, path = '', lineText, columnText] = match;
    const framePath = path.startsWith('file://') ? fileURLToPath(path.replace(/\?.*$/, '')) : path;
    if (framePath === file) return { file, line: Number(lineText), column: Number(columnText) };
  }
  return { file };
}

const NOT_A_FUNCTION = /(?:^|\s)([\w$]+)\.([\w$.]+) is not a function/;

/**
 * A hint for the commonest cause of a TypeError in a factory: it calls a member of the API that this host does not have.
 * @param members - The names of the members that the host has, nested ones as `ui.notify`.
 */
export function missingMemberHint(error: unknown, members: readonly string[]): string | undefined {
  const member = error instanceof TypeError ? NOT_A_FUNCTION.exec(error.message)?.[2] : undefined;
  return member === undefined || members.includes(member) ? undefined : lacks(member, members);
}

/**
 * The same for an error from anywhere in a mod, where much else may be no function: it counts when the call was made on what the
 * factory calls its API, or on a member of it that has members of its own.
 * @returns the member that is missing, and what to say of it.
 */
export function missingMember(
  error: unknown,
  { parameter, members }: { readonly parameter: string | undefined; readonly members: readonly string[] },
): { readonly member: string; readonly hint: string } | undefined {
  if (!(error instanceof TypeError)) return undefined;
  const [, root = '', rest = ''] = NOT_A_FUNCTION.exec(error.message) ?? [];
  const isNested = members.some((name) => name.startsWith(`${root}.`));
  const member = root === parameter ? rest : isNested ? `${root}.${rest}` : undefined;
  if (member === undefined || member === '' || members.includes(member)) return undefined;
  return { member, hint: lacks(member, members) };
}

function lacks(member: string, members: readonly string[]): string {
  const suggestion = nearest(member, members);
  const did = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  return `This host speaks version ${API_VERSION} of the API, which has no member "${member}".${did}`;
}
