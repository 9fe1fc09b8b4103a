import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import {
  REGISTRY_CATALOGUE,
  type RegistryCommandIo,
  runAudit,
  runBuild,
  runEntry,
  runValidate,
  VALIDATE_FORMATS,
} from '../src/index.ts';
import { ioIn, registryText, soundEntry, temporaryFolder } from './support/workbench.ts';

function commandIo(files: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  let output = '';
  const reported: Diagnostic[] = [];
  const io: RegistryCommandIo = {
    ...ioIn(cwd),
    color: false,
    out: (text) => {
      output += text;
    },
    report: (diagnostic) => reported.push(diagnostic),
  };
  return { io, cwd, reported, output: () => output };
}
const files = { 'registry.json': registryText(soundEntry('a-guard', { kinds: ['panes'] })) };

describe('the commands without their command line', () => {
  it.each(VALIDATE_FORMATS)('validate prints %s and ends with 1 for an error', async (format) => {
    const { io, output } = commandIo(files);
    expect(await runValidate({ file: 'registry.json', format }, io)).toBe(1);
    expect(output()).toContain('kinds-enum');
  });

  it('validate adds its table to the summary', async () => {
    const { io, cwd } = commandIo({ ...files, 'summary.md': 'Before.\n' });
    await runValidate({ file: 'registry.json', summary: 'summary.md' }, io);
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toMatch(
      /^Before\.\n## Registry\n[\s\S]*kinds-enum/,
    );
  });

  it.each([
    ['validate', (io: RegistryCommandIo) => runValidate({ file: 'none.json' }, io)],
    ['audit', (io: RegistryCommandIo) => runAudit({ file: 'none.json', out: 'x.json' }, io)],
    ['build', (io: RegistryCommandIo) => runBuild({ file: 'none.json', out: 'x' }, io)],
    ['entry', (io: RegistryCommandIo) => runEntry({ path: 'none' }, io)],
  ])('%s ends with 2 and says why when it cannot run', async (_, run) => {
    const { io, reported, output } = commandIo();
    expect(await run(io)).toBe(2);
    expect([reported.length, output()]).toEqual([1, '']);
  });

  it('build ends with 1 for a loss, and for bad entries with --strict', async () => {
    const { io, cwd, reported, output } = commandIo(files);
    expect(await runBuild({ file: 'registry.json', out: 'site' }, io)).toBe(0);
    expect(await runBuild({ file: 'registry.json', out: 'site', strict: true }, io)).toBe(1);
    expect(output()).toMatch(/^0 mods in site: \d+ files written/);
    writeFileSync(join(cwd, 'site/mods.json'), JSON.stringify({ mods: [{ name: 'a' }] }));
    expect(await runBuild({ file: 'registry.json', out: 'site' }, io)).toBe(1);
    expect(reported.map(({ code }) => code)).toContain('REGISTRY_LOSS');
  });

  it('entry prints the entry alone, and the report with json', async () => {
    const { io, output, reported } = commandIo({
      'package.json': '{"name": "a-guard"}',
      'index.ts': 'export default () => {};\n',
    });
    expect(await runEntry({}, io)).toBe(1);
    expect(JSON.parse(output())).toMatchObject({ name: 'a-guard', npm: 'a-guard' });
    expect(reported.map(({ code }) => code)).toContain('schema');
  });
});

describe('the catalogue of codes', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/errors/registry.md'), 'utf8');

  it('has a section on the page for each code, and the page has no other', () => {
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(Object.keys(REGISTRY_CATALOGUE));
  });

  it('has no code that nothing reports', () => {
    const source = readdirSync(join(import.meta.dirname, '../src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('diagnostics.ts'))
      .map((file) => readFileSync(join(import.meta.dirname, '../src', file), 'utf8'))
      .join('\n');
    for (const code of Object.keys(REGISTRY_CATALOGUE))
      expect([code, source.includes(`'${code}'`)]).toEqual([code, true]);
  });

  it('and the rules point at pages that are there', () => {
    expect(existsSync(join(import.meta.dirname, '../../../docs/registry-rules.md'))).toBe(true);
  });
});
