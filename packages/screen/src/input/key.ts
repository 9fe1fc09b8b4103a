/** A key that was pressed, or text that came in one piece. */
export interface Key {
  /** In lower case: `a`, `0`, `enter`, `tab`, `escape`, `up`, `backspace`, `f1`. */
  readonly name: string;
  /** What the key types; a paste may be long. */
  readonly text?: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** Other names that people and libraries use. */
const ALIASES: Readonly<Record<string, string>> = {
  return: 'enter',
  esc: 'escape',
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
  del: 'delete',
  meta: 'alt',
  option: 'alt',
  control: 'ctrl',
};

const MODIFIERS: readonly string[] = ['ctrl', 'alt', 'shift'];

/**
 * Reads a chord as people write it: `alt+r`, `shift+tab`, `enter`, `a`.
 * @throws TypeError when it names no key, or a modifier that there is not.
 */
export function keyOf(chord: string): Key {
  const parts = chord === '+' ? ['+'] : chord.split(/\+(?!$)/);
  const typed = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).map((part) => nameOf(part));
  const unknown = modifiers.find((modifier) => !MODIFIERS.includes(modifier));
  if (unknown !== undefined)
    throw new TypeError(`"${unknown}" in "${chord}" is no modifier; use ctrl, alt or shift.`);
  if (typed === '') throw new TypeError(`"${chord}" names no key.`);
  const [ctrl, alt, shift] = MODIFIERS.map((modifier) => modifiers.includes(modifier)) as [
    boolean,
    boolean,
    boolean,
  ];
  const name = nameOf(typed);
  const text = name === 'space' ? ' ' : [...typed].length === 1 ? typed : undefined;
  return { name, ctrl, alt, shift, ...(text === undefined || ctrl || alt ? {} : { text }) };
}

/** Text that was typed or pasted. */
export function typedText(text: string): Key {
  return { name: '', text, ctrl: false, alt: false, shift: false };
}

/** A key as Node's `readline.emitKeypressEvents` tells it. */
export interface Keypress {
  readonly sequence?: string | undefined;
  readonly name?: string | undefined;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
  readonly shift?: boolean;
}

/** A key from what Node's `keypress` event brings. */
export function keyFromKeypress(text: string | undefined, keypress: Keypress): Key {
  const ctrl = keypress.ctrl ?? false;
  const alt = keypress.meta ?? false;
  // Escape comes as a key with meta.
  const name = nameOf(keypress.name ?? text ?? '');
  const isTyped = text !== undefined && !ctrl && !alt && !/^\p{Cc}/u.test(text);
  return {
    name,
    ctrl,
    alt: alt && name !== 'escape',
    shift: keypress.shift ?? false,
    ...(isTyped ? { text } : {}),
  };
}

function nameOf(part: string): string {
  const name = part.toLowerCase();
  return ALIASES[name] ?? name;
}
