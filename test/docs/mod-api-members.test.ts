import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createHarness, createModHost, createScriptedModel, SCRIPTED_MODEL } from '@cmd-mods/harness';
import type { ModApi, ObservableEvent, ToolModule } from '@cmd-mods/mod-api';
import { describe, expect, it, onTestFinished } from 'vitest';
// @ts-expect-error: a script of the repository, without types.
import { membersPage, modApiMembers } from '../../scripts/generate-mod-api-members.mjs';
import { MEMBERS, type MemberRow, type Outcome } from '../support/mod-api-members.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const names = MEMBERS.map(({ member }) => member);

const echo: ToolModule = {
  schema: { name: 'echo', description: 'Echoes', input_schema: { type: 'object' } },
  run: () => ({ ok: true, content: [] }),
};

/** A headless host with one mod, and what it takes to bind a session to it. */
async function stage(inFactory: (cmd: ModApi) => unknown = () => {}) {
  const host = createModHost({ cwd: import.meta.dirname });
  const events: ObservableEvent[] = [];
  let kept: ModApi | undefined;
  const factory = async (cmd: ModApi) => {
    kept = cmd;
    await inFactory(cmd);
  };
  expect(await host.register({ name: 'm', factory })).toEqual({ ok: true });
  if (kept === undefined) throw new Error('The factory did not run.');
  const bind = async () => {
    const harness = await createHarness({
      modelClient: createScriptedModel({ turns: [{ text: 'done' }] }),
      model: SCRIPTED_MODEL,
      modHost: host,
      tools: [echo],
      onEvent: (event) => events.push(event),
    });
    onTestFinished(() => harness.dispose());
  };
  return { host, events, cmd: kept, bind };
}

/** Uses a member, and says what came of it in the words of the table. */
async function outcomeOf({ call }: MemberRow, cmd: ModApi, expected: Outcome): Promise<unknown> {
  let given: unknown;
  try {
    given = call(cmd);
  } catch (error) {
    return { how: 'throws', value: error instanceof Error ? error.message : error };
  }
  if (given instanceof Promise) {
    return given.then(
      (value) => ({ how: 'resolves', value }),
      (error: Error) => ({ how: 'rejects', value: error.message }),
    );
  }
  if (expected.how === 'kind') return { how: 'kind', value: typeof given };
  return isHandle(given) ? { how: 'handle' } : { how: 'gives', value: given };
}

function isHandle(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'dispose' in value;
}

function expectation({ how, value }: Outcome): unknown {
  if (how === 'lists') return { how: 'gives', value: expect.arrayContaining(value as unknown[]) };
  if (how === 'throws' || how === 'rejects') return { how, value: expect.stringContaining(String(value)) };
  return how === 'handle' ? { how } : { how, value };
}

describe('the table of members', () => {
  it('has every member of the API report, and no other', () => {
    expect([...names].sort()).toEqual([...modApiMembers()].sort());
    expect(names.length).toBeGreaterThan(70);
  });

  it('names a test for each that is there', () => {
    const missing = MEMBERS.filter(
      ({ test: [file, title] }) => !readFileSync(resolve(ROOT, file), 'utf8').includes(title),
    );
    expect(missing.map(({ member }) => member)).toEqual([]);
  });

  it('is what docs/mod-api-members.md shows; "npm run mod-api-members" writes it anew', () => {
    expect(readFileSync(resolve(ROOT, 'docs/mod-api-members.md'), 'utf8')).toBe(membersPage(MEMBERS));
  });
});

describe('a member', () => {
  it.each(MEMBERS)('$member does what the table says before a session binds', async (row) => {
    const { host, cmd } = await stage();
    expect(await outcomeOf(row, cmd, row.before)).toEqual(expectation(row.before));
    if (row.registers !== undefined) {
      expect(host.registrations().map(({ kind, name }) => `${kind} ${name}`)).toContain(row.registers);
    }
  });

  it.each(MEMBERS)('$member does what the table says in a headless session', async (row) => {
    const { host, cmd, events, bind } = await stage();
    await bind();
    const before = events.length;
    expect(await outcomeOf(row, cmd, row.headless)).toEqual(expectation(row.headless));
    const raised = events.slice(before).map(({ type }) => type);
    expect(raised).not.toContain('mod_error');
    if (row.raises !== undefined) expect(raised).toContain(row.raises);
    if (row.registers !== undefined) {
      expect(host.registrations().map(({ kind, name }) => `${kind} ${name}`)).toContain(row.registers);
    }
  });

  const held = MEMBERS.flatMap((row) => (row.held === undefined ? [] : { ...row, held: row.held }));
  it.each(held)('$member brings about, once a session binds, what the table says', async ({ call, held }) => {
    const { cmd, bind } = await stage((api) => void call(api));
    await bind();
    expect(held.read(cmd)).toEqual(held.is);
  });
});
