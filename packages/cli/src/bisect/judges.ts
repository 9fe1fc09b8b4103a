import { type BuiltinMod, findMods, writeSelection } from '@cmd-mods/loader/load';
import { ModError } from '@cmd-mods/mod-api';
import { UsageError } from '../commands/mods/usage-error.ts';
import { diagnostic } from '../diagnostics.ts';
import type { Io } from '../io.ts';
import { runProcess } from '../run/run-process.ts';
import type { Verdict } from './bisect.ts';

/** The exit code with which a command says that a run cannot be judged, as for `git bisect run`. */
const CANNOT_TELL = 125;

/** How much of what a command wrote is kept, in characters. */
const TAIL = 4_000;

/** A verdict, and what led to it. */
export interface Judgement {
  readonly verdict: Verdict;
  /** As in `exit code 1`. */
  readonly because: string;
  readonly exitCode?: number;
  /** The end of what the command wrote. */
  readonly output?: string;
}

/** Judges a run with these mods. */
export type Judge = (mods: readonly string[]) => Promise<Judgement>;

/**
 * A command as the judge: it runs with the mods' names in `CMD_MODS_ONLY`. Exit code 0 is good, 125 skips, anything else is bad, and so
 * is one that takes too long. The judge throws a `UsageError` when the command cannot be started.
 */
export function commandJudge(
  command: readonly string[],
  { cwd, env, signal }: Pick<Io, 'cwd' | 'env' | 'signal'>,
  timeLimit: number | undefined,
): Judge {
  return async (mods) => {
    let output = '';
    const ended = await runProcess(command, {
      cwd,
      env: { ...env, CMD_MODS_ONLY: writeSelection(mods) },
      signal,
      ...(timeLimit !== undefined && { timeLimit }),
      onOutput: (_, text) => {
        output = `${output}${text}`.slice(-TAIL);
      },
    }).catch((cause: NodeJS.ErrnoException) => {
      if (cause.syscall === undefined) throw cause;
      const message = `The command ${command[0]} cannot be started: ${cause.message}.`;
      throw new UsageError(diagnostic('BISECT_COMMAND_UNSTARTABLE', { message, cause }));
    });
    signal.throwIfAborted();
    if (ended.timedOut) return { verdict: 'bad', because: 'it took too long', output };
    if (ended.code === null) return { verdict: 'bad', because: `${ended.killedBy} ended it`, output };
    const verdict = ended.code === 0 ? 'good' : ended.code === CANNOT_TELL ? 'skip' : 'bad';
    return { verdict, because: `exit code ${ended.code}`, exitCode: ended.code, output };
  };
}

const ANSWERS: readonly (readonly [string, Verdict])[] = [
  ['good: it works', 'good'],
  ['bad: it is broken', 'bad'],
  ['skip: I cannot tell', 'skip'],
];

/** A person as the judge. Throws a `ModError` when the person has had enough. */
export function personJudge(choose: NonNullable<Io['choose']>): Judge {
  return async (mods) => {
    const question = `Start the program anew with this before it, and try:\n\n  ${shellAssignment(writeSelection(mods))}\n`;
    const place = await choose(
      question,
      ANSWERS.map(([words]) => words),
    );
    const answer = place === undefined ? undefined : ANSWERS[place];
    if (answer === undefined) {
      throw new ModError(
        diagnostic('BISECT_STOPPED', { message: 'There was no answer, so the search ended.' }),
      );
    }
    return { verdict: answer[1], because: 'as you said' };
  };
}

function shellAssignment(value: string): string {
  const isPlain = /^[\w%.,/@:+-]+$/.test(value);
  return `CMD_MODS_ONLY=${isPlain ? value : `'${value.replaceAll("'", "'\\''")}'`}`;
}

/**
 * The names of the mods that a start here may load, in order; built-in ones always load and are no suspects. The project's own count
 * though it is not trusted, since the command may let them in.
 */
export async function suspectNames(
  where: { readonly cwd: string; readonly home: string; readonly env: NodeJS.ProcessEnv },
  builtins: readonly BuiltinMod[],
): Promise<readonly string[]> {
  const takenNames = new Map(builtins.map(({ name }) => [name, 'builtin'] as const));
  const found = await Promise.all(
    [true, false].map((allowProject) => findMods({ ...where, takenNames, allowProject })),
  );
  return [...new Set(found.flatMap(({ mods }) => mods.map(({ name }) => name)))];
}
