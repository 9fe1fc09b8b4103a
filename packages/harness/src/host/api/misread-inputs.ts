import type { HookName } from '@cmd-mods/mod-api';
import { HOOK_FIELDS } from '../../hooks/hook-fields.ts';
import { fieldsTaken } from '../read-parameter.ts';

/** What a tool's `run` is called with. */
const RUN_FIELDS = ['input', 'runtime', 'signal', 'onUpdate'];

/**
 * What is wrong with how a hook reads its input, as far as its source tells before it is called; `undefined` when nothing is
 * known to be wrong.
 */
export function hookInputProblem(name: HookName, hook: unknown): string | undefined {
  return misread(name, hook, Object.keys(HOOK_FIELDS[name]));
}

/** The same of a tool's `run`. */
export function runInputProblem(tool: string, run: unknown): string | undefined {
  return misread(`run of the tool "${tool}"`, run, RUN_FIELDS);
}

/** An input of which nothing that exists is read is another one than the author had in mind. */
function misread(what: string, fn: unknown, fields: readonly string[]): string | undefined {
  const taken = fieldsTaken(fn);
  const [first] = taken ?? [];
  if (taken === undefined || first === undefined || taken.some((field) => fields.includes(field)))
    return undefined;
  return `${what} reads "${first}" of what it is called with, and that is one object: {${fields.join(', ')}}.`;
}
