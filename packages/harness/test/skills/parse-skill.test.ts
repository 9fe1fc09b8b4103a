import { describe, expect, it } from 'vitest';
import { parseSkill } from '../../src/skills/parse-skill.ts';

const front = (...lines: readonly string[]) => ['---', ...lines, '---', 'Body.'].join('\n');

describe('a SKILL.md', () => {
  it('is front matter and instructions', () => {
    const text = front('name: review', 'description: Reviews a change', 'license: MIT');
    expect(parseSkill(text, 'folder')).toEqual({
      ok: true,
      name: 'review',
      description: 'Reviews a change',
      body: 'Body.',
      isForPersonOnly: false,
    });
  });

  it('without a name has that of its folder', () => {
    expect(parseSkill(front('description: d'), 'my-skill')).toMatchObject({ ok: true, name: 'my-skill' });
  });

  it('is read with CRLF, a byte order mark, blanks behind the dashes, and an empty body', () => {
    expect(parseSkill('\ufeff---  \r\nname: a\r\ndescription: d\r\n---\r\n', 'f')).toMatchObject({
      ok: true,
      name: 'a',
      body: '',
    });
  });

  it('has its description on one line, whatever its spelling', () => {
    const text = front('description: >', '  One line,', '  and another', '', '  paragraph.');
    expect(parseSkill(text, 'f')).toMatchObject({ description: 'One line, and another paragraph.' });
  });

  it('keeps dashes of its body', () => {
    expect(parseSkill('---\ndescription: d\n---\none\n---\ntwo', 'f')).toMatchObject({
      body: 'one\n---\ntwo',
    });
  });

  it('with disable-model-invocation is for the person alone', () => {
    const text = front('description: d', 'disable-model-invocation: true');
    expect(parseSkill(text, 'f')).toMatchObject({ isForPersonOnly: true });
  });

  it.each([
    ['', 1, 'it does not begin with front matter, a line of three dashes'],
    ['# Title\n', 1, 'it does not begin with front matter, a line of three dashes'],
    ['---\ndescription: d\n', 1, 'its front matter has no end, a second line of three dashes'],
    [front(), 2, 'its front matter has no fields'],
    [front('- a'), 2, 'its front matter has no fields'],
    [front('name: a', 'description: Use: this'), 3, 'its front matter is no YAML: Nested mappings'],
    [front('description: d', 'description: e'), 3, 'its front matter is no YAML: Map keys must be unique'],
    [front('name: a'), 1, 'its front matter has no description'],
    [front('name: a', 'description:'), 3, 'its description must be a text that is not empty'],
    [front('description: [a]'), 2, 'its description must be a text that is not empty'],
    [front('', `description: ${'x'.repeat(1025)}`), 3, 'its description has more than 1,024 characters'],
    [front('description: d', 'name: My Skill'), 3, 'its name must be at most 64 lower-case letters'],
    [front('description: d', 'name: ../up'), 3, 'its name must be at most 64 lower-case letters'],
    [front('description: d', 'name: 5'), 3, 'single dashes, not 5'],
    [front('description: d', `name: ${'x'.repeat(65)}`), 3, 'its name must be at most 64'],
    [front('description: d', 'disable-model-invocation: yes please'), 3, 'must be true or false'],
  ])('%j is wrong at line %i: %s', (text, line, problem) => {
    expect(parseSkill(text, 'folder')).toEqual({
      ok: false,
      line,
      problem: expect.stringContaining(problem),
    });
  });

  it('without a name in a folder whose own does not fit is wrong', () => {
    expect(parseSkill(front('description: d'), 'My Folder')).toMatchObject({ ok: false, line: 1 });
  });

  it('that expands without end is not expanded', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefgh'.split('').map((name, index) => {
        const before = 'abcdefgh'[index];
        return `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`;
      }),
    ];
    expect(parseSkill(front('description: d', ...bomb), 'f')).toMatchObject({ ok: true });
  });
});
