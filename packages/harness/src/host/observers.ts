import type { Diagnostic, EventName, ModErrorEvent, ObservableEvent } from '@cmd-mods/mod-api';
import { diagnostic, type HarnessCode } from '../diagnostics.ts';
import type { ModIdentity } from '../hooks/scope.ts';
import { isThenable } from '../hooks/thenable.ts';
import { decisionIn } from './decision-in.ts';
import { messageOf, missingMember, whereThrown } from './explain-error.ts';
import { guard } from './guard.ts';
import type { LoopGuard } from './loop-guard.ts';
import type { ModRecord } from './mod-record.ts';

/** A handler of `cmd.on`. */
export interface Observer {
  readonly mod: ModRecord;
  readonly handler: (event: never) => unknown;
}

/** What is said of observers, and of what they observe, goes to the host. */
export interface ObserversHost {
  readonly records: readonly ModRecord[];
  readonly loops: LoopGuard;
  note(found: Diagnostic): void;
  advise(mod: ModRecord, code: HarnessCode, message: string, hint?: string): void;
  adviseOfLoop(mod: ModRecord, what: string): void;
  reportError(mod: ModIdentity, hook: string, error: unknown): void;
}

/** The handlers of `cmd.on`: calls them, and says what their authors may not have meant. */
export class Observers {
  readonly byEvent: Map<EventName, readonly Observer[]> = new Map();
  readonly #host: ObserversHost;
  readonly #failed = new WeakSet<ModRecord>();
  /** Whose handler is being called. */
  #calling: ModRecord | undefined;

  constructor(host: ObserversHost) {
    this.#host = host;
  }

  /** Hands an event to the observers of its type. A handler that throws becomes `mod_error`. */
  observe(event: ObservableEvent): void {
    if (event.type === 'mod_error') this.#explain(event);
    const observers = this.byEvent.get(event.type);
    if (observers === undefined) return;
    const before = this.#calling;
    for (const { mod, handler } of observers) {
      if (!this.#host.loops.mayAnswer(mod, event.type)) continue;
      this.#calling = mod;
      guard(
        () => this.#watchAnswer(mod, event.type, handler(event as never)),
        (error) => this.#handlerFailed(mod, event, error),
      );
    }
    this.#calling = before;
  }

  /** An event was raised in answer to an event in answer to an event, and so on, and was dropped. */
  echoed(event: ObservableEvent): void {
    const mod = this.#calling;
    // Said a moment later, when the chain of answers has ended: what is said is an event too.
    if (mod !== undefined) queueMicrotask(() => this.#host.adviseOfLoop(mod, event.type));
  }

  /** Says what a mod most likely meant when it called something that is not there. */
  #explain({ modId, error }: ModErrorEvent): void {
    const mod = this.#host.records.find(({ id }) => id === modId);
    const missing = mod === undefined ? undefined : missingMember(error, mod);
    if (mod === undefined || missing === undefined) return;
    this.#host.advise(mod, 'MOD_MEMBER_UNKNOWN', `"${mod.name}" calls "${missing.member}".`, missing.hint);
  }

  /** A decision that a handler returns is lost, which its author should know. */
  #watchAnswer(mod: ModRecord, type: string, answer: unknown): unknown {
    if (isThenable(answer)) return answer.then((settled) => this.#watchAnswer(mod, type, settled));
    const decision = decisionIn(answer);
    if (decision === undefined) return undefined;
    this.#host.advise(
      mod,
      'MOD_OBSERVER_DECIDES',
      `"${mod.name}" returns ${decision} from its handler of "${type}", and nobody reads that.`,
    );
    return undefined;
  }

  #handlerFailed(mod: ModRecord, event: ObservableEvent, error: unknown): void {
    if (event.type !== 'mod_error') {
      this.#host.reportError(mod, `on:${event.type}`, error);
      return;
    }
    // A handler of mod_error that throws would be called with its own error, and again: it is kept as a diagnostic instead, once
    // for each mod, since the notice that goes with it may come back here by way of another handler that throws.
    if (this.#failed.has(mod)) return;
    this.#failed.add(mod);
    const where = whereThrown(error, mod.file);
    this.#host.note(
      diagnostic('MOD_OBSERVER_FAILED', {
        message: `The mod_error handler of "${mod.name}" threw: ${messageOf(error)}`,
        mod: mod.name,
        ...(where === undefined ? {} : { where }),
        cause: error,
      }),
    );
  }
}
