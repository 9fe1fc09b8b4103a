import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_SKILL_BYTES, readSkills } from '../../src/skills/read-skills.ts';
import { folderWith, skillFile } from './support.ts';

const read = (...paths: readonly string[]) => readSkills(paths.map((path) => ({ path, mod: 'm' })));
const names = ({ skills }: Awaited<ReturnType<typeof read>>) => skills.map(({ name }) => name);
const codes = ({ diagnostics }: Awaited<ReturnType<typeof read>>) => diagnostics.map(({ code }) => code);

describe('a place for skills', () => {
  it('with its own SKILL.md is one skill and is not searched deeper', async () => {
    const folder = folderWith({ 'one/SKILL.md': skillFile('d'), 'one/deeper/SKILL.md': skillFile('d') });
    expect(names(await read(join(folder, 'one')))).toEqual(['one']);
  });

  it('without one is a folder of skills, one level deep, by name in order', async () => {
    const folder = folderWith({
      'two/SKILL.md': skillFile('d'),
      'one/SKILL.md': skillFile('d'),
      'none/readme.md': '',
      'none/deeper/SKILL.md': skillFile('d'),
      '.hidden/SKILL.md': skillFile('d'),
      'node_modules/SKILL.md': skillFile('d'),
      'file.md': '',
    });
    expect(names(await read(folder))).toEqual(['one', 'two']);
  });

  it.each([
    ['gone', 'it is not there'],
    ['a.md', 'it is a file; name the folder that it is in'],
    ['empty', 'there is no SKILL.md in it or one level below'],
  ])('%s is a warning that says who named it: %s', async (path, why) => {
    const folder = folderWith({ 'a.md': '', 'empty/readme.md': '' });
    const { diagnostics } = await read(join(folder, path));
    expect(diagnostics).toMatchObject([
      {
        code: 'SKILLS_PATH_EMPTY',
        severity: 'warning',
        message: `The mod "m" names the skills folder ${join(folder, path)}, and ${why}.`,
      },
    ]);
  });

  it('is held together by real path: a link that leads out of it is left out, one inside it counts', async () => {
    const folder = folderWith({
      'secret/SKILL.md': skillFile('d'),
      'secret/key.txt': 'key',
      'skills/real/SKILL.md': skillFile('d', 'x', 'name: real\n'),
    });
    mkdirSync(join(folder, 'skills/sly'));
    symlinkSync(join(folder, 'secret'), join(folder, 'skills/out'));
    symlinkSync(join(folder, 'secret/key.txt'), join(folder, 'skills/sly/SKILL.md'));
    symlinkSync(join(folder, 'skills/real'), join(folder, 'skills/same'));
    const reading = await read(join(folder, 'skills'));
    expect(names(reading)).toEqual(['real']);
    expect(codes(reading)).toEqual(['SKILL_OUTSIDE', 'SKILL_OUTSIDE', 'NAME_TAKEN']);
  });

  it('may itself be a link', async () => {
    const folder = folderWith({ 'skills/one/SKILL.md': skillFile('d') });
    symlinkSync(join(folder, 'skills'), join(folder, 'link'));
    expect(names(await read(join(folder, 'link')))).toEqual(['one']);
  });
});

describe('a skill', () => {
  it('knows its folder, its file, and who brought it', async () => {
    const folder = folderWith({ 'one/SKILL.md': skillFile('Says hello', 'Say hello.') });
    const { skills } = await readSkills([{ path: folder, package: 'pack' }]);
    expect(skills).toEqual([
      {
        name: 'one',
        description: 'Says hello',
        body: 'Say hello.',
        isForPersonOnly: false,
        folder: join(folder, 'one'),
        file: join(folder, 'one/SKILL.md'),
        owner: 'the package "pack"',
      },
    ]);
  });

  it('whose front matter is broken is named with file and line, and the others count', async () => {
    const folder = folderWith({
      'bad/SKILL.md': '---\nname: bad\ndescription: [\n---\n',
      'good/SKILL.md': skillFile('d'),
    });
    const reading = await read(folder);
    const file = join(folder, 'bad/SKILL.md');
    expect(names(reading)).toEqual(['good']);
    expect(reading.diagnostics).toMatchObject([
      { code: 'SKILL_INVALID', severity: 'error', where: { file, line: 3 } },
    ]);
    expect(reading.diagnostics[0]?.message).toContain(
      `The skill ${file}:3 of the mod "m" is left out: its front`,
    );
  });

  it('that is too large, or no text, is left out and named', async () => {
    const folder = folderWith({
      'big/SKILL.md': skillFile('d', 'x'.repeat(MAX_SKILL_BYTES)),
      'good/SKILL.md': skillFile('d'),
    });
    const reading = await read(folder);
    expect([names(reading), codes(reading)]).toEqual([['good'], ['SKILL_UNREADABLE']]);
    expect(reading.diagnostics[0]?.message).toContain('and 262,144 are the most');
  });

  it.skipIf(process.getuid?.() === 0)('that may not be read is left out and named', async () => {
    const folder = folderWith({ 'closed/SKILL.md': skillFile('d') });
    chmodSync(join(folder, 'closed/SKILL.md'), 0);
    expect(codes(await read(folder))).toEqual(['SKILL_UNREADABLE']);
  });

  it('whose name another has is left out with a warning that names both', async () => {
    const one = folderWith({ 'a/SKILL.md': skillFile('first') });
    const two = folderWith({ 'a/SKILL.md': skillFile('second') });
    const { skills, diagnostics } = await readSkills([
      { path: one, mod: 'm' },
      { path: two, package: 'pack' },
    ]);
    expect(skills.map(({ description }) => description)).toEqual(['first']);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'NAME_TAKEN',
        `The skill "a" of the package "pack" (${join(two, 'a/SKILL.md')}) is left out: the mod "m" has it (${join(one, 'a/SKILL.md')}).`,
      ],
    ]);
  });

  it('at a place that is named twice is there once, without a word', async () => {
    const folder = folderWith({ 'a/SKILL.md': skillFile('d') });
    const reading = await read(folder, folder);
    expect([names(reading), codes(reading)]).toEqual([['a'], []]);
  });
});
