import type { ModRuntime } from './live.ts';
import type { ToolContentBlock } from './messages.ts';

/** What the model is told about a tool. */
export interface ToolSchema {
  /** Lower-case words joined by `_`, unique among all tools. */
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of type `object`. `required` may be left out. */
  readonly input_schema: Readonly<Record<string, unknown>>;
}

/** What a tool is run with. */
export interface ToolRunParams {
  /** The input, after every `beforeToolCall` rewrite. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly runtime: ModRuntime;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
  /** Shows progress as a `tool_update` event. */
  onUpdate?(partial: string): void;
}

/** What a tool answers. */
export type ToolResult =
  | { readonly ok: true; readonly content: readonly ToolContentBlock[] }
  | { readonly ok: false; readonly error: string };

/**
 * A tool the model can call.
 *
 * Source: mods page, `cmd.addTool`.
 */
export interface ToolModule {
  readonly schema: ToolSchema;
  /** True when the tool never changes anything: it runs without asking, in plan mode too. */
  readonly readOnly?: boolean;
  /**
   * Does the work. `{ok: false, error}` tells the model what went wrong; a throw does the same with the error's message.
   * Called once for each call that permissions and hooks let through; headless in the same way.
   */
  run(params: ToolRunParams): ToolResult | Promise<ToolResult>;
}

/** A tool as `cmd.getToolInfo()` describes it. */
export interface ToolInfo {
  readonly name: string;
  readonly description: string;
  readonly readOnly: boolean;
  /** False while a mod's `setActiveTools` leaves it out. */
  readonly active: boolean;
}
