import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { defineAuthCommands } from '../src/auth-program.ts';
import { CLI_CATALOGUE } from '../src/diagnostics.ts';
import { defineModsCommands } from '../src/mods-program.ts';

const page = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');

describe('the page about errors', () => {
  it('has a section for each code of the program, and for nothing else', () => {
    const sections = [...page('errors/cli.md').matchAll(/^## (.+)$/gm)].map(([, code]) => code);
    expect(sections).toEqual(Object.keys(CLI_CATALOGUE));
  });
});

describe('the page about commands', () => {
  const mods = new Command('mods');
  const auth = new Command('auth');
  const io = {} as Parameters<typeof defineModsCommands>[0]['io'];
  defineModsCommands({ group: mods, io, folder: () => undefined, end: () => {} });
  defineAuthCommands({ group: auth, io, folder: () => undefined, end: () => {} });
  const text = page('commands.md');
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

  it('has a section for every command, under each of its names', () => {
    const named = headings.flatMap((heading) => [...heading.matchAll(/`([a-z]+)/g)].map(([, name]) => name));
    expect(named.toSorted()).toEqual(
      [
        ...mods.commands.flatMap((each) => [each.name(), ...each.aliases()]),
        ...auth.commands.map(() => 'auth'),
      ].toSorted(),
    );
  });

  it('names every command and option of cmd auth in its section', () => {
    const section = text.slice(text.indexOf('## `auth login'));
    const common = text.slice(0, text.indexOf('\n## '));
    const wanted = auth.commands.flatMap((each) => [
      ...[each.name(), ...each.aliases()].map((name) => `\`${name}\``),
      ...each.options.map(({ long }) => long ?? ''),
    ]);
    expect(wanted.filter((word) => !`${common}${section}`.includes(word))).toEqual([]);
  });

  it.each(mods.commands.map((each) => [each.name(), each] as const))(
    'names every option of %s',
    (name, command) => {
      const start = text.indexOf(headings.find((heading) => heading.includes(`\`${name}`)) ?? name);
      const section = text.slice(start, text.indexOf('\n## ', start));
      const common = text.slice(0, text.indexOf('\n## '));
      const missing = command.options.filter(({ long }) => !`${common}${section}`.includes(long ?? ''));
      expect(missing.map(({ long }) => long)).toEqual([]);
    },
  );
});
