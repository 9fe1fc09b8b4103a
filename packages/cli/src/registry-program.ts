import { Option } from 'commander';
import { type CommandGroup, command, run } from './command-group.ts';
import { collect, wholeNumberFromZero } from './option-values.ts';

/** Defines the commands of `cmd mods registry`: what the maintainers of a registry and its contributors run. */
export function defineRegistryCommands(program: CommandGroup): void {
  const registry = program.group
    .command('registry')
    .description('validate a registry of mods, audit it, build its hub')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('(see cmd mods registry --help)')
    .helpCommand(false);
  const inRegistry = { ...program, group: registry };
  const load = () => import('./commands/mods/registry.ts');
  command(inRegistry, 'validate', 'hold a registry file against every rule')
    .argument('<file>', 'the registry, such as mods/registry.json')
    .option('--base <file>', 'the file before the change; what was wrong there is tolerated')
    .option('--online', 'ask npm and GitHub as well')
    .option('--all', 'with --base, ask about all entries')
    .addOption(
      new Option('--format <format>', 'how findings are printed')
        .choices(['pretty', 'json', 'github', 'sarif', 'markdown'])
        .default('pretty'),
    )
    .option('--fix', 'mend first what has one right form')
    .option('--summary <file>', 'append a table to this file')
    .option('--max-warnings <n>', 'exit 1 on more warnings than these', wholeNumberFromZero)
    .option('--actor <login>', 'who proposes the change')
    .option('--maintainers <file>', "the maintainers' logins, one a line")
    .option('--waive <rules>', 'rules to leave out; repeatable, or with commas', collect)
    .option('--changed-files <file>', 'the paths that the change touches, one a line')
    .action((file, options) => run(inRegistry, { ...options, file }, async () => (await load()).validate));
  command(inRegistry, 'audit', 'scan every listed mod')
    .argument('<file>', 'the registry')
    .requiredOption('--out <file>', 'where the audit is written')
    .option('--shard <i/n>', 'a part of the list, such as 1/4')
    .option('--merge <files...>', 'join these audits of shards, and scan nothing')
    .action((file, options) => run(inRegistry, { ...options, file }, async () => (await load()).audit));
  command(inRegistry, 'build', 'make mods.json and the pages of the hub')
    .argument('<file>', 'the registry')
    .requiredOption('--out <dir>', 'the folder of the hub')
    .option('--audit <file>', 'what audit wrote')
    .option('--site-url <url>', 'where the hub will be, for its feed and sitemap')
    .option('--allow-loss', 'build though more than 5 % of the mods would go')
    .option('--strict', 'exit 1 when an entry was left out')
    .action((file, options) => run(inRegistry, { ...options, file }, async () => (await load()).build));
  command(inRegistry, 'entry', "write a package's entry for the registry")
    .argument('[path]', "the package's folder", '.')
    .action((path, options) => run(inRegistry, { ...options, path }, async () => (await load()).entry));
}
