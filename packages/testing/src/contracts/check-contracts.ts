import {
  builtInTools,
  createHarness,
  createModHost,
  createScriptedModel,
  DEFAULT_BLOCK_REASON,
  findJsonFault,
  type ModHost,
  messageOf,
  SCRIPTED_MODEL,
  whereThrown,
} from '@cmd-mods/harness';
import { HOOKS, type HookName } from '@cmd-mods/mod-api';
import { createFakeClock } from '../fake-clock.ts';
import { settle } from '../leaks/settle.ts';
import { watchResources } from '../leaks/watch-resources.ts';
import { loadTestMods, type TestMod } from '../load-test-mods.ts';
import { changeEnv } from '../process-env.ts';
import { createTestProject } from '../test-project.ts';
import { noteObserver, noteUses, ownerOf } from './api-faults.ts';
import { type EdgeInput, edgeInputs } from './edge-inputs.ts';
import { type ContractFault, Faults, placed } from './faults.ts';
import { whereHook } from './hook-line.ts';
import { OBSERVED_EVENTS } from './observed-events.ts';
import { withShiftedDate } from './shifted-date.ts';
import { type ApiUse, watchApi } from './watch-api.ts';

/** How contracts are checked. */
export interface ContractOptions {
  /** Files of the project that the mods see, text by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /** From how many milliseconds on a call is slow; 250 when left out. */
  readonly slowAfter?: number;
  /** After how many milliseconds a call is given up; 2000 when left out. */
  readonly hangsAfter?: number;
}

type Scope = ModHost['hooks']['context'];

/** How long what ends with the session may take. */
const SETTLE_MS = 30;

/**
 * Calls every hook of the mods with inputs at the edges: empty messages, every kind of block, unicode, a megabyte of text, tool
 * input of the wrong types, `modState` of another version, an aborted run. What the hooks get is frozen, as in a run. Then it
 * hands observers an event of each common type, ends the session, and looks what is left.
 *
 * It watches the whole process for timers and the like: not for tests that run at the same time in one process.
 *
 * @returns what is wrong, each once, with the first input that showed it; nothing when the mods keep their contracts. Never
 *   rejects for what a mod does.
 */
export async function checkContracts(
  mods: TestMod | readonly TestMod[],
  options: ContractOptions = {},
): Promise<readonly ContractFault[]> {
  const watch = watchResources();
  const project = createTestProject(options.files);
  const restoreEnv = changeEnv({ HOME: project.home, USERPROFILE: project.home, XDG_CACHE_HOME: undefined });
  try {
    const host = createModHost({ cwd: project.cwd, clock: createFakeClock() });
    const list = isList(mods) ? mods : [mods];
    const uses: ApiUse[] = [];
    const register: ModHost['register'] = (mod) => host.register(watchApi(mod, (use) => uses.push(use)));
    const { diagnostics } = await loadTestMods(list, project, { ...host, register });
    const faults = new Faults();
    for (const { mod = 'unknown', message, where } of diagnostics) {
      faults.add({ kind: 'load', mod, message, ...placed(where) });
    }
    const harness = await createHarness({
      modelClient: createScriptedModel({ turns: [] }),
      model: SCRIPTED_MODEL,
      modHost: host,
      tools: builtInTools({ cwd: project.cwd }),
      onEvent: (event) => noteObserver(host, event, faults),
    });
    for (const hook of Object.keys(HOOKS) as HookName[]) await checkHook(host, hook, options, faults);
    for (const event of OBSERVED_EVENTS) host.observe(event);
    await settle(0);
    noteUses(host, uses, faults);
    const modsOf = host.mods();
    await harness.dispose();
    await settle(SETTLE_MS);
    for (const resource of watch.alive()) {
      const { what, where } = resource;
      const message = `It left ${what}.`;
      faults.add({ kind: 'leak', mod: ownerOf(modsOf, where), message, ...placed(where) });
      resource.end();
    }
    return faults.all();
  } finally {
    watch.stop();
    restoreEnv();
    project.remove();
  }
}

function isList(mods: TestMod | readonly TestMod[]): mods is readonly TestMod[] {
  return Array.isArray(mods);
}

async function checkHook(
  host: ModHost,
  hook: HookName,
  { slowAfter = 250, hangsAfter = 2000 }: ContractOptions,
  faults: Faults,
): Promise<void> {
  if (!host.hooks.has(hook)) return;
  for (const mod of host.mods()) {
    const place = placed(whereHook(mod.file, hook));
    for (const input of edgeInputs(hook, [mod.id])) {
      const about = { mod: mod.name, hook, input: input.label, ...place };
      let heard: unknown;
      let hasAnswered = false;
      const base = host.hooks.context;
      const scope: Scope = {
        ...base,
        only: mod.id,
        contextFor: (identity) => ({ ...base.contextFor(identity), signal: input.signal }),
        observe({ answer, ms }) {
          heard = answer;
          hasAnswered = true;
          if (ms > slowAfter)
            faults.add({ kind: 'slow', ...about, message: `It took longer than ${slowAfter} ms.` });
        },
        report(_mod, _hook, error) {
          const thrown = whereThrown(error, mod.file);
          const where = thrown?.line === undefined ? undefined : thrown;
          faults.add({ kind: 'throws', ...about, message: messageOf(error), ...placed(where) });
        },
      };
      const isInTime = await settles(() => emit(host, scope, hook, input), hangsAfter);
      if (!isInTime) {
        faults.add({ kind: 'hangs', ...about, message: `It had not answered after ${hangsAfter} ms.` });
        break;
      }
      if (!hasAnswered) break; // This mod has no such hook.
      const path = modStateFault(hook, heard, mod.id);
      if (path !== undefined) faults.add({ kind: 'not-json', ...about, message: path });
      if (isBlockWithoutReason(hook, heard)) {
        const message = 'It blocks without additionalContext, so the model does not learn why.';
        faults.add({ kind: 'no-reason', ...about, message });
      }
      if (hook === 'appendSystemPrompt' || hook === 'transformSystemPrompt') {
        const first = JSON.stringify(heard);
        await withShiftedDate(() => settles(() => emit(host, scope, hook, input), hangsAfter));
        if (JSON.stringify(heard) !== first) {
          const message = 'The text differs from one round to the next, with the same state.';
          faults.add({ kind: 'unstable-prompt', ...about, message });
        }
      }
    }
  }
}

function isBlockWithoutReason(hook: HookName, answer: unknown): boolean {
  if (hook !== 'beforeToolCall' || typeof answer !== 'object' || answer === null) return false;
  return 'block' in answer && answer.block === DEFAULT_BLOCK_REASON;
}

/** Calls the hook. The type of the event and its params belong together, which a union of names cannot express. */
function emit(
  host: ModHost,
  scope: Scope,
  hook: HookName,
  { params, signal }: EdgeInput,
): Promise<unknown> | unknown {
  const hooks = host.hooks.withContext(scope);
  const event = { type: hook, params } as never;
  return HOOKS[hook].timing === 'sync' ? hooks.emitSync(event, signal) : hooks.emit(event, signal);
}

/** Whether work is done in time. */
async function settles(work: () => unknown, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limit, false);
  });
  try {
    return await Promise.race([Promise.resolve(work()).then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What of an answer would go into the session and cannot, as a sentence. */
function modStateFault(hook: HookName, answer: unknown, modId: string): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const slots =
    hook === 'afterToolCall' && 'modStates' in answer
      ? answer.modStates
      : 'modState' in answer
        ? answer.modState
        : undefined;
  const slot = (slots as Readonly<Record<string, unknown>> | undefined)?.[modId];
  const fault = findJsonFault(slot);
  if (slot === undefined || fault === undefined) return undefined;
  return `modState${fault.path === '' ? '' : `.${fault.path}`} is ${fault.problem}, which JSON cannot hold.`;
}
