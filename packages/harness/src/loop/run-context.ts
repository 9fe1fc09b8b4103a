import type { HookEmitter } from '@cmd-mods/hooks';
import type {
  AgentEvent,
  AgentMessage,
  AgentState,
  ModContext,
  PermissionMode,
  ThinkingEffort,
  ToolModule,
  Usage,
} from '@cmd-mods/mod-api';
import type { Compaction } from '../compaction/compaction.ts';
import type { ModHookEvents } from '../hooks/mod-events.ts';
import { raised } from '../hooks/raised.ts';
import type { HookCall, HookScope, ModIdentity, Wait } from '../hooks/scope.ts';
import type { ModHost } from '../host/mod-host.ts';
import type { ModelClient } from '../models/model-client.ts';
import type { Session } from '../session/index.ts';
import type { RequestRow, TraceSink } from '../trace.ts';
import type { Interruption } from './interruption.ts';
import type { MessageQueues } from './message-queues.ts';
import type { PrepareForSend } from './prepare-for-send.ts';
import type { PromptCheck } from './prompt-check.ts';
import type { Transcript } from './transcript.ts';

/** The base system prompt: text, or what builds it each round. */
export type SystemPrompt =
  | string
  | ((params: {
      readonly sessionId: string;
      readonly state: AgentState;
      readonly permissionMode: PermissionMode;
    }) => string | Promise<string>);

/** How the harness comes to a decision about a tool call. */
export type PermissionDecision =
  /** The call goes on. */
  | { readonly behavior: 'allow' }
  /** This call is answered with the message, and the run goes on. */
  | { readonly behavior: 'refuse'; readonly message: string }
  /** The whole batch is answered without running, and the run stops. */
  | { readonly behavior: 'deny'; readonly message?: string };

/** The permission seam. */
export interface Permissions {
  /** One line that says what a call does. May take 5 seconds; then, or when it throws, the description is `null`. */
  generateDescription?(params: {
    readonly toolName: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly signal: AbortSignal;
  }): string | null | Promise<string | null>;
  /** Decides about one call. A throw denies. */
  check(params: {
    readonly toolName: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly description: string | null;
    readonly permissionMode: PermissionMode;
    readonly signal: AbortSignal;
  }): PermissionDecision | Promise<PermissionDecision>;
}

/** What one run is told. Nothing of it is ever changed by the run. */
export interface RunConfig {
  /** The harness's model when left out. */
  readonly model?: string;
  /** The model's own effort when left out. */
  readonly effort?: ThinkingEffort;
  readonly systemPrompt?: SystemPrompt;
  /** The run stops with `max_turns` after so many; 100 when left out. */
  readonly maxTurns?: number;
  /** `sequential` when left out. */
  readonly toolExecution?: 'sequential' | 'parallel';
  /** Read once a round; `default` when left out. */
  readonly permissionMode?: PermissionMode | (() => PermissionMode);
  /** Interrupts the run. */
  readonly signal?: AbortSignal;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  /** What a person queued for the run while it goes: asked before the first round and after each batch of tools. */
  getSteeringMessages?(): readonly AgentMessage[] | Promise<readonly AgentMessage[]>;
  /** What a person queued for the time when the run would stop. */
  getFollowUpMessages?(): readonly AgentMessage[] | Promise<readonly AgentMessage[]>;
  /**
   * Follows up on answers that stopped short (cut off, paused, empty) up to three times in a run. Off when left out: a script says
   * itself how it goes on.
   */
  readonly continuation?: boolean;
  /** Called once for each completed turn, with everything that has to last. The loop waits for it. */
  onCommit?(state: AgentState): void | Promise<void>;
}

/** A tool of the harness itself, which works on the run that calls it. */
export interface RunTool extends Pick<ToolModule, 'schema' | 'readOnly'> {
  /** The tool for one call. */
  forCall(run: RunContext, toolCallId: string): ToolModule;
}

/** A tool in a session. */
export interface SessionTool {
  readonly tool: ToolModule | RunTool;
  /** Offered to the model now, and allowed to run. */
  readonly isActive: boolean;
}

/** What a harness lends to its runs. */
export interface HarnessParts {
  readonly cwd: string;
  readonly host: ModHost;
  readonly client: ModelClient;
  readonly permissions: Permissions;
  readonly session: Session | undefined;
  readonly queues: MessageQueues;
  readonly trace: TraceSink | undefined;
  /** Kept over runs, since it remembers the transcript. */
  readonly prepareForSend: PrepareForSend;
  readonly compaction: Compaction;
  /** The tools as they are now. */
  tools(): ReadonlyMap<string, SessionTool>;
  emit(event: AgentEvent): void;
  /** Told what a request measured. */
  measured(usage: Usage): void;
}

/** The model and effort in force; an effort that is `undefined` is the model's own. */
export interface ModelChoice {
  model: string;
  effort: ThinkingEffort | undefined;
}

/** New `modState` slots, by mod id. */
export type ModSlots = Readonly<Record<string, unknown>>;

/** One run while it goes. */
export interface RunContext {
  /** What its requests are for, as the trace has it. */
  readonly purpose: RequestRow['purpose'];
  readonly harness: HarnessParts;
  readonly config: RunConfig;
  readonly interruption: Interruption;
  /** The mods' hooks, in the scope of this run. */
  readonly hooks: HookEmitter<ModHookEvents>;
  readonly promptCheck: PromptCheck;
  /** What the run goes on with; `prepareNextTurn` and a mod's `setModel` change it. */
  readonly choice: ModelChoice;
  /** The state so far. */
  readonly transcript: Transcript;
  /** From 1; 0 before the first round. */
  turnNumber: number;
  usage: Usage;
  /** Stops that a hook turned into another round since a person last spoke. */
  stopHookContinuations: number;
  /** Answers that stopped short and were followed up. */
  recoveries: number;
  /** The mode of the round before; `undefined` before the first one. */
  permissionMode: PermissionMode | undefined;
  /** What the tool hooks of the present batch want to keep, call by call; it is committed with the batch's results. */
  pendingSlots: (ModSlots | undefined)[];
  /** A mod ended a sub-agent's run with `terminate`: this run stops after the batch as well. */
  isTerminated: boolean;
  /** What the person has been told once in this run. */
  readonly noticed: Set<string>;
}

/** The scope of one run's hooks: one context for each mod, made when it is first needed. */
export function runScope(parts: {
  readonly cwd: string;
  readonly interruption: Interruption;
  readonly session: Session | undefined;
  readonly waits: Set<Wait>;
  readonly observe: ((call: HookCall) => void) | undefined;
  emit(event: AgentEvent): void;
}): HookScope {
  // By the place of the mod, which is quicker found than its name: every chunk of text asks once for each mod.
  const contexts: { readonly id: string; readonly context: ModContext }[] = [];
  const { cwd, interruption, session, emit } = parts;
  return {
    contextFor(mod: ModIdentity) {
      const known = contexts[mod.order];
      if (known !== undefined && known.id === mod.id) return known.context;
      const context: ModContext = {
        emit: (event) => emit(raised(event)),
        signal: interruption.signal,
        cwd,
        ...(session === undefined ? {} : { session: session.modSession(mod.id) }),
      };
      contexts[mod.order] = { id: mod.id, context };
      return context;
    },
    only: undefined,
    get deadline() {
      return interruption.deadline;
    },
    waits: parts.waits,
    observe: parts.observe,
    report: (mod, hook, error) => emit({ type: 'mod_error', modId: mod.id, hook, error }),
    warn: (mod, message) => emit({ type: 'notice', level: 'warning', message: `[${mod.name}] ${message}` }),
  };
}
