import { ELEMENT_TYPES } from '@cmd-mods/mod-api';
import { plainText } from '../text/line.ts';
import { readLine } from '../text/read-text.ts';
import type { Style } from '../text/style.ts';
import { described, Fields, NodeProblem } from './fields.ts';
import { messageOf } from './message-of.ts';
import type { Drawing, Mod, Node, Target } from './node.ts';
import { readMarkdown } from './read-markdown.ts';

type ElementType = (typeof ELEMENT_TYPES)[number];

/** Whose drawing it is; `prefix` begins the ids of its targets. */
export interface Owner {
  readonly mod: Mod;
  readonly pane: string | undefined;
  readonly prefix: string;
}

/** A drawing with more is cut: it would make every repaint slow. */
const MAX_NODES = 5_000;
/** Deeper trees are malformed: most likely an element that contains itself. */
const MAX_DEPTH = 32;
const MAX_OPTIONS = 500;
const MAX_COLUMNS = 1_000;
const MAX_KEY = 200;

/**
 * Reads what a mod drew: checks every element, and takes over what is drawn of it. Never throws, whatever it is given; a
 * malformed element becomes a warning, and those beside it stay.
 */
export function readNodes(nodes: readonly unknown[], owner: Owner): Drawing {
  return new Reader(owner).read(nodes);
}

class Reader {
  readonly #owner: Owner;
  readonly #targets: Target[] = [];
  readonly #problems: string[] = [];
  readonly #keys = new Map<string, number>();
  #count = 0;

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  read(nodes: readonly unknown[]): Drawing {
    return { nodes: this.#children(nodes, 0), targets: this.#targets, problems: this.#problems };
  }

  #children(nodes: readonly unknown[], depth: number): readonly Node[] {
    const read: Node[] = [];
    for (let index = 0; index < nodes.length; index += 1) {
      if (this.#count >= MAX_NODES) {
        if (this.#count === MAX_NODES) read.push(this.#warning(`it draws more than ${MAX_NODES} elements`));
        this.#count = MAX_NODES + 1;
        break;
      }
      this.#count += 1;
      read.push(this.#guarded(() => this.#node(nodes[index], depth)));
    }
    return read;
  }

  /** Fields may be getters, and throw whatever they like. */
  #guarded(read: () => Node): Node {
    try {
      return read();
    } catch (error) {
      return this.#warning(messageOf(error));
    }
  }

  #warning(message: string): Node {
    this.#problems.push(message);
    return { type: 'warning', message };
  }

  #node(value: unknown, depth: number): Node {
    if (typeof value === 'string') return { type: 'line', text: value };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new NodeProblem(`a node must be a string or an element, not ${described(value)}`);
    }
    if (depth >= MAX_DEPTH) throw new NodeProblem(`elements are nested more than ${MAX_DEPTH} deep`);
    const values = value as Readonly<Record<string, unknown>>;
    const type = ELEMENT_TYPES.find((known) => known === values.type);
    if (type === undefined) {
      throw new NodeProblem(
        `there is no element of type ${described(values.type)}; there are ${ELEMENT_TYPES.join(', ')}`,
      );
    }
    return this.#readers[type](new Fields(type, values), depth);
  }

  readonly #readers: Readonly<Record<ElementType, (fields: Fields, depth: number) => Node>> = {
    text: (fields) => ({ type: 'text', text: fields.text('text'), style: styleOf(fields) }),
    row: (fields, depth) => ({
      type: 'row',
      gap: Math.floor(fields.optionalNumber('gap', 0, MAX_COLUMNS) ?? 1),
      children: this.#children(fields.list('children'), depth + 1),
    }),
    box: (fields, depth) => ({
      type: 'box',
      title: fields.optionalText('title'),
      border: fields.flag('border') ?? false,
      padding: Math.floor(fields.optionalNumber('padding', 0, MAX_COLUMNS) ?? 0),
      children: this.#children(fields.list('children'), depth + 1),
    }),
    button: (fields) => {
      const label = fields.text('label');
      const hotkey = fields.optionalText('hotkey');
      if (hotkey !== undefined && !/^[!-~]$/.test(hotkey)) {
        throw new NodeProblem(
          `"hotkey" of a button must be one character of a keyboard, not ${described(hotkey)}`,
        );
      }
      const press = fields.handler<[]>('onPress');
      const key = fields.optionalText('key') ?? label;
      const target = {
        ...this.#base(key),
        kind: 'button',
        label,
        hotkey: hotkey?.toLowerCase(),
        press,
      } as const;
      this.#targets.push(target);
      return { type: 'button', target };
    },
    progress: (fields) => ({
      type: 'progress',
      value: fields.number('value', 0, 1),
      width: fields.optionalNumber('width', 1, MAX_COLUMNS),
      label: fields.optionalText('label'),
    }),
    divider: (fields) => ({ type: 'divider', label: fields.optionalText('label') }),
    input: (fields) => {
      const value = plainText(readLine(fields.optionalText('value') ?? ''));
      const placeholder = fields.optionalText('placeholder') ?? '';
      const submit = fields.handler<[string]>('onSubmit');
      const target = { ...this.#base(fields.text('key')), kind: 'input', value, submit } as const;
      this.#targets.push(target);
      return { type: 'input', target, placeholder };
    },
    select: (fields) => {
      const options = fields.texts('options', MAX_OPTIONS);
      const value = fields.optionalText('value');
      const pick = fields.handler<[string]>('onSelect');
      const target = { ...this.#base(fields.text('key')), kind: 'select', options, value, pick } as const;
      this.#targets.push(target);
      return { type: 'select', target };
    },
    markdown: (fields) => ({ type: 'markdown', tokens: readMarkdown(fields.text('text')) }),
  };

  /** Elements that share a key are told apart by their order. */
  #base(given: string): Pick<Target, 'id' | 'mod' | 'pane'> {
    // Ids leave the process, so they are clean, and not as long as a mod likes.
    const key = plainText(readLine(given)).slice(0, MAX_KEY);
    const { mod, pane, prefix } = this.#owner;
    const times = (this.#keys.get(key) ?? 0) + 1;
    this.#keys.set(key, times);
    return { id: `${prefix}#${key}${times === 1 ? '' : `#${times}`}`, mod, pane };
  }
}

function styleOf(fields: Fields): Style {
  const color = fields.color('color');
  const background = fields.color('background');
  return {
    bold: fields.flag('bold') ?? false,
    dim: fields.flag('dim') ?? false,
    italic: fields.flag('italic') ?? false,
    underline: fields.flag('underline') ?? false,
    ...(color === undefined ? {} : { color: String(30 + color) }),
    ...(background === undefined ? {} : { background: String(40 + background) }),
  };
}
