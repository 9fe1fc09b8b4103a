import type { Style } from './style.ts';

/** SGR parameters that turn something on, or off again. */
const SWITCHES: Readonly<Record<number, Partial<Style>>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strikethrough: true },
  // Twice underlined: most terminals know one line only.
  21: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  29: { strikethrough: false },
};

const MAX_INDEX = 255;

/**
 * Applies one SGR sequence to a style.
 * @param groups - The parameters between semicolons, each with its parts between colons, as ECMA-48 and ISO 8613-6 have them.
 * @param base - What a reset goes back to: the style of the element around the text.
 * @returns the same object when nothing changed.
 */
export function applySgr(style: Style, groups: readonly (readonly string[])[], base: Style): Style {
  let next = style;
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index] ?? [];
    const code = Number(group[0] ?? '0');
    if (code === 38 || code === 48 || code === 58) {
      const { color, used } = group.length > 1 ? colonColor(group) : semicolonColor(groups, index);
      index += used;
      if (color === undefined || code === 58) continue;
      next = code === 38 ? { ...next, color: `38;${color}` } : { ...next, background: `48;${color}` };
    } else {
      next = applyCode(next, code, group[1] === '0', base);
    }
  }
  return next;
}

function applyCode(style: Style, code: number, isOff: boolean, base: Style): Style {
  if (code === 0) return resetTo(base, style);
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return { ...style, color: String(code) };
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))
    return { ...style, background: String(code) };
  if (code === 39 || code === 49) {
    const { color, background, ...rest } = style;
    const kept = code === 39 ? { color: base.color, background } : { color, background: base.background };
    return { ...rest, ...definedOf(kept) };
  }
  // 4:0 is "no underline", 4:3 a curly one.
  if (code === 4 && isOff) return { ...style, underline: false };
  const change = SWITCHES[code];
  return change === undefined ? style : { ...style, ...change };
}

/** A reset ends colours and weight, but not the link. */
function resetTo(base: Style, style: Style): Style {
  return style.link === base.link ? base : { ...base, ...definedOf({ link: style.link }) };
}

/** `38;5;n` and `38;2;r;g;b`. @returns the part behind 38, and how many more groups it took. */
function semicolonColor(groups: readonly (readonly string[])[], index: number): FoundColor {
  const at = (offset: number) => groups[index + offset]?.[0];
  const mode = at(1);
  if (mode === '5') return { color: colorOf('5', [at(2)]), used: 2 };
  if (mode === '2') return { color: colorOf('2', [at(2), at(3), at(4)]), used: 4 };
  return { color: undefined, used: groups.length };
}

/** `38:5:n`, `38:2:r:g:b` and `38:2:<space>:r:g:b`. */
function colonColor(group: readonly string[]): FoundColor {
  const [, mode, ...parts] = group;
  if (mode === '5') return { color: colorOf('5', parts.slice(0, 1)), used: 0 };
  if (mode === '2') return { color: colorOf('2', parts.length > 3 ? parts.slice(1, 4) : parts), used: 0 };
  return { color: undefined, used: 0 };
}

interface FoundColor {
  readonly color: string | undefined;
  readonly used: number;
}

function colorOf(mode: '2' | '5', parts: readonly (string | undefined)[]): string | undefined {
  if (parts.length !== (mode === '5' ? 1 : 3)) return undefined;
  const numbers = parts.map((part) => Number(part === '' ? '0' : part));
  const isFit = numbers.every((value) => Number.isInteger(value) && value >= 0 && value <= MAX_INDEX);
  return isFit ? [mode, ...numbers].join(';') : undefined;
}

function definedOf(style: { readonly [TKey in keyof Style]: Style[TKey] | undefined }): Style {
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));
}
