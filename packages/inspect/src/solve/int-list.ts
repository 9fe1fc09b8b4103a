/** A list of numbers that grows, a tenth the size of an array of objects. */
export class IntList {
  #items = new Int32Array(1024);
  length = 0;

  push(value: number): number {
    if (this.length === this.#items.length) this.#grow(this.length + 1);
    this.#items[this.length] = value;
    return this.length++;
  }

  get(index: number): number {
    return this.#items[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  /** Makes room for indexes below `length`, filled with zeros. */
  extend(length: number): void {
    if (length > this.#items.length) this.#grow(length);
    if (length > this.length) this.length = length;
  }

  #grow(least: number): void {
    const larger = new Int32Array(Math.max(least, this.#items.length * 2));
    larger.set(this.#items);
    this.#items = larger;
  }
}
