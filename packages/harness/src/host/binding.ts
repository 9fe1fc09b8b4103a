import type {
  CompletionResult,
  ContextUsage,
  DeliverAs,
  ModSession,
  ObservableEvent,
  SessionControls,
  ThinkingEffort,
  ToolInfo,
} from '@cmd-mods/mod-api';
import type { ModIdentity } from '../hooks/scope.ts';

/** What the question of a mod is for: a mod's own purpose, or that of a mod which the host program made. */
export type CompletionPurpose = 'complete' | 'title';

/** What a harness offers to the mods of the host that it is bound to. */
export interface HarnessBinding {
  readonly sessionId: string;
  readonly source: 'startup' | 'resume';
  /** Raises an event for the observers of all mods. */
  emit(event: ObservableEvent): void;
  /** The mod's view of the session; `undefined` without a store. */
  sessionFor(mod: ModIdentity): ModSession | undefined;
  readonly sessions: SessionControls;
  /** Queues a message for a run that is going. */
  queueMessage(content: string, deliverAs: DeliverAs): void;
  /** False while a run is going. */
  isIdle(): boolean;
  /** The session's model. */
  getModel(): string | undefined;
  /** Chooses the model from the next request on. */
  setModel(model: string): void;
  /** The session's effort; `undefined` when it is the model's own. */
  getEffort(): ThinkingEffort | undefined;
  /** Chooses the effort from the next request on. */
  setEffort(effort: ThinkingEffort | null): void;
  /** The session's name, if it has one. */
  getSessionName(): string | undefined;
  /** Names the session. */
  setSessionName(name: string): void;
  /** How full the window is. */
  getContextUsage(): ContextUsage;
  /** Every tool of the session, active or not. */
  toolInfo(): readonly ToolInfo[];
  /** Offers exactly these tools from the next request on. */
  setActiveTools(names: readonly string[]): void;
  /**
   * Asks the session's model one question.
   * @param purpose - What the trace says the question is for.
   */
  complete(
    params: { readonly prompt: string; readonly signal?: AbortSignal },
    purpose: CompletionPurpose,
  ): Promise<CompletionResult>;
}
