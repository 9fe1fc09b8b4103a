import type { Diagnostic, ModFactory } from '@cmd-mods/mod-api';

/** Whether a factory ran. */
export type Registration = { readonly ok: true } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Two mods that claim one thing. */
export interface Conflict {
  /** What is claimed: a tool, a command, a flag, a renderer, an agent, a shortcut, an exposed name, or a mod's own name. */
  readonly kind: string;
  readonly name: string;
  /** The mod that has it. */
  readonly winner: string;
  /** The mod that does not. */
  readonly loser: string;
  /** By which rule it was decided. */
  readonly rule: string;
}

/** What loading needs of the host that mods are registered on. `createModHost` of the harness makes one. */
export interface ModHost {
  /** Runs a factory. When it throws, nothing of it stays registered, and the answer says why. */
  register(mod: {
    readonly name: string;
    readonly factory: ModFactory;
    readonly file?: string;
    readonly builtin?: boolean;
    readonly origin?: string;
  }): Promise<Registration>;
  /** Swaps a mod's code in its place in the order; when the new factory throws, the old code stays. */
  replace(name: string, factory: ModFactory): Promise<Registration>;
  /** Everything that two mods claim, who won and by which rule. */
  conflicts(): readonly Conflict[];
  /** What the host has to say of its mods. */
  diagnostics(): readonly Diagnostic[];
}
