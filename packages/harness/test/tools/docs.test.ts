import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtInTools } from '../../src/tools/index.ts';
import type { InputSchema } from '../../src/tools/input-schema.ts';
import { LIMITS } from '../../src/tools/limits.ts';

const page = readFileSync(new URL('../../../../docs/tools.md', import.meta.url), 'utf8');

describe('docs/tools.md', () => {
  it.each(builtInTools({ cwd: '/' }).map((tool) => [tool.schema.name, tool] as const))(
    'has the fields of %s in its table, and a section',
    (name, { schema, readOnly }) => {
      const { properties, required } = schema.input_schema as unknown as InputSchema;
      const fields = Object.keys(properties).map(
        (field) => `\`${field}${required.includes(field) ? '' : '?'}\``,
      );
      expect(page.replace(/ +/g, ' ')).toContain(
        `| \`${name}\` | ${fields.join(', ')} | ${readOnly ? 'yes' : 'no'} |`,
      );
      expect(page).toContain(`\n## ${name}\n`);
    },
  );

  it.each([
    ['read_file', LIMITS.read.lines],
    ['read_file', LIMITS.read.characters],
    ['read_file', LIMITS.read.lineBytes],
    ['edit_file', LIMITS.edit.bytes],
    ['shell_command', LIMITS.shell.timeoutMs],
    ['shell_command', LIMITS.shell.maxTimeoutMs],
    ['shell_command', LIMITS.shell.characters / 2],
    ['glob', LIMITS.glob.paths],
    ['grep', LIMITS.grep.matches],
    ['grep', LIMITS.grep.characters],
    ['grep', LIMITS.grep.fileBytes],
    ['grep', LIMITS.grep.fileMs],
  ])('states a limit of %s: %i', (name, limit) => {
    const section = page.split('\n## ').find((part) => part.startsWith(`${name}\n`));
    expect(section).toContain(limit.toLocaleString('en'));
  });
});
