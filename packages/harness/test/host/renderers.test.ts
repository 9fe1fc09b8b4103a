import { describe, expect, it } from 'vitest';
import { boom, cmdOf, cyclic } from '../support/cmd-of.ts';
import { modErrors, setStage } from '../support/run-scripted.ts';

describe('renderers', () => {
  it('a type without one is shown as indented JSON', async () => {
    const { host } = await cmdOf();
    expect(host.renderEntry('x', { a: 1 })).toEqual(['{', '  "a": 1', '}']);
    expect(host.renderEntry('x', undefined)).toEqual(['undefined']);
  });

  it('what JSON cannot hold is shown all the same', async () => {
    const { host } = await cmdOf();
    expect(host.renderEntry('x', { n: 1n })).toEqual(['{ n: 1n }']);
    expect(host.renderEntry('x', cyclic())).toEqual([expect.stringContaining('[Circular *1]')]);
  });

  it.each([
    ['throws', boom, 'boom'],
    ['gives no lines', () => 'text' as never, 'A renderer returns an array of lines.'],
    ['is asynchronous', (async () => ['line']) as never, 'A renderer returns an array of lines.'],
  ])('one that %s gives a line that says so, and a mod_error', async (_what, render, message) => {
    const { host, events } = await setStage({ mods: { m: (cmd) => void cmd.addRenderer('x', render) } });
    expect(host.renderEntry('x', {})).toEqual([`[m] the renderer of "x" failed: ${message}`]);
    expect(modErrors(events)).toEqual([`m renderer:x: ${message}`]);
  });
});
