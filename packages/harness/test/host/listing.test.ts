import { describe, expect, it } from 'vitest';
import { cmdOf } from '../support/cmd-of.ts';
import { tool } from '../support/run-scripted.ts';

describe('registrations', () => {
  it('lists what has a name, with its kind and its mod, and forgets what was taken back', async () => {
    const { host } = await cmdOf((cmd) => {
      cmd.addTool(tool('look'));
      cmd.hooks({ onRunEnd: () => {} });
      cmd.hooks({ onStop: () => undefined }).dispose();
      cmd.addFlag('loud', { type: 'boolean' });
      cmd.addCommand({ name: 'greet', handler: () => {} });
      cmd.addRenderer('note', () => []);
      cmd.ui.setStatus('busy');
      cmd.on('run_end', () => {}).dispose();
      cmd.on('run_start', () => {});
    });
    expect(host.registrations().map(({ kind, name, mod }) => `${kind} ${name} ${mod}`)).toEqual([
      'hook onRunEnd m',
      'tool look m',
      'command greet m',
      'flag loud m',
      'renderer note m',
      'observer run_start m',
      'status m m',
    ]);
  });
});
