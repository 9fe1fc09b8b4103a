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
  emit(event: ObservableEvent): void;
  /** The mod's view of the session; `undefined` without a store. */
  sessionFor(mod: ModIdentity): ModSession | undefined;
  readonly sessions: SessionControls;
  queueMessage(content: string, deliverAs: DeliverAs): void;
  isIdle(): boolean;
  getModel(): string | undefined;
  setModel(model: string): void;
  getEffort(): ThinkingEffort | undefined;
  setEffort(effort: ThinkingEffort | null): void;
  getSessionName(): string | undefined;
  setSessionName(name: string): void;
  getContextUsage(): ContextUsage;
  /** Every tool of the session, active or not. */
  toolInfo(): readonly ToolInfo[];
  setActiveTools(names: readonly string[]): void;
  /** @param purpose - What the trace says the question is for. */
  complete(
    params: { readonly prompt: string; readonly signal?: AbortSignal },
    purpose: CompletionPurpose,
  ): Promise<CompletionResult>;
}
