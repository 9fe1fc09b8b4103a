/** One line of a file. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Without its ending. Of a line before `from` nothing is kept. */
  readonly text: string;
  /** How many bytes at its end were left out. */
  readonly cutBytes: number;
  readonly hasCarriageReturn: boolean;
}

/** What to keep of each line. */
export interface LineLimits {
  /** Lines before this one are counted, not kept. */
  readonly from: number;
  /** What is kept of a line, in bytes, so that a file of one endless line costs no more than others. */
  readonly maxLineBytes: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Cuts chunks of UTF-8 into lines, holding no more than one bounded line between chunks. */
export class LineSplitter {
  readonly #limits: LineLimits;
  #number = 1;
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #bytes = 0;
  #last = 0;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  /** The lines that this chunk ends. */
  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#add(chunk.subarray(start, end));
      yield this.#finish();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  /** The last line, when the file does not end in a line feed. */
  *end(): Generator<Line> {
    if (this.#bytes > 0) yield this.#finish();
  }

  #add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    this.#last = part[part.length - 1] ?? 0;
    const room = this.#limits.maxLineBytes - this.#keptBytes;
    if (this.#number < this.#limits.from || room <= 0) return;
    const kept = part.length > room ? part.subarray(0, room) : part;
    // A copy: the chunk's memory is used again for the next one, and the `slice` of a Buffer is only a view.
    this.#kept.push(Uint8Array.from(kept));
    this.#keptBytes += kept.length;
  }

  #finish(): Line {
    const hasCarriageReturn = this.#last === CARRIAGE_RETURN;
    const isCut = this.#bytes > this.#keptBytes;
    const bytes = Buffer.concat(this.#kept);
    // In stream mode the decoder leaves out a character that the cut went through.
    const text = new TextDecoder('utf-8', { ignoreBOM: this.#number > 1 }).decode(bytes, { stream: isCut });
    const line = {
      number: this.#number,
      text: hasCarriageReturn && !isCut ? text.slice(0, -1) : text,
      cutBytes: this.#number < this.#limits.from ? 0 : this.#bytes - this.#keptBytes,
      hasCarriageReturn,
    };
    this.#number += 1;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#bytes = 0;
    this.#last = 0;
    return line;
  }
}
