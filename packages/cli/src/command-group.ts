import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ExitCode, Io } from './io.ts';

/** What defining the commands of a group, such as `mods`, needs of the program. */
export interface CommandGroup {
  /** The command that they belong to. */
  readonly group: Command;
  readonly io: Io;
  /** `--cwd` as given before the group. */
  readonly folder: () => string | undefined;
  /** Told how a command ended. */
  readonly end: (code: ExitCode) => void;
}

/** The options that every command of a group has. */
interface CommonOptions {
  readonly cwd?: string;
  readonly json?: boolean;
}

/** A command: parse, ask the library, render, exit code. It is loaded only when it is called. */
type Run<TOptions> = (options: TOptions, io: Io) => Promise<ExitCode>;

/** Adds a command to a group, with the options that all have. */
export function command({ group }: CommandGroup, name: string, description: string): Command {
  return group
    .command(name)
    .description(description)
    .option('--json', 'print the result as one JSON object')
    .option('--cwd <dir>', 'the folder to work in')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError(true);
}

/** Loads a command and runs it in its folder, and tells the program how it ended. */
export async function run<TOptions extends CommonOptions>(
  { io, folder, end }: CommandGroup,
  options: TOptions,
  load: () => Promise<Run<TOptions>>,
): Promise<void> {
  const cwd = resolve(io.cwd, folder() ?? '', options.cwd ?? '');
  const { runGuarded } = await import('./commands/mods/run-guarded.ts');
  const here = { ...io, cwd };
  end(await runGuarded(here, options.json ?? false, async () => (await load())(options, here)));
}
