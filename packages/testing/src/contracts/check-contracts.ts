import {
  builtInTools,
  createHarness,
  createModHost,
  createScriptedModel,
  findJsonFault,
  type ModHost,
  messageOf,
  SCRIPTED_MODEL,
  whereThrown,
} from '@cmd-mods/harness';
import { HOOKS, type HookName, type Where } from '@cmd-mods/mod-api';
import { createFakeClock } from '../fake-clock.ts';
import { loadTestMods, type TestMod } from '../load-test-mods.ts';
import { changeEnv } from '../process-env.ts';
import { createTestProject } from '../test-project.ts';
import { type EdgeInput, edgeInputs } from './edge-inputs.ts';
import { withShiftedDate } from './shifted-date.ts';

/** Something that a hook does and should not. */
export interface ContractFault {
  /**
   * - `load`: the mod did not load, or something it registered is wrong
   * - `throws`: the hook threw, or returned what its contract does not know; the agent goes on without it, so a guard that throws
   *   lets the call through
   * - `slow`: it took longer than `slowAfter`
   * - `hangs`: it had not answered after `hangsAfter`
   * - `unstable-prompt`: the system prompt differs while the state is the same, which costs the provider's cache
   * - `not-json`: a `modState` with a value that JSON cannot hold, so that a resumed session gets another one
   */
  readonly kind: 'load' | 'throws' | 'slow' | 'hangs' | 'unstable-prompt' | 'not-json';
  /** The mod's name. */
  readonly mod: string;
  readonly hook?: HookName;
  /** What it was called with, in words. */
  readonly input?: string;
  readonly message: string;
  readonly where?: Where;
}

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

/**
 * Calls every hook of the mods with inputs at the edges: empty messages, every kind of block, unicode, a megabyte of text, tool
 * input of the wrong types, `modState` of another version, an aborted run.
 *
 * @returns what is wrong, each once, with the first input that showed it; nothing when the mods keep their contracts. Never
 *   rejects for what a mod does.
 */
export async function checkContracts(
  mods: TestMod | readonly TestMod[],
  options: ContractOptions = {},
): Promise<readonly ContractFault[]> {
  const project = createTestProject(options.files);
  const restoreEnv = changeEnv({ HOME: project.home, USERPROFILE: project.home, XDG_CACHE_HOME: undefined });
  try {
    const host = createModHost({ cwd: project.cwd, clock: createFakeClock() });
    const list = isList(mods) ? mods : [mods];
    const { diagnostics } = await loadTestMods(list, project, host);
    const faults = new Faults();
    for (const { mod = 'unknown', message, where } of diagnostics) {
      faults.add({ kind: 'load', mod, message, ...(where === undefined ? {} : { where }) });
    }
    const harness = await createHarness({
      modelClient: createScriptedModel({ turns: [] }),
      model: SCRIPTED_MODEL,
      modHost: host,
      tools: builtInTools({ cwd: project.cwd }),
    });
    for (const hook of Object.keys(HOOKS) as HookName[]) await checkHook(host, hook, options, faults);
    await harness.dispose();
    return faults.all();
  } finally {
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
    for (const input of edgeInputs(hook, [mod.id])) {
      const about = { mod: mod.name, hook, input: input.label };
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
          const where = whereThrown(error, mod.file);
          faults.add({
            kind: 'throws',
            ...about,
            message: messageOf(error),
            ...(where === undefined ? {} : { where }),
          });
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

/** Faults, each kept once for its hook and message. */
class Faults {
  readonly #faults = new Map<string, ContractFault>();

  add(fault: ContractFault): void {
    const key = JSON.stringify([fault.kind, fault.mod, fault.hook, fault.message]);
    if (!this.#faults.has(key)) this.#faults.set(key, fault);
  }

  all(): readonly ContractFault[] {
    return [...this.#faults.values()];
  }
}
