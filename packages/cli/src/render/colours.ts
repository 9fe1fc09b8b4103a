import { createColors } from 'picocolors';

/** Colours, or functions that leave the text as it is. */
export type Colours = ReturnType<typeof createColors>;

/** The colours of a stream that shows them or does not. Not known is no. */
export function coloursWhen(isColoured: boolean | undefined): Colours {
  return createColors(isColoured ?? false);
}

/**
 * Whether text for a stream is coloured. `NO_COLOR` with any text forbids it (no-color.org); `FORCE_COLOR` asks for it wherever the text
 * goes, but `0` and `false` forbid it; otherwise only a terminal that is not dumb is coloured.
 */
export function isColoured(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}
