/**
 * What is left of a file once it was parsed: a list of small operations over *slots*. A slot is a place that can hold a
 * value: a variable, a parameter, the result of an expression. The tree itself is thrown away, so that ten thousand files
 * fit in memory, and the operations travel between threads as one array of numbers.
 *
 * Slot 0 holds nothing of interest. Slot 1 holds "something only run time knows".
 */

/** The slot of everything that cannot matter: a number, a comparison, a type. */
export const NOTHING = 0;
/** The slot of values that only run time knows. */
export const UNKNOWN = 1;

/** Marks a key that is not a constant: the key's own slot follows. */
export const COMPUTED_KEY = -1;
/** Marks "some element": an index that does not matter. */
export const ANY_KEY = -2;

/**
 * The operations. Each is laid out as `[operation, length, ...operands]`; `text` operands index {@link FileFacts.texts},
 * `pos` operands are offsets in UTF-16 units.
 */
export const Op = {
  /** from, to */
  Copy: 1,
  /** to, text name, pos: a name that no scope declares */
  Global: 2,
  /** to, request, text name, pos: a use of an imported binding; `*` is the namespace */
  Import: 3,
  /** to, text */
  Text: 4,
  /** to, number */
  Int: 5,
  /** to, left, right */
  Concat: 6,
  /** to, base, text key, key slot, pos */
  Load: 7,
  /** base, text key, key slot, value, pos */
  Store: 8,
  /** to, callee, base, flags, pos, count, ...arguments (a spread one is negative) */
  Call: 9,
  /** to, flags, this, returned, arguments, rest index or -1, pos, count, ...parameters */
  Function: 10,
  /** to, kind, pos */
  Object: 11,
  /** object, from: every member of `from` is also one of `object` */
  Spread: 12,
  /** to, instance, constructor, heritage, pos */
  Class: 13,
  /** to, specifier, pos: `import(...)` */
  DynamicImport: 14,
  /** to, from: an element of something iterable */
  Element: 15,
  /** text name, slot */
  Export: 16,
  /** request: `export * from` */
  ExportStar: 17,
  /** to, text type name: a parameter that is annotated with a type of the host */
  Typed: 18,
} as const;

/** Flags of {@link Op.Call}. */
export const CallFlag = { New: 1, Super: 2, Template: 4 } as const;

/** Flags of {@link Op.Function}. A function that is bound has a `this` that no call changes: an arrow, a method. */
export const FunctionFlag = { Bound: 1 } as const;

/** Kinds of {@link Op.Object}. */
export const ObjectKind = { Plain: 0, Array: 1, Instance: 2, Statics: 3 } as const;

/** One module that a file asks for by a name that stands in the text. */
export interface Request {
  readonly specifier: string;
  readonly pos: number;
  /** By a declaration, or by a call of `import` or of something that is called `require`. */
  readonly how: 'declaration' | 'call';
  /** Whether the request survives compilation: an import of types alone, or one that nobody uses, is dropped. */
  live: boolean;
}

/** A string that holds a URL. */
export interface HostName {
  readonly host: string;
  readonly pos: number;
}

/** Something about the text itself that a reviewer should see. */
export interface TextNote {
  readonly message: string;
  readonly pos: number;
}

/** All that the later steps know about a file. Plain data. */
export interface FileFacts {
  readonly code: Int32Array;
  readonly texts: readonly string[];
  readonly slotCount: number;
  readonly requests: readonly Request[];
  readonly hosts: readonly HostName[];
  readonly notes: readonly TextNote[];
  /** Offsets at which lines start. */
  readonly lineStarts: Int32Array;
  /** The first error of the syntax; the file was read around it. */
  readonly syntaxError?: { readonly message: string; readonly pos: number };
}

/** Collects the operations of one file. */
export class CodeBuilder {
  readonly #code: number[] = [];
  readonly #texts: string[] = [];
  readonly #textIndex = new Map<string, number>();
  #slotCount = UNKNOWN + 1;

  /** A slot that nothing else uses. */
  slot(): number {
    return this.#slotCount++;
  }

  text(text: string): number {
    const known = this.#textIndex.get(text);
    if (known !== undefined) return known;
    const index = this.#texts.push(text) - 1;
    this.#textIndex.set(text, index);
    return index;
  }

  emit(operation: number, a: number, b: number, c?: number, d?: number, e?: number): void {
    const code = this.#code;
    const start = code.push(operation, 0, a, b) - 4;
    if (c !== undefined) code.push(c);
    if (d !== undefined) code.push(d);
    if (e !== undefined) code.push(e);
    code[start + 1] = code.length - start;
  }

  emitList(operation: number, head: readonly number[], list: readonly number[]): void {
    this.#code.push(operation, 2 + head.length + 1 + list.length, ...head, list.length);
    for (const item of list) this.#code.push(item);
  }

  copy(from: number, to: number): void {
    if (from !== NOTHING && to !== NOTHING) this.#code.push(Op.Copy, 4, from, to);
  }

  finish(): Pick<FileFacts, 'code' | 'texts' | 'slotCount'> {
    return { code: Int32Array.from(this.#code), texts: this.#texts, slotCount: this.#slotCount };
  }
}
