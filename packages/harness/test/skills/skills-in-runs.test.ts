import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { agentMod, delegates } from '../agents/support.ts';
import {
  calls,
  modErrors,
  ofType,
  resultTexts,
  runScripted,
  setStage,
  texts,
  tool,
} from '../support/run-scripted.ts';
import { folderWith, skillFile } from './support.ts';

const adds =
  (path: string): ModFactory =>
  (cmd) =>
    void cmd.addSkillsPath(path);

const greets = () => folderWith({ 'greet/SKILL.md': skillFile('Greets people', 'Say hello.') });
const greetText = (folder: string) =>
  `The skill "greet". Its folder is ${join(folder, 'greet')}; paths in it are relative to that folder.\n\nSay hello.`;

describe('the model and skills', () => {
  it('it is told of each in one line of the tool skill, and reads the instructions when it loads one', async () => {
    const folder = greets();
    const { requests, state, events } = await runScripted({
      mods: { m: adds(folder) },
      turns: [calls(['skill', { name: 'greet' }]), { text: 'done' }],
    });
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['echo', 'skill']);
    expect(requests[0]?.tools[1]?.description).toContain('\n- greet: Greets people');
    expect(JSON.stringify(requests[0])).not.toContain('Say hello.');
    expect(resultTexts(state.messages)).toEqual({ call_1: greetText(folder) });
    expect(ofType(events, 'skill_loaded')).toEqual([]);
  });

  it('without skills there is no such tool, and its name is taken all the same', async () => {
    const { requests, events } = await runScripted({ mods: { m: (cmd) => void cmd.addTool(tool('skill')) } });
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['echo']);
    expect(modErrors(events)).toEqual([
      'm addTool: The tool "skill" is left out: a built-in tool has that name.',
    ]);
  });

  it('loading asks nobody, and a name that does not exist is a tool error with the nearest', async () => {
    const { state } = await runScripted({
      mods: { m: adds(greets()) },
      harness: { permissions: {} },
      turns: [calls(['skill', { name: 'great' }]), { text: 'done' }],
    });
    expect(resultTexts(state.messages)).toEqual({
      call_1: 'There is no skill "great". Did you mean "greet"? The skills are: greet.',
    });
  });

  it('skills of packages come behind those of mods', async () => {
    const stage = await setStage({ turns: [{ text: 'done' }] });
    stage.host.setPackageSkills([{ path: greets(), package: 'pack' }]);
    const { requests } = await stage.run();
    expect(requests[0]?.tools[1]?.description).toContain('- greet: Greets people');
  });

  it('one for the person alone is neither told of nor loaded', async () => {
    const folder = folderWith({ 'deploy/SKILL.md': skillFile('d', 'x', 'disable-model-invocation: true\n') });
    const { requests, state } = await runScripted({
      mods: { m: adds(folder) },
      turns: [calls(['skill', { name: 'deploy' }]), { text: 'done' }],
    });
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['echo']);
    expect(resultTexts(state.messages).call_1).toContain('There is no tool "skill".');
  });

  it('a sub-agent has them too, as far as its tools go', async () => {
    const { requests } = await runScripted({
      mods: { m: adds(greets()), a: agentMod(), b: agentMod({ name: 'bare', tools: [] }) },
      turns: [delegates(), { text: 'x' }, delegates('x', 'bare'), { text: 'x' }, { text: 'done' }],
    });
    const inside = requests.filter(({ purpose }) => purpose === 'agent');
    expect(inside.map(({ tools }) => tools.map(({ name }) => name))).toEqual([['echo', 'skill'], []]);
  });
});

describe('a person who types /name', () => {
  it('activates the skill: skill_loaded, then a run that begins with its instructions and the arguments', async () => {
    const folder = greets();
    const typed: string[] = [];
    const stage = await setStage({
      mods: { m: adds(folder), watch: { transformInput: ({ text }) => void typed.push(text) } },
      turns: [{ text: 'Hello!' }],
    });
    const outcome = await stage.harness.submit('/greet the whole team');
    expect(outcome).toMatchObject({ kind: 'ran', result: { finalText: 'Hello!' } });
    expect(texts(stage.harness.state.messages)).toEqual([
      `user: ${greetText(folder)}|the whole team`,
      'assistant: Hello!',
    ]);
    expect(stage.harness.state.messages[0]?.meta).toEqual({ source: 'skill' });
    const events = stage.events.map(({ type }) => type);
    expect(events.indexOf('skill_loaded')).toBe(events.indexOf('run_start') - 1);
    expect(ofType(stage.events, 'skill_loaded')).toEqual([{ type: 'skill_loaded', name: 'greet' }]);
    expect(typed).toEqual([]);
  });

  it('activates one that the model is not told of', async () => {
    const folder = folderWith({ 'deploy/SKILL.md': skillFile('d', 'x', 'disable-model-invocation: true\n') });
    const stage = await setStage({ mods: { m: adds(folder) }, turns: [{ text: 'done' }] });
    await stage.harness.submit('/deploy');
    expect(ofType(stage.events, 'skill_loaded')).toHaveLength(1);
  });

  it.each(['/gret', 'please /greet', '/greet/x', 'greet'])(
    '%j is a prompt like any other',
    async (prompt) => {
      const stage = await setStage({ mods: { m: adds(greets()) }, turns: [{ text: 'done' }] });
      await stage.harness.submit(prompt);
      expect(texts(stage.harness.state.messages)[0]).toBe(`user: ${prompt}`);
      expect(ofType(stage.events, 'skill_loaded')).toEqual([]);
    },
  );

  it("a mod's command of that name goes first, with a warning that names both", async () => {
    const stage = await setStage({
      mods: {
        m: adds(greets()),
        c: (cmd) => void cmd.addCommand({ name: 'greet', handler: () => undefined }),
      },
      turns: [{ text: 'done' }],
    });
    await stage.harness.submit('/greet');
    expect(ofType(stage.events, 'skill_loaded')).toEqual([]);
    expect(ofType(stage.events, 'notice').map(({ message }) => message)).toEqual([
      '/greet runs the command of the mod "c", not the skill of the mod "m"; the model can load the skill. Rename one of them, or disable one of the mods.',
    ]);
  });
});

describe('skills over time', () => {
  it('what is wrong with one is a notice and a diagnostic, once, however many runs there are', async () => {
    const folder = folderWith({ 'bad/SKILL.md': 'no front matter' });
    const stage = await setStage({ mods: { m: adds(folder) }, turns: [{ text: 'one' }, { text: 'two' }] });
    await stage.run();
    await stage.run();
    expect(ofType(stage.events, 'notice').map(({ level }) => level)).toEqual(['error']);
    expect(stage.host.diagnostics()).toMatchObject([
      { code: 'SKILL_INVALID', where: { file: join(folder, 'bad/SKILL.md'), line: 1 } },
    ]);
  });

  it('an edit, a new one and a removed one count from the next run', async () => {
    const folder = greets();
    const stage = await setStage({
      mods: { m: adds(folder) },
      turns: [{ text: '1' }, { text: '2' }, { text: '3' }],
    });
    await stage.run();
    writeFileSync(join(folder, 'greet/SKILL.md'), skillFile('Greets in verse'));
    await stage.run();
    rmSync(join(folder, 'greet'), { recursive: true });
    const { requests } = await stage.run();
    expect(requests.map(({ tools }) => /- greet: (.*)/.exec(tools[1]?.description ?? '')?.[1])).toEqual([
      'Greets people',
      'Greets in verse',
      undefined,
    ]);
  });

  it("a reload's paths count from the next run, and its mod keeps its place", async () => {
    const stage = await setStage({
      mods: { one: adds(greets()), two: adds(folderWith({ 'greet/SKILL.md': skillFile('of two') })) },
      turns: [{ text: '1' }, { text: '2' }],
    });
    await stage.run();
    await stage.host.replace('one', adds(folderWith({ 'greet/SKILL.md': skillFile('of the new one') })));
    const { requests } = await stage.run();
    expect(requests.map(({ tools }) => /- greet: (.*)/.exec(tools[1]?.description ?? '')?.[1])).toEqual([
      'Greets people',
      'of the new one',
    ]);
  });
});
