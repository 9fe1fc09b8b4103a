/**
 * Keeps the beginning and the end of an output, however long it is: the beginning says what ran, the end how it went.
 * Sizes are UTF-16 units.
 */
export class OutputWindow {
  readonly #max: number;
  #head = '';
  #tail = '';
  #total = 0;

  /** @param max how much is kept in all, half of it at each end. */
  constructor(max: number) {
    this.#max = max;
  }

  push(chunk: string): void {
    this.#total += chunk.length;
    const half = Math.floor(this.#max / 2);
    const room = half - this.#head.length;
    const toHead = room > 0 && this.#tail === '' ? cutPoint(chunk, Math.min(room, chunk.length)) : 0;
    this.#head += chunk.slice(0, toHead);
    const rest = this.#tail + chunk.slice(toHead);
    this.#tail = rest.length > half ? rest.slice(cutPoint(rest, rest.length - half)) : rest;
  }

  /** How much was left out between the two ends. */
  get omitted(): number {
    return this.#total - this.#head.length - this.#tail.length;
  }

  /** What was kept, with a line in the gap that says how much is missing. */
  toString(): string {
    if (this.omitted === 0) return this.#head + this.#tail;
    return `${this.#head}\n[... ${this.omitted} characters left out here ...]\n${this.#tail}`;
  }
}

/** The place at or after `index` where a cut goes through no character. */
function cutPoint(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return index > 0 && unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index;
}
