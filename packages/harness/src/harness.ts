import type {
  AgentDefinition,
  AgentMessage,
  AgentMod,
  AgentState,
  CommandResult,
  RunResult,
  ThinkingEffort,
  ToolModule,
} from '@cmd-mods/mod-api';
import type { EventListener } from './events/event-bus.ts';
import type { PermissionSettings } from './harness-permissions.ts';
import type { ModHost } from './host/mod-host.ts';
import type { Permissions, RunConfig } from './loop/run-context.ts';
import type { ModelClient } from './models/model-client.ts';
import type { Session } from './session/index.ts';
import type { TraceSink } from './trace.ts';

/** What a harness is made of. */
export interface HarnessOptions {
  /** Answers model requests. */
  readonly modelClient: ModelClient;
  /** The model that runs use unless they say otherwise. */
  readonly model: string;
  /** The model's own effort when left out. */
  readonly effort?: ThinkingEffort;
  /** The project folder; the host's when left out, else the process's. */
  readonly cwd?: string;
  /** The host whose mods take part. A harness without one makes its own. */
  readonly modHost?: ModHost;
  /** Mods as plain data; they come behind the host's. */
  readonly mods?: readonly AgentMod[];
  /** The host's own tools; none when left out (`builtInTools` makes the usual ones). */
  readonly tools?: readonly ToolModule[];
  /** The host's own kinds of sub-agents; none when left out. They keep their names. */
  readonly agents?: readonly AgentDefinition[];
  /**
   * Decides about tool calls: settings for the permission engine, or something else that decides. With neither, reading is
   * allowed, and what would ask a person is denied unless a mod's `onPermissionRequest` allows it.
   */
  readonly permissions?: PermissionSettings | Permissions;
  /** The session to record into: one in memory when left out; `null` for none at all, as a bare unit test wants it. */
  readonly session?: Session | null;
  /** Whether the session is a resumed one; what `onSessionStart` hears. */
  readonly isResumed?: boolean;
  /** Hears every event. */
  readonly onEvent?: EventListener;
  /** Takes the trace. Without one, hook calls are not measured. */
  readonly onTrace?: TraceSink;
}

/** One run's outcome. */
export interface RunOutcome {
  readonly state: AgentState;
  readonly result: RunResult;
}

/** What became of a typed prompt. */
export type SubmitOutcome =
  | ({ readonly kind: 'ran' } & RunOutcome)
  /** A mod consumed it. */
  | { readonly kind: 'handled'; readonly message: string | undefined };

/** The reference agent: one session, its mods, and the loop. */
export interface Harness {
  readonly host: ModHost;
  readonly session: Session | undefined;
  /** The state after the last run; before the first one, the session's. */
  readonly state: AgentState;

  /**
   * Runs one user turn. `state` is where it starts (the harness's own when left out); `userInput` is a message that is already
   * past `transformInput`. One run at a time: throws when another is going.
   */
  run(params?: {
    readonly state?: AgentState;
    readonly userInput?: string | AgentMessage;
    readonly config?: RunConfig;
  }): Promise<RunOutcome>;

  /**
   * Takes a prompt that a person typed: through `transformInput`, and then a run. Images go past the hook, and so does `/name args`
   * where a skill has that name: the skill is what the model reads.
   */
  submit(prompt: string | AgentMessage, config?: RunConfig): Promise<SubmitOutcome>;

  /** Runs a mod's slash command; `undefined` when no mod has it. Rejects with what its handler throws. */
  command(name: string, args: string): Promise<CommandResult> | undefined;

  /** Hears every event from now on. @returns ends it. */
  subscribe(listener: EventListener): () => void;

  /** Ends the session: an open run is interrupted, `onSessionEnd` fires, and what mods still do is waited for, up to a second. */
  dispose(reason?: 'shutdown' | 'replaced'): Promise<void>;
}
