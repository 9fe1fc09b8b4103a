import { type BisectResult, type BisectStep, bisect } from '../../bisect/bisect.ts';
import { commandJudge, type Judge, type Judgement, personJudge, suspectNames } from '../../bisect/judges.ts';
import { diagnostic } from '../../diagnostics.ts';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { bisectText, stepText } from '../../render/bisect-text.ts';
import { printJson } from '../../render/print-json.ts';
import { builtinMods } from '../../run/builtin-mods.ts';
import { whereIn } from '../../run/load-run-mods.ts';
import { UsageError } from './usage-error.ts';

/** The arguments of `cmd mods bisect`. */
export interface BisectOptions {
  /** The command and its arguments; empty to ask the person. */
  readonly command: readonly string[];
  /** Names of mods that stay on. */
  readonly pin: readonly string[];
  /** Seconds after which a run counts as bad. */
  readonly timeout?: number;
  readonly json?: boolean;
}

/** A step as `--json` prints it. */
type ToldStep = BisectStep & Pick<Judgement, 'exitCode'>;

/**
 * `cmd mods bisect`: which of the installed mods breaks something. A command or the person is the judge; nothing is installed,
 * removed or switched.
 *
 * @returns 0 when it was found, 1 when there is nothing to find.
 */
export async function bisectMods(options: BisectOptions, io: Io): Promise<ExitCode> {
  const mods = await suspectNames(whereIn(io), builtinMods(io));
  const pinned = new Set(options.pin);
  for (const name of pinned) refuseUnknown(name, mods);

  const judge = judgeOf(options, io);
  const steps: ToldStep[] = [];
  let last: Judgement | undefined;
  const result = await bisect({
    mods,
    pinned,
    judge: async (chosen) => {
      last = await judge(chosen);
      const { verdict, exitCode } = last;
      steps.push({ mods: chosen, verdict, ...(exitCode !== undefined && { exitCode }) });
      io.stderr(stepText(steps.length, chosen, mods.length, last));
      return verdict;
    },
  });

  if (options.json) printJson(resultJson(result, steps), io);
  else io.stdout(bisectText(result, { mods, pinned, last }, io.coloured?.stdout));
  return result.kind === 'found' ? EXIT.ok : EXIT.failed;
}

function refuseUnknown(name: string, mods: readonly string[]): void {
  if (mods.includes(name)) return;
  const message = `There is no mod ${name} to pin.`;
  const hint = `The mods here are: ${mods.join(', ') || 'none'}.`;
  throw new UsageError(diagnostic('NAME_UNKNOWN', { message, hint }));
}

function judgeOf({ command, timeout }: BisectOptions, io: Io): Judge {
  if (command.length > 0) {
    return commandJudge(command, io, timeout === undefined ? undefined : timeout * 1000);
  }
  if (io.choose !== undefined) return personJudge(io.choose);
  const message = 'Without a command the question is put to you, and there is no terminal here.';
  throw new UsageError(diagnostic('BISECT_COMMAND_MISSING', { message }));
}

function resultJson(result: BisectResult, steps: readonly ToldStep[]): object {
  const culprits = result.kind === 'found' ? result.culprits : [];
  return {
    outcome: result.kind,
    culprit: culprits.length === 1 ? culprits[0] : null,
    culprits,
    ...(result.kind === 'found' && { others: result.others }),
    ...(result.kind === 'undecided' && { known: result.known, candidates: result.candidates }),
    steps,
  };
}
