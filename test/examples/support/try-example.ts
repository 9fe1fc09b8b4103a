import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AgentEvent } from '@cmd-mods/mod-api';
import { onTestFinished } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROGRAM = join(ROOT, 'packages/cli/bin/cmd.js');

/** What one run of the program left behind. */
export interface ProgramRun {
  readonly stdout: string;
  readonly stderr: string;
  /** The events of a run with `--output events`. */
  readonly events: readonly AgentEvent[];
}

/** A project folder of its own, with a home folder beside it and a copy of one example inside. */
export interface Playground {
  readonly folder: string;
  /** Runs the command that the example's README shows, as it stands there. */
  tryIt(change?: CommandChange): ProgramRun;
  /** Runs `cmd` with a line of arguments, as a shell reads them. */
  cmd(line: string): ProgramRun;
  read(path: string): string;
}

/** How a run differs from what the README shows. */
export interface CommandChange {
  /** False leaves `--mod` and its options out: what would have happened without the mod. */
  readonly withMod?: boolean;
  /** Options behind the others. */
  readonly more?: string;
}

/** Sets an example up in a temporary folder, which goes away with the test. */
export function playground(example: string): Playground {
  // The same place for each test: what the program compiled of the example it need not compile again.
  let base = join(tmpdir(), `cmd-mods-examples-${process.pid}`, example);
  while (existsSync(base)) base += '-again';
  mkdirSync(base, { recursive: true });
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const folder = join(base, 'project');
  const home = join(base, 'home');
  mkdirSync(home);
  cpSync(join(ROOT, 'examples', example), join(folder, 'examples', example), { recursive: true });

  const shell = (line: string): ProgramRun => {
    // The README's line is given to a real shell; only npx is answered by the program of this checkout.
    const script = `npx() { shift; "${process.execPath}" "${PROGRAM}" "$@"; }\n${line}`;
    const env = { ...process.env, HOME: home, USERPROFILE: home, NO_COLOR: '1' };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`"${line}" ended with ${status}:\n${stdout}${stderr}`);
    const isEvents = line.includes('--output events');
    const lines = isEvents ? stdout.trimEnd().split('\n') : [];
    return { stdout, stderr, events: lines.map((text) => JSON.parse(text)) };
  };

  return {
    folder,
    tryIt({ withMod = true, more = '' } = {}) {
      const line = commandOf(example);
      const withoutMod = line.replace(/ --mod \S+/, '').replaceAll(/ --mod-option (?:[^\s"]|"[^"]*")+/g, '');
      return shell(`${withMod ? line : withoutMod} ${more}`);
    },
    cmd: (line) => shell(`npx cmd ${line}`),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
  };
}

/** The one command of an example's README. */
export function commandOf(example: string): string {
  const readme = readFileSync(join(ROOT, 'examples', example, 'README.md'), 'utf8');
  const commands = [...readme.matchAll(/^```sh\n(.*)\n```$/gm)].map(([, line = '']) => line);
  if (commands.length !== 1)
    throw new Error(`${example}/README.md shows ${commands.length} commands, not one.`);
  return commands[0] ?? '';
}

/** The events of one type. */
export function eventsOf<TType extends AgentEvent['type']>(
  { events }: ProgramRun,
  type: TType,
): readonly Extract<AgentEvent, { type: TType }>[] {
  return events.filter((event): event is Extract<AgentEvent, { type: TType }> => event.type === type);
}
