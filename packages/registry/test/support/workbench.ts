import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import {
  type RegistryIo,
  type ValidateRequest,
  type ValidateResult,
  validateRegistry,
} from '../../src/index.ts';

export const FIXTURES: string = join(import.meta.dirname, '../fixtures');

/** The day on which all tests run. */
export const TODAY = new Date('2026-11-30T12:00:00Z');

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that goes away when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-registry-'));
  folders.push(folder);
  return folder;
}

/** A world of its own in a folder: no home, no variables, one day. */
export function ioIn(cwd: string, env: RegistryIo['env'] = {}): RegistryIo {
  return { cwd, home: join(cwd, 'home'), env, now: () => TODAY };
}

/** Validates a text as `registry.json` in a folder of its own. */
export async function validateText(
  text: string | Buffer,
  request: Omit<Partial<ValidateRequest>, 'base'> & { readonly base?: string } = {},
): Promise<ValidateResult & { readonly written: string }> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'registry.json'), text);
  const { base, ...rest } = request;
  if (base !== undefined) writeFileSync(join(cwd, 'base.json'), base);
  const result = await validateRegistry(
    { file: 'registry.json', ...(base === undefined ? {} : { base: 'base.json' }), ...rest },
    ioIn(cwd),
  );
  return { ...result, written: readFileSync(join(cwd, 'registry.json'), 'utf8') };
}

/** A finding in one line: `7:12 error name-unique /mods/1/name`. */
export function lines({ report }: ValidateResult): string[] {
  return report.findings.map(({ line, column, severity, rule, path }) =>
    [`${line}:${column}`, severity, rule, path].join(' ').trim(),
  );
}

/** A registry in the usual layout. */
export function registryText(...mods: readonly object[]): string {
  return `${JSON.stringify({ mods }, null, 2)}\n`;
}

/** An entry against which no rule has anything. */
export function soundEntry(name: string, more: object = {}): { name: string } & Record<string, unknown> {
  return {
    name,
    source: `npm:${name}`,
    description: 'Asks before a command deletes files.',
    author: { name: 'Ada Lovelace' },
    kinds: ['hook'],
    npm: name,
    ...more,
  };
}
