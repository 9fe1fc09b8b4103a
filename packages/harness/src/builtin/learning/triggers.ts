/** Something from which a person's taste could be learnt: where it happened, never what was said. */
export interface Trigger {
  /**
   * `correction`: the person's words after an answer begin as a correction does. `denied`: a tool call was refused. `repeated-error`:
   * one tool failed several times in a row. `interrupted`: the person stopped a run.
   */
  readonly kind: 'correction' | 'denied' | 'repeated-error' | 'interrupted';
  readonly sessionId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly tool?: string;
}

/** How often a tool has to fail in a row. */
export const REPEATED = 3;

/** How many triggers are kept, the newest. */
export const MOST_TRIGGERS = 200;

const CORRECTION =
  /^\W*(?:no\b|nope\b|not (?:that|this|like|what|quite)\b|wrong\b|stop\b|don'?t\b|do not\b|undo\b|revert\b|actually\b|instead\b|rather\b|please don'?t\b|that'?s (?:not|wrong)\b|i (?:said|meant|asked|told|wanted)\b|why did you\b)/i;

/** Whether a prompt begins as a correction does, in English. A guess: it costs a look at the session, and nothing else. */
export function looksLikeCorrection(text: string): boolean {
  return CORRECTION.test(text.replaceAll('’', "'").slice(0, 200));
}

/** Triggers as they were stored; what is none is left out. */
export function readTriggers(value: unknown): readonly Trigger[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one: unknown): one is Trigger =>
      typeof one === 'object' && one !== null && 'kind' in one && 'sessionId' in one && 'at' in one,
  );
}
