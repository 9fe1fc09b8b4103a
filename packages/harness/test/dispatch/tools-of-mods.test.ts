import type { ToolInfo } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { answer, calls, modErrors, ofType, resultTexts, runScripted, tool } from '../support/run-scripted.ts';

describe('the tools of mods', () => {
  it('reach the model with their schemas, those of several mods all, behind the host own', async () => {
    const mine = tool('mine', () => answer('of mine'));
    const { requests, state } = await runScripted({
      mods: { a: (cmd) => void cmd.addTool(mine), b: (cmd) => void cmd.addTool(tool('other')) },
      turns: [calls(['mine']), { text: 'done' }],
    });
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['echo', 'mine', 'other']);
    expect(requests[0]?.tools[1]).toEqual(mine.schema);
    expect(resultTexts(state.messages)).toEqual({ call_1: 'of mine' });
  });

  it('are offered by an embedder without built-in tools as well', async () => {
    const { requests } = await runScripted({
      tools: [],
      mods: { a: (cmd) => void cmd.addTool(tool('mine')) },
    });
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['mine']);
  });

  it('of two with one name the first keeps it; the other is reported with both named, and its mod stays loaded', async () => {
    const { state, events, host } = await runScripted({
      mods: {
        first: (cmd) => void cmd.addTool(tool('t', () => answer('of first'))),
        second: (cmd) => {
          cmd.addTool(tool('t', () => answer('of second')));
          cmd.addTool(tool('another'));
        },
      },
      turns: [calls(['t']), { text: 'done' }],
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'of first' });
    expect(modErrors(events)).toEqual([
      'second addTool: The tool "t" is left out: the mod "first" has that name.',
    ]);
    expect(host.tools().map(({ tool: { schema } }) => schema.name)).toEqual(['t', 'another']);
  });

  it('an existing name of the host wins, and the collision is a mod_error', async () => {
    const { state, events } = await runScripted({
      mods: { m: (cmd) => void cmd.addTool(tool('echo', () => answer('not mine'))) },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: '{}' });
    expect(modErrors(events)).toEqual([
      'm addTool: The tool "echo" is left out: a built-in tool has that name.',
    ]);
  });

  it('come with an AgentMod as data too', async () => {
    const { requests } = await runScripted({
      harness: { mods: [{ id: 'plain', tools: [tool('of_data')] }] },
    });
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['echo', 'of_data']);
  });

  it('an input_schema without required is accepted', async () => {
    const { events } = await runScripted({ mods: { m: (cmd) => void cmd.addTool(tool('t')) } });
    expect(ofType(events, 'notice')).toEqual([]);
  });

  it('one that is added after the session began counts from the next one', async () => {
    const { requests } = await runScripted({
      mods: { m: (cmd) => void cmd.on('tool_running', () => cmd.addTool(tool('late'))) },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(requests[1]?.tools.map(({ name }) => name)).toEqual(['echo']);
  });

  it('one that its mod takes back is gone from the next request', async () => {
    const { requests } = await runScripted({
      mods: {
        m: (cmd) => {
          const handle = cmd.addTool(tool('brief'));
          cmd.on('tool_running', () => handle.dispose());
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(requests.map(({ tools }) => tools.length)).toEqual([2, 1]);
  });
});

describe('setActiveTools', () => {
  const mod = tool('of_mod', undefined, { readOnly: true });

  it('leaves exactly the named built-in and mod tools in the request', async () => {
    const { requests } = await runScripted({
      tools: [tool('a'), tool('b')],
      mods: {
        m: (cmd) => {
          cmd.addTool(mod);
          cmd.setActiveTools(['b', 'of_mod']);
        },
      },
    });
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['b', 'of_mod']);
  });

  it('with no names sends no tools', async () => {
    const { requests } = await runScripted({ mods: { m: (cmd) => void cmd.setActiveTools([]) } });
    expect(requests[0]?.tools).toEqual([]);
  });

  it('called by a tool counts for the next request of the same run', async () => {
    let narrow: () => void = () => {};
    const { requests } = await runScripted({
      tools: [
        tool('a', () => {
          narrow();
          return answer('');
        }),
        tool('b'),
      ],
      mods: {
        m: (cmd) => {
          narrow = () => cmd.setActiveTools(['b']);
        },
      },
      turns: [calls(['a']), { text: 'done' }],
    });
    expect(requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([['a', 'b'], ['b']]);
  });

  it('shows in getActiveTools and getToolInfo, while getAllTools has them all', async () => {
    const seen: unknown[] = [];
    let info: readonly ToolInfo[] = [];
    await runScripted({
      tools: [tool('a'), tool('b')],
      mods: {
        m: (cmd) => {
          cmd.addTool(mod);
          seen.push(cmd.getAllTools());
          cmd.on('run_start', () => {
            cmd.setActiveTools(['a', 'of_mod']);
            seen.push(cmd.getAllTools(), cmd.getActiveTools());
            info = cmd.getToolInfo();
          });
        },
      },
    });
    expect(seen).toEqual([[], ['a', 'b', 'of_mod'], ['a', 'of_mod']]);
    expect(info).toEqual([
      { name: 'a', description: 'a', readOnly: false, active: true },
      { name: 'b', description: 'b', readOnly: false, active: false },
      { name: 'of_mod', description: 'of_mod', readOnly: true, active: true },
    ]);
  });

  it('given something else than a list of names is refused', async () => {
    const { host } = await runScripted({ mods: { m: (cmd) => void cmd.setActiveTools('echo' as never) } });
    expect(host.diagnostics()[0]?.message).toContain('setActiveTools needs an array of names, not a string');
  });
});
