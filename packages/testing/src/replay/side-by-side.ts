import type { Diagnostic, ObservableEvent, Where } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';

/**
 * Finds the calls of a recorded run that ran side by side: one began before another had ended. A replay runs them one after the other,
 * since the order in which they end would depend on the clock, and the same cassette gives the same bytes.
 */
export class SideBySide {
  readonly #running = new Map<string, string>();
  /** Names by the id of the call, in the order in which they began. */
  readonly #found = new Map<string, string>();
  #where: Where | undefined;

  take(event: ObservableEvent, where: Where | undefined): void {
    switch (event.type) {
      case 'tool_running':
        this.#running.set(event.toolCallId, event.toolName);
        if (this.#running.size === 1) break;
        this.#where ??= where;
        for (const [id, name] of this.#running) this.#found.set(id, name);
        break;
      case 'tool_completed':
      case 'tool_errored':
        this.#running.delete(event.toolCallId);
        break;
      // An interrupted call may have no end of its own.
      case 'turn_end':
      case 'run_end':
        this.#running.clear();
    }
  }

  /** What is to be said of the cassette; `undefined` when no calls overlapped. */
  warning(): Diagnostic | undefined {
    if (this.#found.size === 0) return undefined;
    const calls = [...this.#found].map(([id, name]) => `${name} (${id})`).join(', ');
    return diagnostic('CASSETTE_SIDE_BY_SIDE', {
      message: `When the cassette was recorded, these calls ran side by side: ${calls}. Here they run one after the other.`,
      ...(this.#where === undefined ? {} : { where: this.#where }),
    });
  }
}
