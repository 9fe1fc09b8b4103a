import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OnPermissionRequestInput, PermissionMode } from '@cmd-mods/mod-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPermissionEngine, type PermissionEngineOptions } from '../../src/permissions/engine.ts';
import { parsePermissionRule } from '../../src/permissions/rule.ts';

let cwd: string;
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'engine-')));
  mkdirSync(join(cwd, 'src'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const READ_ONLY = new Set(['read_file', 'glob', 'grep', 'mod_reader']);

interface Scene {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly allow?: string;
  readonly deny?: string;
}

/** One call for each row of the table in docs/permissions.md. */
const SCENES: Readonly<Record<string, Scene>> = {
  'covered by a deny rule': {
    toolName: 'read_file',
    input: { file_path: 'secret' },
    deny: 'read_file(secret)',
  },
  'covered by a deny rule and an allow rule': {
    toolName: 'shell_command',
    input: { command: 'git push' },
    allow: 'shell_command(git *)',
    deny: 'shell_command(git push*)',
  },
  'read-only tool': { toolName: 'grep', input: { pattern: 'x' } },
  'file edit inside the project': { toolName: 'write_file', input: { file_path: 'src/a.ts', content: '' } },
  'file edit that an allow rule covers': {
    toolName: 'edit_file',
    input: { file_path: 'src/a.ts' },
    allow: 'edit_file(src/**)',
  },
  'file edit forced by safety': { toolName: 'write_file', input: { file_path: '.env', content: '' } },
  'file edit forced by safety that an allow rule covers': {
    toolName: 'write_file',
    input: { file_path: '.git/hooks/pre-commit', content: '' },
    allow: 'write_file',
  },
  'shell command': { toolName: 'shell_command', input: { command: 'ls' } },
  'shell command that an allow rule covers': {
    toolName: 'shell_command',
    input: { command: 'git status' },
    allow: 'shell_command(git *)',
  },
  'shell command forced by safety': { toolName: 'shell_command', input: { command: 'rm -rf dist' } },
  'shell command forced by safety that an allow rule covers': {
    toolName: 'shell_command',
    input: { command: 'rm -rf dist' },
    allow: 'shell_command(rm -rf dist)',
  },
  'tool of a mod': { toolName: 'mod_writer', input: { a: 1 } },
  'tool of a mod that an allow rule covers': {
    toolName: 'mod_writer',
    input: { a: 1 },
    allow: 'mod_writer({"a":*)',
  },
  'tool of a mod that says it is read-only': { toolName: 'mod_reader', input: {} },
};

function engineFor(scene: Pick<Scene, 'allow' | 'deny'>, options: Partial<PermissionEngineOptions> = {}) {
  const rules = (text: string | undefined) => (text === undefined ? [] : [parsePermissionRule(text)]);
  return createPermissionEngine({
    cwd,
    mode: () => 'default',
    allow: rules(scene.allow),
    deny: rules(scene.deny),
    skipPermissions: false,
    isReadOnly: (toolName) => READ_ONLY.has(toolName),
    ask: async () => undefined,
    ...options,
  });
}

/** What the engine does with a call, in the words of the table. */
async function outcome(
  scene: Scene,
  permissionMode: PermissionMode,
  skipPermissions: boolean,
): Promise<string> {
  const requests: OnPermissionRequestInput[] = [];
  const engine = engineFor(scene, {
    skipPermissions,
    ask: async (request) => {
      requests.push(request);
      return undefined;
    },
  });
  const decision = await engine.check({ ...scene, description: 'd', permissionMode });
  const [request] = requests;
  if (request !== undefined) return request.isSafetyPrompt ? 'asks, safety' : 'asks';
  return { allow: 'runs', refuse: 'refused', deny: 'denied' }[decision.behavior];
}

describe('the table in docs/permissions.md', () => {
  const page = readFileSync(new URL('../../../../docs/permissions.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('| call '));
  const rows = table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [head = [], , ...body] = rows;
  const modes = head.slice(1, 5) as PermissionMode[];

  it('has a row for every scene here, and the other way round', () => {
    expect(modes).toEqual(['default', 'accept-edits', 'plan', 'dont-ask']);
    expect(body.map(([call]) => call)).toEqual(Object.keys(SCENES));
  });

  it.each(body)('a call that is: %s', async (call, ...cells) => {
    const scene = SCENES[call as string] as Scene;
    const actual: string[] = [];
    for (const mode of modes) actual.push(await outcome(scene, mode, false));
    const skipped = new Set<string>();
    for (const mode of ['default', 'accept-edits', 'dont-ask'] as const)
      skipped.add(await outcome(scene, mode, true));
    expect([...actual, ...skipped]).toEqual(cells);
  });

  it.each(Object.entries(SCENES))('plan mode does the same with the flag: %s', async (_call, scene) => {
    expect(await outcome(scene, 'plan', true)).toBe(await outcome(scene, 'plan', false));
  });
});

describe('a call about which somebody is asked', () => {
  const plain = SCENES['shell command'] as Scene;
  const safety = SCENES['shell command forced by safety'] as Scene;
  const check = (scene: Scene, options: Partial<PermissionEngineOptions>) =>
    engineFor(scene, options).check({ ...scene, description: 'Run it' });
  const says = (answer: unknown) => async () => answer as 'allow' | 'deny' | undefined;

  it.each([
    ['allow', 'allow'],
    ['deny', 'deny'],
    [undefined, 'deny'],
    ['yes', 'deny'],
    [true, 'deny'],
  ])('headless, a mod that answers %j: %s', async (answer, behavior) => {
    expect(await check(plain, { ask: says(answer) })).toMatchObject({ behavior });
  });

  it.each([
    ['allow', 'deny'],
    ['deny', 'deny'],
    [undefined, 'deny'],
  ])('headless on a safety prompt, a mod that answers %j: %s', async (answer, behavior) => {
    expect(await check(safety, { ask: says(answer) })).toMatchObject({ behavior });
  });

  it.each([
    ['plain', 'allow', undefined, 'allow'],
    ['plain', undefined, 'allow', 'allow'],
    ['plain', 'deny', 'allow', 'deny'],
    ['plain', undefined, 'deny', 'deny'],
    ['safety', 'allow', 'allow', 'allow'],
    ['safety', 'allow', 'deny', 'deny'],
    ['safety', 'deny', 'allow', 'deny'],
  ])('%s prompt: the mods say %j, the person says %j: %s', async (kind, mods, person, behavior) => {
    const scene = kind === 'safety' ? safety : plain;
    expect(await check(scene, { ask: says(mods), askPerson: says(person) })).toMatchObject({ behavior });
  });

  it('does not ask the person when a mod has answered', async () => {
    const askPerson = () => Promise.reject(new Error('asked'));
    expect(await check(plain, { ask: says('allow'), askPerson })).toEqual({ behavior: 'allow' });
    expect(await check(plain, { ask: says('deny'), askPerson })).toMatchObject({ behavior: 'deny' });
  });

  it('hands over the call, its description and whether safety forces the prompt', async () => {
    const requests: OnPermissionRequestInput[] = [];
    const ask = async (request: OnPermissionRequestInput) => void requests.push(request) as undefined;
    await check(safety, { ask });
    const { toolName, input } = safety;
    expect(requests).toEqual([{ toolName, input, description: 'Run it', isSafetyPrompt: true }]);
  });

  it('throws what asking throws, so that the caller denies', async () => {
    await expect(check(plain, { ask: () => Promise.reject(new Error('broken')) })).rejects.toThrow('broken');
  });

  it('denies when the run is interrupted while nobody answers', async () => {
    const controller = new AbortController();
    const engine = engineFor(plain, { ask: () => new Promise(() => controller.abort()) });
    const decision = await engine.check({ ...plain, description: null, signal: controller.signal });
    expect(decision).toMatchObject({ behavior: 'deny' });
  });
});

describe('what the decision says', () => {
  it.each([
    [
      'a deny rule',
      'covered by a deny rule',
      'default',
      /The rule read_file\(secret\) denies this call of read_file/,
    ],
    [
      'plan mode',
      'shell command',
      'plan',
      /Plan mode is on: shell_command did not run, since only read-only tools do/,
    ],
    [
      'dont-ask',
      'shell command',
      'dont-ask',
      /shell_command would need permission, and the mode is dont-ask\.$/,
    ],
    [
      'nobody to ask',
      'shell command',
      'default',
      /shell_command needs permission, and nobody can be asked\.$/,
    ],
    [
      'safety',
      'shell command forced by safety',
      'default',
      /nobody can be asked: it deletes recursively or by force \(rm\)/,
    ],
  ])('names the cause: %s', async (_cause, name, mode, message) => {
    const scene = SCENES[name] as Scene;
    const decision = await engineFor(scene).check({
      ...scene,
      description: null,
      permissionMode: mode as PermissionMode,
    });
    expect(decision).toMatchObject({ message: expect.stringMatching(message) });
  });
});

describe('the mode', () => {
  it('is the one named by the check, or else the one that holds now', async () => {
    let mode: PermissionMode = 'plan';
    const scene = SCENES['file edit inside the project'] as Scene;
    const engine = engineFor(scene, { mode: () => mode });
    expect(await engine.check({ ...scene, description: null })).toMatchObject({ behavior: 'refuse' });
    mode = 'accept-edits';
    expect(await engine.check({ ...scene, description: null })).toEqual({ behavior: 'allow' });
    expect(await engine.check({ ...scene, description: null, permissionMode: 'plan' })).toMatchObject({
      behavior: 'refuse',
    });
  });
});
