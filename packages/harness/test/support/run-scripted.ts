import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AgentMessage,
  AgentState,
  EventName,
  EventOf,
  ModErrorEvent,
  ModFactory,
  ModHooks,
  ObservableEvent,
  RunResult,
  ToolModule,
  ToolResult,
  ToolResultBlock,
  ToolRunParams,
} from '@cmd-mods/mod-api';
import { afterAll } from 'vitest';
import {
  createHarness,
  createModHost,
  createScriptedModel,
  type Harness,
  type HarnessOptions,
  type HookRow,
  type ModHost,
  type RequestRow,
  type RunConfig,
  SCRIPTED_MODEL,
  type ScriptTurn,
  type TraceRow,
} from '../../src/index.ts';

/** What a test says of a run. Everything may be left out. */
export interface Scene {
  /** The model's answers; one that says `done` when left out. */
  readonly turns?: readonly ScriptTurn[];
  /** Mods by name, in their order: a factory, or hooks alone. */
  readonly mods?: Readonly<Record<string, ModFactory | ModHooks>>;
  readonly tools?: readonly ToolModule[];
  readonly config?: RunConfig;
  /** Everything is allowed unless it says otherwise. */
  readonly harness?: Partial<Omit<HarnessOptions, 'modHost' | 'tools' | 'onTrace' | 'onEvent'>>;
  /** A host to use in place of a new one. */
  readonly host?: ModHost;
}

/** A harness with mods in it, and all that it has said so far. */
export interface Stage {
  readonly harness: Harness;
  readonly host: ModHost;
  readonly events: ObservableEvent[];
  readonly trace: TraceRow[];
  /** Hooks, events, requests and commits by name, in the order in which they happened. */
  readonly log: string[];
  readonly commits: AgentState[];
  run(prompt?: string | AgentMessage, config?: RunConfig): Promise<ScriptedRun>;
}

/** What came of a run. */
export interface ScriptedRun extends Stage {
  readonly result: RunResult;
  readonly state: AgentState;
  readonly requests: readonly RequestRow[];
  readonly hookRows: readonly HookRow[];
}

/** What the tests of a file leave behind is put away after all of them, so that they may run side by side. */
const cleanups: (() => unknown)[] = [];
afterAll(() => Promise.all(cleanups.splice(0).map((cleanup) => cleanup())));

/** Sets a scene: a temporary project, a host with the mods, a harness with a scripted model. Gone after the file's tests. */
export async function setStage(scene: Scene = {}): Promise<Stage> {
  const cwd = scene.host?.cwd ?? tempFolder();
  const host = scene.host ?? createModHost({ cwd });
  const stage = { events: [] as ObservableEvent[], trace: [] as TraceRow[], log: [] as string[] };
  const commits: AgentState[] = [];
  for (const [name, mod] of Object.entries(scene.mods ?? {})) {
    const factory: ModFactory = typeof mod === 'function' ? mod : (cmd) => void cmd.hooks(mod);
    await host.register({ name, factory });
  }
  const harness = await createHarness({
    modelClient: createScriptedModel({ turns: scene.turns ?? [{ text: 'done' }] }),
    model: SCRIPTED_MODEL,
    permissions: { skipPermissions: true },
    ...scene.harness,
    modHost: host,
    tools: scene.tools ?? [echoTool],
    onEvent: (event) => stage.events.push(event),
    onTrace(row) {
      stage.trace.push(kept(row));
      const line = logLine(row);
      if (line !== undefined) stage.log.push(line);
    },
  });
  const config: RunConfig = {
    systemPrompt: 'BASE',
    ...scene.config,
    async onCommit(state) {
      commits.push(state);
      stage.log.push('commit');
      await scene.config?.onCommit?.(state);
    },
  };
  cleanups.push(() => harness.dispose());
  const all = { harness, host, ...stage, commits };
  const run: Stage['run'] = async (prompt = 'go', more = {}) => {
    const userInput = typeof prompt === 'string' && prompt === '' ? {} : { userInput: prompt };
    const outcome = await harness.run({ ...userInput, config: { ...config, ...more } });
    return {
      ...all,
      run,
      ...outcome,
      requests: stage.trace.filter((row) => row.kind === 'request'),
      hookRows: stage.trace.filter((row) => row.kind === 'hook'),
    };
  };
  return { ...all, run };
}

/** Sets a scene and runs one turn of it. */
export async function runScripted(scene: Scene = {}, prompt?: string | AgentMessage): Promise<ScriptedRun> {
  return (await setStage(scene)).run(prompt);
}

/** A row as it is now: the arrays of requests and responses grow on. */
function kept(row: TraceRow): TraceRow {
  if (row.kind === 'request') return { ...row, messages: [...row.messages] };
  return row.kind === 'response' ? { ...row, deltas: [...row.deltas] } : row;
}

function logLine(row: TraceRow): string | undefined {
  if (row.kind === 'hook') return `${row.hook} ${row.mod.replace(/^mod:/, '')}`;
  if (row.kind === 'event') return row.event.type;
  return row.kind === 'request' ? 'request' : undefined;
}

/** An empty folder that is gone after the tests of the file. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cmd-mods-harness-')));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A tool that does what the test says; without a `run` it answers with its input as JSON. */
export function tool(
  name: string,
  run: (params: ToolRunParams) => ToolResult | Promise<ToolResult> = ({ input }) =>
    answer(JSON.stringify(input)),
  more: Partial<ToolModule> = {},
): ToolModule {
  return { schema: { name, description: name, input_schema: { type: 'object' } }, run, ...more };
}

export const echoTool: ToolModule = tool('echo');

/** A tool's good answer. */
export function answer(text: string): ToolResult {
  return { ok: true, content: [{ type: 'text', text }] };
}

/** A turn in which the model calls tools: `calls(['echo', {a: 1}], ['echo', {a: 2}])`. Ids are `call_1`, `call_2`... */
export function calls(
  ...list: readonly (readonly [name: string, input?: Record<string, unknown>])[]
): ScriptTurn {
  return { toolCalls: list.map(([name, input = {}]) => ({ name, input })) };
}

/** The events of one type. */
export function ofType<TName extends EventName>(
  events: readonly ObservableEvent[],
  type: TName,
): EventOf<TName>[] {
  return events.filter((event): event is EventOf<TName> => event.type === type);
}

/** What went wrong with mods, as `<mod> <hook>: <message>`. */
export function modErrors(events: readonly ObservableEvent[]): string[] {
  return ofType(events, 'mod_error').map(({ modId, hook, error }: ModErrorEvent) => {
    const message = error instanceof Error ? error.message : String(error);
    return `${modId.replace(/^mod:/, '')} ${hook}: ${message}`;
  });
}

/** The text of each message, `user: go`. Other blocks show as their type. */
export function texts(messages: readonly AgentMessage[]): string[] {
  return messages.map(({ role, content }) => {
    const parts = content.map((block) => {
      if (block.type === 'text') return block.text;
      return block.type === 'tool_result' ? `<${textOfResult(block)}>` : `[${block.type}]`;
    });
    return `${role}: ${parts.join('|')}`;
  });
}

/** The text of each tool result of a conversation, by call. */
export function resultTexts(messages: readonly AgentMessage[]): Record<string, string> {
  const results = messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool_result'));
  return Object.fromEntries(results.map((block) => [block.tool_use_id, textOfResult(block)]));
}

function textOfResult(block: ToolResultBlock): string {
  return block.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('|');
}

/** Those lines of a log that the test is about. */
export function only(log: readonly string[], ...wanted: readonly (string | RegExp)[]): string[] {
  return log.filter((line) =>
    wanted.some((one) =>
      typeof one === 'string' ? line === one || line.startsWith(`${one} `) : one.test(line),
    ),
  );
}

/** A promise that never settles. */
export function never<TValue = never>(): Promise<TValue> {
  return new Promise(() => {});
}

/** A user's message. */
export function user(text: string): AgentMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** An answer of the model. */
export function assistant(text: string): AgentMessage {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

/** Lets everything run that waits for nothing but its turn. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
