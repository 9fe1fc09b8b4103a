/** Uses of things that reach something by themselves. */

import { CallFlag, UNKNOWN } from '../facts/code.ts';
import type { Solution, Use } from '../solve/uses.ts';
import type { Reach } from '../tables/capability.ts';
import type { Rule } from './rule.ts';

/** See the head of this file. */
export const reachOfUses: Rule = ({ solution }, findings) => {
  for (const use of solution.uses) {
    for (const kind of reachOf(use, solution)) findings.reach(kind, use, wordsFor(use));
  }
};

function reachOf(use: Use, solution: Solution): readonly Reach[] {
  const { capability, how } = use;
  if (how === 'whole') return capability.whole;
  if (how === 'write') return capability.reach;
  if (how === 'unknown member') {
    if (capability.isOpen) return ['dynamic'];
    return capability.whole.length > 0
      ? capability.whole
      : [...capability.reach, ...(capability.rest?.reach ?? [])];
  }
  if (how === 'read' && capability.on === 'call') return [];
  return (use.call && REFINED.get(capability.path)?.(use, solution)) ?? capability.reach;
}

function wordsFor({ capability, how, call }: Use): string {
  if (how === 'whole') return `${capability.path}, handed on whole`;
  if (how === 'unknown member') return `${capability.path}[a name that only run time knows]`;
  return call && (call.flags & CallFlag.New) !== 0 ? `new ${capability.path}` : capability.path;
}

/** What a call reaches by its arguments; `undefined` leaves it at what the table says. */
const REFINED: ReadonlyMap<string, (use: Use, solution: Solution) => readonly Reach[] | undefined> = new Map([
  ['fs.open', opened],
  ['fs.openSync', opened],
  ['fs/promises.open', opened],
  ['worker_threads.Worker', worker],
  ['Worker', worker],
  ['constructor', calledConstructor],
  ['setTimeout', timed],
  ['setInterval', timed],
]);

/**
 * A class cannot be called without `new`, so what `value.constructor(text)` calls makes a value out of a text: most likely a
 * function.
 */
function calledConstructor({ call, file, pos }: Use, { uses }: Solution): readonly Reach[] {
  if (!call || call.list.length === 0 || (call.flags & (CallFlag.New | CallFlag.Super)) !== 0) return [];
  const isTold = uses.some(
    (one) => one.pos === pos && one.file === file && one.capability.path === 'Function',
  );
  return isTold ? [] : ['dynamic'];
}

/** A timer runs a function; where it is given a text, and the host lets it, it runs that as code. */
function timed({ call }: Use, solution: Solution): readonly Reach[] {
  const first = call?.list[0];
  if (first === undefined || first <= UNKNOWN) return [];
  return solution.constants(first).values.some((value) => typeof value === 'string') ? ['dynamic'] : [];
}

/** Opening a file reads it or writes it, by its flags. */
function opened({ call, capability }: Use, solution: Solution): readonly Reach[] | undefined {
  const flags = call?.list[1];
  if (!call || flags === undefined)
    return capability.path === 'fs.open' && call?.list.length === 0 ? undefined : ['fs_read'];
  if (solution.objects(flags).length > 0) return undefined;
  const { values, isComplete } = solution.constants(flags);
  // A callback in the place of the flags: the file is opened for reading.
  if (values.length === 0 && isCallback(flags, solution)) return ['fs_read'];
  if (!isComplete || values.some((value) => typeof value !== 'string')) return undefined;
  const texts = values.map(String);
  const reads = texts.some((text) => /^(?:r|s)|\+/.test(text));
  const writes = texts.some((text) => /^[wa]|\+/.test(text));
  return [...(reads ? (['fs_read'] as const) : []), ...(writes ? (['fs_write'] as const) : [])];
}

function isCallback(slot: number, solution: Solution): boolean {
  return slot > UNKNOWN && solution.isFunction(slot);
}

/** A worker is a file of the package, unless its first argument is the code itself. */
function worker({ call }: Use, solution: Solution): readonly Reach[] | undefined {
  const options = call?.list[1];
  if (options === undefined || options <= UNKNOWN) return [];
  const slots = solution.member(options, 'eval');
  const isText = slots.some((slot) => {
    const { values, isComplete } = solution.constants(slot);
    return !isComplete || values.some((value) => value !== 0 && value !== '');
  });
  const isOpen = solution.objects(options).length === 0;
  return isText || isOpen ? ['dynamic'] : [];
}
