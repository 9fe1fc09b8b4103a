/**
 * How a piece of text looks. Only what stands here survives of the escapes in foreign text: weight, colour and links. What
 * hides text or moves it (conceal, blink, fonts) does not.
 */
export interface Style {
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
  readonly strikethrough?: boolean;
  /** The SGR parameters of the colour: `31`, `38;5;200`, `38;2;1;2;3`. */
  readonly color?: string;
  /** The same of the background: `41`, `48;5;200`. */
  readonly background?: string;
  /** The parameters and the address of an OSC 8 link: `id=a;https://example.org`. */
  readonly link?: string;
}

/** No style at all. */
export const PLAIN: Style = {};

/** SGR parameters of the flags of a style. */
const FLAG_CODES = {
  bold: '1',
  dim: '2',
  italic: '3',
  underline: '4',
  inverse: '7',
  strikethrough: '9',
} as const;

const FLAGS = Object.entries(FLAG_CODES) as readonly [keyof typeof FLAG_CODES, string][];

/** What is written before and after text of a style. */
export interface StyleCodes {
  readonly open: string;
  readonly close: string;
}

const NO_CODES: StyleCodes = { open: '', close: '' };
const known = new WeakMap<Style, StyleCodes>();

/** The escapes of a style. These are the only escapes that a screen is ever written with. */
export function codesOf(style: Style): StyleCodes {
  if (style === PLAIN) return NO_CODES;
  const found = known.get(style);
  if (found !== undefined) return found;
  const parameters: string[] = [];
  for (const [flag, code] of FLAGS) if (style[flag]) parameters.push(code);
  if (style.color !== undefined) parameters.push(style.color);
  if (style.background !== undefined) parameters.push(style.background);
  const sgr = parameters.length === 0 ? '' : `\u001b[${parameters.join(';')}m`;
  const codes =
    style.link === undefined
      ? { open: sgr, close: sgr === '' ? '' : '\u001b[0m' }
      : {
          open: `\u001b]8;${style.link}\u001b\\${sgr}`,
          close: `${sgr === '' ? '' : '\u001b[0m'}\u001b]8;;\u001b\\`,
        };
  known.set(style, codes);
  return codes;
}

/** Whether two styles look the same. */
export function isSameStyle(one: Style, other: Style): boolean {
  if (one === other) return true;
  const [first, second] = [codesOf(one), codesOf(other)];
  return first.open === second.open && first.close === second.close;
}
