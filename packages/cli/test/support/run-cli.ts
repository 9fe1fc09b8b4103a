import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Script } from '@cmd-mods/harness';
import type { Io } from '../../src/io.ts';
import { runProgram } from '../../src/program.ts';

/** A project and a home of its own for one test. */
export interface Place {
  readonly project: string;
  readonly home: string;
  /** Writes a file into the project and returns its path. */
  file(path: string, content: string): string;
  /** Writes a mod and returns its path. */
  mod(name: string, body: string): string;
  /** Writes a script and returns its path. */
  script(...turns: Script['turns']): string;
}

export function place(): Place {
  const root = mkdtempSync(join(tmpdir(), 'cmd-mods-cli-'));
  const project = join(root, 'project');
  const home = join(root, 'home');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(home);
  const file = (path: string, content: string) => {
    const full = join(project, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
    return full;
  };
  return {
    project,
    home,
    file,
    mod: (name, body) =>
      file(
        `${name}.ts`,
        `import type { ModApi } from '@cmd-mods/mod-api';\nexport default function (cmd: ModApi) {\n${body}\n}\n`,
      ),
    script: (...turns) => file('script.json', JSON.stringify({ turns })),
  };
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in this process, with everything it may touch made for the test. */
export async function runCli(
  { project, home }: Pick<Place, 'project' | 'home'>,
  args: readonly string[],
  signal: AbortSignal = new AbortController().signal,
  more: Partial<Io> = {},
): Promise<CliResult> {
  let stdout = '';
  let stderr = '';
  const code = await runProgram(args, {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    cwd: project,
    home,
    env: {},
    isTerminal: false,
    openFolder: async (path) => {
      throw new Error(`A test would have opened ${path}.`);
    },
    readSecret: async (question) => {
      throw new Error(`A test would have been asked for "${question}".`);
    },
    signal,
    ...more,
  });
  return { code, stdout, stderr };
}

/** The JSON lines of an output. */
export function lines(text: string): { readonly type: string; readonly [key: string]: unknown }[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
