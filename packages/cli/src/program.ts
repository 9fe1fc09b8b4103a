import { resolve } from 'node:path';
import { Argument, Command, CommanderError, Option } from 'commander';
import type { PromptOptions } from './commands/run-prompt.ts';
import type { Shell } from './completion/scripts.ts';
import { EXIT, type ExitCode, type Io } from './io.ts';
import { collect, wholeNumber } from './option-values.ts';
import { unexpectedError } from './render/unexpected-error.ts';

/**
 * Runs the program with these arguments.
 * @returns the exit code. Never throws: what goes wrong is written to stderr.
 */
export async function runProgram(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const end = (ended: ExitCode) => {
    code = ended;
  };
  const program = buildProgram(io, end);
  try {
    program.enablePositionalOptions().helpCommand(false);
    refuseRunOptions(program);
    addCompletionCommands(program, io, end);
    const folder = () => program.opts<{ cwd?: string }>().cwd;
    const mods = addGroup(program, 'mods', 'make, test, install, list and switch mods');
    if (args.includes('mods')) {
      const { defineModsCommands } = await import('./mods-program.ts');
      defineModsCommands({ group: mods, io, folder, end });
    }
    const auth = addGroup(program, 'auth', 'store the keys of model providers');
    if (args.includes('auth')) {
      const { defineAuthCommands } = await import('./auth-program.ts');
      defineAuthCommands({ group: auth, io, folder, end });
    }
    await program.parseAsync(args, { from: 'user' });
    return io.signal.aborted ? EXIT.interrupted : code;
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted;
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    io.stderr(unexpectedError(error, io.coloured?.stderr));
    return EXIT.failed;
  }
}

function buildProgram(io: Io, end: (code: ExitCode) => void): Command {
  const program = new Command('cmd')
    .description('Run mods in a reference coding agent: no account, no network.')
    .option('-p, --prompt <text>', 'run one headless turn')
    .option('-V, --version', 'print the version')
    .addOption(repeatable('--mod <path>', 'load this mod file or folder; ahead of installed mods'))
    .addOption(repeatable('--mod-option <name=value>', "set a mod's option"))
    .option('--script <file>', 'the scripted model answers with the turns of this file')
    .option('--model <id>', 'a model of a registered provider')
    .addOption(
      new Option('--output <format>', 'what to print').choices(['text', 'json', 'events']).default('text'),
    )
    .option('--trace <file>', 'write everything that happens to this file, as JSON lines')
    .option('--safe-mode', 'built-in mods only; skips --mod too')
    .option('--dangerously-skip-permissions', 'allow every tool call that would ask')
    .addOption(
      new Option('--permission-mode <mode>', 'how tool calls are judged')
        .choices(['default', 'plan', 'accept-edits', 'dont-ask'])
        .default('default'),
    )
    .addOption(repeatable('--allow <rule>', 'allow these calls, as in "shell_command(git *)"'))
    .addOption(repeatable('--deny <rule>', 'deny these calls'))
    .option('--no-session', 'keep the session in memory only')
    .option('--continue', 'go on with the last session')
    .option('--resume <id>', 'go on with this session')
    .option('--max-turns <n>', 'stop after so many turns', wholeNumber)
    .option('--verify', 'hold installed packages against mods.lock.json')
    .option('--strict', 'a mod that fails to load ends the command')
    .option('--cwd <dir>', 'the folder to work in')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr })
    .showHelpAfterError('(see cmd --help)')
    .allowExcessArguments()
    .action(async (options: PromptOptions & { prompt?: string; version?: boolean; cwd?: string }) => {
      if (program.args.length > 0) return refuseWord(program, options.prompt, io);
      if (options.version) {
        const { version } = await import('./version.ts');
        io.stdout(`${version()}\n`);
        return;
      }
      if (options.prompt === undefined) {
        program.outputHelp();
        return;
      }
      const { runPrompt } = await import('./commands/run-prompt.ts');
      end(await runPrompt(options.prompt, options, inFolder(io, options.cwd)));
    });
  return program;
}

/** Nothing is called by the first of the words; or they are the rest of a prompt that has no quotes around it. */
async function refuseWord(program: Command, prompt: string | undefined, io: Io): Promise<void> {
  const [word = ''] = program.args;
  if (prompt !== undefined)
    program.error(
      `error: unexpected argument '${word}'\n(A prompt of several words stands in quotes: cmd -p "…")`,
    );
  const { nearest } = await import('@cmd-mods/loader');
  const own = program.commands.map((command) => command.name());
  const close = nearest(word, [...own, ...(await modsCommandNames(io))]);
  const meant = close === undefined || own.includes(close) ? close : `mods ${close}`;
  program.error(`error: unknown command '${word}'${meant === undefined ? '' : `\n(Did you mean ${meant}?)`}`);
}

/** What `cmd mods` has: somebody may have left out that word. */
async function modsCommandNames(io: Io): Promise<readonly string[]> {
  const { defineModsCommands } = await import('./mods-program.ts');
  const group = new Command('mods');
  defineModsCommands({ group, io, folder: () => undefined, end: () => {} });
  return group.commands.map((command) => command.name());
}

/** Options of a run have no meaning for a command, so giving one is a mistake. */
function refuseRunOptions(program: Command): void {
  program.hook('preSubcommand', (_, inner) => {
    const given = program.options.find((option) => {
      const attribute = option.attributeName();
      return attribute !== 'cwd' && program.getOptionValueSource(attribute) === 'cli';
    });
    if (given !== undefined)
      program.error(`error: ${given.long} belongs to a run, not to cmd ${inner.name()}`);
  });
}

/** A group of commands, still empty. */
function addGroup(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .showHelpAfterError(`(see cmd ${name} --help)`)
    .helpCommand(false);
}

/** What makes a shell complete words. `complete` is for the scripts that `completion` prints. */
function addCompletionCommands(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const folder = () => program.opts<{ cwd?: string }>().cwd;
  program
    .command('completion')
    .description('print a script that makes a shell complete the words of cmd')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish', 'powershell']))
    .helpOption('-h, --help', 'print this help')
    .allowExcessArguments(false)
    .action(async (shell: Shell) => {
      const { completion } = await import('./commands/completion.ts');
      end(completion(shell, io));
    });
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const { complete } = await import('./commands/completion.ts');
      end(await complete(program, words, inFolder(io, folder())));
    });
}

function inFolder(io: Io, folder: string | undefined): Io {
  return folder === undefined ? io : { ...io, cwd: resolve(io.cwd, folder) };
}

/** An option that may be given several times. */
function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description}; repeatable`).default([], 'none').argParser(collect);
}
