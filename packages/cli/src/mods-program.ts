import { type CommandGroup, command, run } from './command-group.ts';
import { collect, secondsFrom, wholeNumberFromZero } from './option-values.ts';
import { defineRegistryCommands } from './registry-program.ts';

/**
 * Defines the commands of `cmd mods`. Loaded only when `mods` is among the arguments, so that a run starts as fast as if
 * there were none. A new group of commands is a function of its own, called from here.
 */
export function defineModsCommands(program: CommandGroup): void {
  defineLooking(program);
  defineInstalling(program);
  defineStarting(program);
  defineSwitching(program);
  defineReviewing(program);
  defineTesting(program);
  defineAuthoring(program);
  defineRegistryCommands(program);
}

/** What shows and changes nothing, but for the folder that `open` makes. */
function defineLooking(program: CommandGroup): void {
  command(program, 'list', 'show the mods: name, scope, origin, and what needs attention')
    .alias('ls')
    .option('--builtin', 'the built-in mods too')
    .option('--why', 'what was dropped or shadowed, and by which rule')
    .option('--verify', 'hold installed packages against mods.lock.json')
    .option('--strict', 'exit 1 when anything is wrong')
    .action((options) => run(program, options, async () => (await import('./commands/mods/list.ts')).list));
  command(program, 'open', 'open the folder of drop-in mods, making it if need be')
    .option('-g, --user', "the user's folder, not the project's")
    .option('--path', 'print the folder instead')
    .action((options) => run(program, options, async () => (await import('./commands/mods/open.ts')).open));
}

function defineInstalling(program: CommandGroup): void {
  command(program, 'add', 'install a package of mods from npm or git, or link a local one')
    .alias('install')
    .argument('<source>', 'an npm package, owner/repo, a git URL, or a path such as ./my-mod')
    .option('-g, --global', 'for the user, in every project')
    .option('--dry-run', 'fetch and check, and change nothing')
    .option('--allow-young', 'whatever mods.minimumReleaseAge says')
    .option('--accept', 'follow a tag that moved')
    .action((source, options) =>
      run(program, { ...options, source }, async () => (await import('./commands/mods/add.ts')).add),
    );
  command(program, 'remove', 'remove a source, or whatever backs the mod of this name')
    .alias('rm')
    .argument('<source or name>', 'a source in any spelling, or a name that cmd mods list shows')
    .option('-g, --global', "the user's only")
    .action((target, options) =>
      run(program, { ...options, target }, async () => (await import('./commands/mods/remove.ts')).remove),
    );
  command(
    program,
    'update',
    'bring packages to the newest that their sources allow, and install missing ones',
  )
    .alias('up')
    .argument('[source]', 'this one only')
    .option('-g, --global', "the user's only")
    .option('--accept', 'take what reaches further, and follow tags that moved')
    .option('--dry-run', 'say what is newer, and change nothing')
    .option('--allow-young', 'whatever mods.minimumReleaseAge says')
    .action((source, options) =>
      run(program, { ...options, source }, async () => (await import('./commands/mods/update.ts')).update),
    );
  command(program, 'ci', 'install exactly what mods.lock.json says, or fail').action((options) =>
    run(program, options, async () => (await import('./commands/mods/ci.ts')).ci),
  );
}

/** What an author starts with. */
function defineStarting(program: CommandGroup): void {
  command(program, 'new', 'start a mod: a package with code, a test, a README, and workflows')
    .argument('[name]', 'what it is called, with a scope if wanted; or a folder, such as .')
    .option(
      '--template <template>',
      'minimal, tool, command, hook, provider, renderer, ui or package: what it starts with',
    )
    .option('--dir <dir>', "where it goes; a folder of the mod's name when left out")
    .option('--description <text>', 'what it does, in one line')
    .option('--author <name>', 'whoever git says you are when left out')
    .option('--license <license>', 'MIT, ISC or Apache-2.0')
    .option('-y, --yes', 'ask nothing, and take the defaults')
    .option('--overwrite', 'go on in a folder that is not empty; unrelated files stay')
    .option('--no-git', 'make no repository')
    .option('--no-install', 'install nothing')
    .option('--dry-run', 'say what would be written, and change nothing')
    .action((name, options) =>
      run(program, { ...options, name }, async () => (await import('./commands/mods/new.ts')).newMod),
    );
}

function defineSwitching(program: CommandGroup): void {
  for (const verb of ['enable', 'disable'] as const) {
    command(program, verb, `${verb} a mod without removing it`)
      .argument('<name>', 'a name that cmd mods list shows')
      .option('-g, --global', "in the user's settings, not the project's")
      .action((name, options) =>
        run(
          program,
          { ...options, name, verb },
          async () => (await import('./commands/mods/set-enabled.ts')).setEnabled,
        ),
      );
  }
  const trusting = { trust: "let this project's own mods load", untrust: "take this project's trust away" };
  for (const verb of ['trust', 'untrust'] as const) {
    command(program, verb, trusting[verb]).action((options) =>
      run(program, { ...options, verb }, async () => (await import('./commands/mods/trust.ts')).trust),
    );
  }
}

/** What a reviewer asks before a mod runs. */
function defineReviewing(program: CommandGroup): void {
  command(program, 'inspect', 'say what mods hook, add and can reach, without running them')
    .argument(
      '<targets...>',
      'files, folders, packages, tarballs, or sources such as npm:name and owner/repo',
    )
    .option('--sarif', 'print SARIF 2.1.0, for code scanning')
    .option('--html <file>', 'write a page to this file as well')
    .option('--diff <older>', 'hold the one target against an older one; exit 1 when it can do more')
    .option('--policy <file>', 'what is allowed; exit 1 on more')
    .option('--require-declared', "exit 1 on more than the package's commandcode.reach says")
    .option('--strict', 'exit 1 if anything is unread, unknown or dynamic')
    .option('--deep', 'the packages that it imports too, where they are installed')
    .action((targets, options) =>
      run(program, { ...options, targets }, async () => (await import('./commands/mods/inspect.ts')).inspect),
    );
}

/** From a test that fails to the mod and the hook behind it. */
function defineTesting(program: CommandGroup): void {
  command(program, 'test', "run the tests of a mod's package")
    .argument('[path]', "the package's folder, or a file", '.')
    .argument('[args...]', 'behind --: further arguments for the test runner')
    .action((path, args, options) => {
      // Without a path the first argument behind `--` stands in its place.
      const where = path.startsWith('-') ? { path: '.', args: [path, ...args] } : { path, args };
      return run(
        program,
        { ...options, ...where },
        async () => (await import('./commands/mods/test.ts')).test,
      );
    });
  command(program, 'trace', 'show what each hook of each mod did in a run, from the file of cmd -p --trace')
    .argument('<file>', 'the trace')
    .option('--html <file>', 'write a page with a timeline to this file as well')
    .option('--slowest <n>', 'how many of the slowest calls are shown', wholeNumberFromZero, 5)
    .action((file, options) =>
      run(program, { ...options, file }, async () => (await import('./commands/mods/trace.ts')).trace),
    );
  command(program, 'bisect', 'find the installed mod that breaks something')
    .argument('[command...]', 'behind --: a command that exits 0 when all is well, 125 when it cannot tell')
    .option('--pin <name>', 'leave this mod on in every run; repeatable', collect)
    .option('--timeout <seconds>', 'a run that takes longer is bad', secondsFrom)
    .action((words, options) =>
      run(
        program,
        { ...options, command: words },
        async () => (await import('./commands/mods/bisect.ts')).bisectMods,
      ),
    );
}

/** What an author runs before publishing. */
function defineAuthoring(program: CommandGroup): void {
  command(program, 'check', 'say what is wrong with a mod or a package before it is published')
    .argument('[path]', 'a mod file, or the folder of a package', '.')
    .option('--sarif', 'print SARIF 2.1.0, for code scanning')
    .option('--strict', 'exit 1 on warnings too')
    .option('--fix', 'mend what has one right form')
    .option('--dry-run', 'with --fix: print what would change, and change nothing')
    .option('--no-load', 'do not import the mods')
    .option('--rule <id>', 'this rule alone; repeatable', collect)
    .option('--list-rules', 'print the rules, and check nothing')
    .action((path, options) =>
      run(program, { ...options, path }, async () => (await import('./commands/mods/check.ts')).check),
    );
}
