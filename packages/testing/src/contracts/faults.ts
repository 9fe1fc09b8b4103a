import type { HookName, Where } from '@cmd-mods/mod-api';

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
   * - `no-reason`: a call was blocked without `additionalContext`, so that the model does not learn why
   * - `flag`: `getFlag` of a flag that nobody adds, or while factories run, when only defaults are set
   * - `ignored`: a handler of `cmd.on` returned something, and nobody reads it
   * - `leak`: a timer, a listener, a process or a handle was left when the session had ended
   */
  readonly kind:
    | 'load'
    | 'throws'
    | 'slow'
    | 'hangs'
    | 'unstable-prompt'
    | 'not-json'
    | 'no-reason'
    | 'flag'
    | 'ignored'
    | 'leak';
  /** The mod's name. */
  readonly mod: string;
  readonly hook?: HookName;
  /** What it was called with, in words. */
  readonly input?: string;
  readonly message: string;
  readonly where?: Where;
}

/** Faults, each kept once for its hook and message. */
export class Faults {
  readonly #faults = new Map<string, ContractFault>();

  add(fault: ContractFault): void {
    const key = JSON.stringify([fault.kind, fault.mod, fault.hook, fault.message]);
    if (!this.#faults.has(key)) this.#faults.set(key, fault);
  }

  all(): readonly ContractFault[] {
    return [...this.#faults.values()];
  }
}

/** The place of a fault, where it is known. */
export function placed(where: Where | undefined): { readonly where?: Where } {
  return where === undefined ? {} : { where };
}
