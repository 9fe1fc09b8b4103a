import type { ExecParams, ExecResult } from './live.ts';
import type { ModUi } from './ui.ts';

/** What a command or shortcut handler is called with. */
export interface CommandContext {
  /** The raw text behind the command's name; empty for a shortcut. */
  readonly args: string;
  readonly ui: ModUi;
  /** The project folder, absolute. */
  readonly cwd: string;
  /** The same as `cmd.exec`. */
  exec(params: ExecParams): Promise<ExecResult>;
}

/** What a command wants to happen: data, not calls. Nothing at all is a pure side effect. */
export interface CommandResult {
  /** Shown as an information row; printed on stdout in a headless run. */
  readonly message?: string;
  /** Submitted as an automated turn. */
  readonly prompt?: string;
}

type CommandAnswer = CommandResult | null | undefined;

/**
 * A slash command, `/name args`.
 *
 * Source: mods page, `cmd.addCommand`.
 */
export interface CommandDefinition {
  /** Without the slash. The first registration of a name wins across mods. */
  readonly name: string;
  readonly description?: string;
  /** What the arguments are, for completion, such as `<path>`. */
  readonly argumentHint?: string;
  /** Runs the command. A throw is shown to the person and reported as `mod_error`. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement is a pure side effect.
  handler(context: CommandContext): CommandAnswer | void | Promise<CommandAnswer | void>;
}

/** A command as `cmd.getCommands()` describes it. */
export interface CommandInfo {
  readonly name: string;
  readonly description?: string;
  /** The name of the mod that added it. */
  readonly mod: string;
}

/**
 * A keyboard shortcut. Headless hosts never fire one.
 *
 * Source: mods page, `cmd.addShortcut`.
 */
export interface ShortcutDefinition {
  readonly description: string;
  /** Runs with an empty `args`; its answer is treated as a command's. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement is a pure side effect.
  handler(context: CommandContext): CommandAnswer | void | Promise<CommandAnswer | void>;
}

/**
 * An option of a mod, set with `--mod-option name=value`.
 *
 * Source: mods page, `cmd.addFlag`.
 */
export interface FlagDefinition {
  readonly type: 'boolean' | 'string';
  /** The value when the option is not given; `undefined` without one. */
  readonly default?: boolean | string;
  readonly description?: string;
}

/** A flag's value. */
export type FlagValue = boolean | string | undefined;

/**
 * A kind of sub-agent that the model can delegate to, with the tool `task`. It runs the same loop on a conversation of its own, and its
 * last text is the tool's result. Of the hooks, it calls those whose row in `HOOKS` has `subagents: true`.
 *
 * Source: mods page, `cmd.addAgent`.
 */
export interface AgentDefinition {
  /** A name that exists already (the host's own, or another mod's) is skipped with a warning. */
  readonly name: string;
  /** What the model reads to choose it. */
  readonly description: string;
  /** The sub-agent's whole system prompt; nothing is appended to it. */
  readonly prompt: string;
  /** The tools it may use; `'*'`, the default, is all of them. `task` is never among them. */
  readonly tools?: '*' | readonly string[];
  /** Its model; the run's own when left out. */
  readonly model?: string;
  /** How many turns it may take; as many as the run when left out. More of them are an error of the call. */
  readonly maxTurns?: number;
}
