import { describe, expect, it } from 'vitest';
import { type Filling, fillTemplate, withLicense } from '../src/fill-template.ts';
import { LICENSES, readLicense, readTemplate, TEMPLATE_NAMES } from '../src/templates.ts';

const FILLING: Filling = {
  packageName: '@ada/line-guard',
  modName: 'line-guard',
  description: 'Guards lines.',
  author: 'Ada Lovelace',
  owner: 'ada',
  day: '2031-05-06',
};

describe.each(TEMPLATE_NAMES)('the template %s', (name) => {
  const template = readTemplate(name);

  it('has none of its stand-ins left once it is filled in', () => {
    const text = Object.values(fillTemplate(template, FILLING)).join('\n');
    const { description } = JSON.parse(template['package.json'] ?? '');
    for (const standIn of [
      'your-scope',
      'my-mod',
      'Your Name',
      'your-name',
      '(c) 2026',
      '2026-01-01',
      description,
    ]) {
      expect(text).not.toContain(standIn);
    }
    for (const answer of [
      '@ada/line-guard',
      'Guards lines.',
      '(c) 2031 Ada Lovelace',
      '2031-05-06',
      'ada/line-guard',
    ]) {
      expect(text).toContain(answer);
    }
  });

  it('keeps its stand-ins for what is not known, so that they can be searched for', () => {
    const { 'package.json': text = '' } = fillTemplate(template, {
      ...FILLING,
      author: undefined,
      owner: undefined,
    });
    expect(JSON.parse(text)).toMatchObject({
      author: 'Your Name',
      repository: { url: 'git+https://github.com/your-name/line-guard.git' },
    });
  });
});

describe('answers of any text', () => {
  it('come out as they went in, in JSON too, and are not taken for stand-ins themselves', () => {
    const author = 'Zoë "$&" \\ my-mod (c) 2026 Your Name';
    const description = 'Says "my-mod" and $1 to your-name.';
    const files = fillTemplate(readTemplate('tool'), { ...FILLING, author, description });
    expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({ author, description });
    expect(JSON.parse(files['registry-entry.json'] ?? '')).toMatchObject({
      author: { name: author },
      description,
    });
    expect(files.LICENSE).toContain(`Copyright (c) 2031 ${author}\n`);
    expect(files['README.md']).toContain(`\n${description}\n`);
  });
});

describe('another licence', () => {
  it.each(LICENSES.filter((license) => license !== 'MIT'))(
    '%s takes the place of the text and of the name',
    (license) => {
      const template = withLicense(readTemplate('minimal'), license, readLicense(license) ?? '');
      const files = fillTemplate(template, FILLING);
      expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({ license });
      expect(files['README.md']).toContain(`${license}, see [LICENSE](LICENSE)`);
      expect(files.LICENSE).toContain('Copyright (c) 2031 Ada Lovelace');
      expect(files.LICENSE).not.toContain('MIT');
    },
  );
});
