import { type CommandGroup, command, run } from './command-group.ts';
import { collect } from './option-values.ts';

/** Defines the commands of `cmd auth`. Loaded only when `auth` is among the arguments. */
export function defineAuthCommands(program: CommandGroup): void {
  const load = () => import('./commands/auth.ts');
  // A key that was given as an argument is refused, as all that is too much is.
  command(program, 'login', 'store a key for a provider of models; it is read from stdin, or asked for')
    .argument('<provider>', 'its id, as cmd auth list shows it')
    .option('--mod <path>', 'load this mod file or folder for its provider; repeatable', collect)
    .action((provider, options) => run(program, { ...options, provider }, async () => (await load()).login));
  command(program, 'list', 'show the providers, and where the key of each comes from')
    .alias('ls')
    .option('--mod <path>', 'load this mod file or folder as well; repeatable', collect)
    .action((options) => run(program, options, async () => (await load()).list));
  command(program, 'logout', 'take a stored key away')
    .argument('<provider>', 'its id, as cmd auth list shows it')
    .action((provider, options) => run(program, { ...options, provider }, async () => (await load()).logout));
}
