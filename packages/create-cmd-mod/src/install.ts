import { type ProcessOptions, runProcess } from './run-process.ts';

/** Long enough for a slow line; a registry that cannot be reached is found out at once. */
const LONGEST = 180_000;

const ARGUMENTS = [
  'install',
  // No package that is installed runs anything.
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  // What npm has in its cache is good enough for a start, and makes it work on a train.
  '--prefer-offline',
  '--fetch-retries=0',
  '--loglevel=error',
];

/** Installs what package.json asks for. @returns undefined, or why npm could not, in a sentence. */
export async function installDependencies(
  where: Omit<ProcessOptions, 'timeout'>,
): Promise<string | undefined> {
  const { code, output } = await runProcess('npm', ARGUMENTS, { ...where, timeout: LONGEST });
  return code === 0 ? undefined : reasonIn(output);
}

/** npm says a good deal; its code and the first line that is a sentence are what helps. */
function reasonIn(output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim());
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length);
  const missing = /'((?:@[\w.-]+\/)?[\w.-]+)@[^']*' (?:is not in this registry|could not be found)/.exec(
    output,
  )?.[1];
  if (missing !== undefined) return `${missing} is not in the registry that npm asks.`;
  const sentence = lines.find(
    (line) => line !== '' && !/^(?:code|errno|syscall|A complete log)\b/.test(line),
  );
  return [code, sentence ?? 'npm ended without a word'].filter((part) => part !== undefined).join(': ');
}
