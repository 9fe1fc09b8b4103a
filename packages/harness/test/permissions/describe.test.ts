import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeToolCall } from '../../src/permissions/describe.ts';

describe('the description of a call', () => {
  it.each([
    ['read_file', { file_path: 'a.ts', offset: 3 }, 'Read a.ts'],
    ['write_file', { file_path: 'a.ts', content: 'x' }, 'Write a.ts'],
    ['edit_file', { file_path: 'a.ts' }, 'Edit a.ts'],
    ['shell_command', { command: 'git status' }, 'Run git status'],
    ['shell_command', { command: 'git', args: ['log', '-n 1'] }, 'Run git log -n 1'],
    ['shell_command', {}, 'Run ?'],
    ['glob', { pattern: '**/*.ts', path: 'src' }, 'Find files **/*.ts in src'],
    ['grep', { pattern: 'x' }, 'Search for x'],
    ['task', { agent: 'reviewer', prompt: 'look at a.ts' }, 'Ask the agent reviewer: look at a.ts'],
    ['task', { agent: 'reviewer', prompt: 'p', description: 'a look' }, 'Ask the agent reviewer: a look'],
    ['skill', { name: 'release' }, 'Load the skill release'],
    ['tracker', { id: 1 }, 'Call tracker {"id":1}'],
    ['shell_command', { command: 'echo a\nrm -rf /' }, 'Run echo a rm -rf /'],
    ['shell_command', { command: '\u001b[2Kls\u202e txt.exe' }, 'Run ls txt.exe'],
  ])('of %s %j is %j', (toolName, input, line) => {
    expect(describeToolCall(toolName, input)).toBe(line);
  });

  it('is always one line of bounded length without characters that deceive', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (command) => {
        const line = describeToolCall('shell_command', { command });
        expect([...line].length).toBeLessThanOrEqual(160);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
