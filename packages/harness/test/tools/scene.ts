import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ToolResult } from '@cmd-mods/mod-api';
import { afterEach, beforeEach } from 'vitest';
import { exec } from '../../src/process/exec.ts';
import { builtInTools } from '../../src/tools/index.ts';

/** A project folder of its own for each test, and the tools at work in it. */
export interface Scene {
  readonly cwd: string;
  /** Writes a file of the project; a number is its mode. */
  file(path: string, content: string | Uint8Array, mode?: number): string;
  /** Reads a file of the project, as it is. */
  bytes(path: string): Buffer;
  call(
    name: string,
    input: Record<string, unknown>,
    more?: { signal?: AbortSignal; onUpdate?: (partial: string) => void },
  ): Promise<ToolResult>;
  /** The text of a call that must succeed. */
  text(name: string, input: Record<string, unknown>): Promise<string>;
  /** The error of a call that must fail. */
  error(name: string, input: Record<string, unknown>): Promise<string>;
}

/** Sets the scene for every test of a file. */
export function setScene(): Scene {
  let cwd = '';
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'tools-')));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));
  const scene: Scene = {
    get cwd() {
      return cwd;
    },
    file(path, content, mode = 0o644) {
      const full = join(cwd, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content, { mode });
      return full;
    },
    bytes: (path) => readFileSync(join(cwd, path)),
    async call(name, input, { signal = new AbortController().signal, onUpdate } = {}) {
      const tool = builtInTools({ cwd }).find(({ schema }) => schema.name === name);
      if (tool === undefined) throw new Error(`There is no tool ${name}`);
      const runtime = { cwd, exec: (params: Parameters<typeof exec>[0]) => exec(params, { cwd }) };
      return tool.run({ input, runtime, signal, ...(onUpdate && { onUpdate }) });
    },
    async text(name, input) {
      const result = await scene.call(name, input);
      if (!result.ok) throw new Error(`${name} failed: ${result.error}`);
      return result.content
        .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
        .join('\n');
    },
    async error(name, input) {
      const result = await scene.call(name, input);
      if (result.ok) throw new Error(`${name} succeeded: ${JSON.stringify(result.content)}`);
      return result.error;
    },
  };
  return scene;
}

/** Runs with the rights of a user who is not root, so that permissions count. */
export async function withoutPrivileges<TValue>(work: () => Promise<TValue>): Promise<TValue> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
