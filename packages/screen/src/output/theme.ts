import type { ElementColor } from '@cmd-mods/mod-api';
import { COLORS } from '../elements/colors.ts';
import type { Span } from '../text/line.ts';
import type { Style } from '../text/style.ts';
import type { WithLines } from './to-text.ts';

/**
 * A span of a window, as plain data: what of its style maps to a theme. Links, 256 colours and true colours are dropped.
 *
 * Source: mods page, "In the desktop app".
 */
export interface ThemedSpan {
  readonly text: string;
  readonly bold?: true;
  readonly dim?: true;
  readonly color?: ElementColor;
  readonly background?: ElementColor;
  /** Foreground and background change places: a field's cursor, or what has the focus. */
  readonly inverse?: true;
  /** The id of what a click presses. */
  readonly target?: string;
  readonly choice?: number;
}

/** The lines of a screen for a window: spans of plain data, no code and no escapes. */
export function toThemed({ lines }: WithLines): readonly (readonly ThemedSpan[])[] {
  return lines.map(({ spans }) => spans.map(themedSpan));
}

function themedSpan({ text, style, hit }: Span): ThemedSpan {
  const color = themeColor(style.color, 30, 90);
  const background = themeColor(style.background, 40, 100);
  return {
    text,
    ...flags(style),
    ...(color === undefined ? {} : { color }),
    ...(background === undefined ? {} : { background }),
    ...(hit === undefined ? {} : { target: hit.target }),
    ...(hit?.choice === undefined ? {} : { choice: hit.choice }),
  };
}

function flags({ bold, dim, inverse }: Style): Pick<ThemedSpan, 'bold' | 'dim' | 'inverse'> {
  return { ...(bold ? { bold } : {}), ...(dim ? { dim } : {}), ...(inverse ? { inverse } : {}) };
}

/** The bright colours are the eight as well. */
function themeColor(code: string | undefined, first: number, bright: number): ElementColor | undefined {
  if (code === undefined) return undefined;
  return COLORS[Number(code) - first] ?? COLORS[Number(code) - bright];
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * The lines of a screen as HTML: a `span` for each styled piece, with classes `bold`, `dim`, `inverse`, `fg-<color>` and
 * `bg-<color>` that a theme gives their looks, and `data-target` and `data-choice` where a click does something. Lines are
 * separated by `\n`, so they belong into an element with `white-space: pre`.
 */
export function toHtmlSpans(screen: WithLines): string {
  return toThemed(screen)
    .map((spans) => spans.map(htmlSpan).join(''))
    .join('\n');
}

function htmlSpan({ text, bold, dim, inverse, color, background, target, choice }: ThemedSpan): string {
  const classes = [
    bold ? 'bold' : '',
    dim ? 'dim' : '',
    inverse ? 'inverse' : '',
    color === undefined ? '' : `fg-${color}`,
    background === undefined ? '' : `bg-${background}`,
  ].filter((name) => name !== '');
  const attributes = [
    classes.length === 0 ? '' : ` class="${classes.join(' ')}"`,
    target === undefined ? '' : ` data-target="${escaped(target)}"`,
    choice === undefined ? '' : ` data-choice="${choice}"`,
  ].join('');
  return attributes === '' ? escaped(text) : `<span${attributes}>${escaped(text)}</span>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character);
}
