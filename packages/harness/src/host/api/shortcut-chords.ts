/** Chords that the host's own bindings own; they run first, so a mod's would never fire. */
const HOST_CHORDS: ReadonlySet<string> = new Set([
  'ctrl+c',
  'ctrl+d',
  'ctrl+l',
  'ctrl+o',
  'ctrl+r',
  'ctrl+t',
  'ctrl+a',
  'ctrl+b',
  'ctrl+e',
  'ctrl+f',
  'ctrl+k',
  'ctrl+n',
  'ctrl+p',
  'ctrl+u',
  'ctrl+w',
  'ctrl+y',
  'alt+b',
  'alt+d',
  'alt+f',
  'alt+up',
  'alt+0',
]);

/** Keys that the prompt handles itself; they stay taken even when a person rebinds the action. */
const PROMPT_CHORDS: ReadonlySet<string> = new Set([
  'alt+w',
  'ctrl+z',
  'ctrl+g',
  'ctrl+s',
  'ctrl+v',
  'alt+v',
]);

/** What a terminal sends for these is the control byte of another key. */
const CONTROL_TWINS: Readonly<Record<string, string>> = {
  'ctrl+m': 'Enter',
  'ctrl+i': 'Tab',
  'ctrl+h': 'Backspace',
  'ctrl+[': 'Escape',
};

/** Keys that keep their modifiers in a terminal. */
const NAVIGATION_KEY = /^(up|down|left|right|home|end|pageup|pagedown|insert|delete|f\d{1,2})$/;

const MODIFIERS = ['ctrl', 'alt', 'shift'];

/** A chord as it is spelled here: in small letters, the modifiers in one order. */
export function canonicalChord(keys: string): string {
  const { modifiers, key } = readChord(keys);
  return [...MODIFIERS.filter((modifier) => modifiers.has(modifier)), key].join('+');
}

function readChord(keys: string): { readonly modifiers: ReadonlySet<string>; readonly key: string } {
  const parts = keys.toLowerCase().split('+');
  const key = keys.endsWith('++') ? '+' : (parts.at(-1) ?? '');
  return { modifiers: new Set(parts.slice(0, -1).filter((part) => part !== '')), key };
}

/**
 * Why a chord cannot be a mod's shortcut; `undefined` when it can.
 *
 * Source: mods page, `cmd.addShortcut`.
 */
export function chordProblem(keys: string): string | undefined {
  const { modifiers, key } = readChord(keys);
  const unknown = [...modifiers].find((modifier) => !MODIFIERS.includes(modifier));
  if (unknown !== undefined) return `"${unknown}" is no modifier; use ctrl, alt or shift`;
  if (key === '') return 'it names no key';
  if (key === 'esc' || key === 'escape') return 'Escape belongs to the host';
  if (!modifiers.has('ctrl') && !modifiers.has('alt')) {
    return 'it needs Ctrl or Alt, since without them it would also type into the prompt';
  }
  if (modifiers.has('ctrl') && modifiers.has('shift') && !NAVIGATION_KEY.test(key)) {
    return 'terminals do not send Shift with this Ctrl key';
  }
  const chord = canonicalChord(keys);
  const twin = CONTROL_TWINS[chord];
  if (twin !== undefined) return `terminals send it as ${twin}`;
  if (PROMPT_CHORDS.has(chord)) return 'the prompt handles this key itself';
  return HOST_CHORDS.has(chord) ? 'the host owns it' : undefined;
}
