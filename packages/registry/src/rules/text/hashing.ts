/** Tools for comparing thousands of texts by numbers. */

/** The base of polynomial hashes: odd, so that it can be divided by modulo 2^32. */
export const BASE = 16_777_619;

/** What multiplies with {@link BASE} to 1, modulo 2^32. */
export const BASE_INVERSE: number = inverse(BASE);

/** A set of hashes that may take one hash for another, but misses none. */
export class Bits {
  readonly #words: Int32Array;
  readonly #shift: number;

  /** Room for so many hashes that hardly one in ten is taken for another; small, so that it stays in the processor's cache. */
  constructor(count: number) {
    const bits = Math.min(30, Math.ceil(Math.log2(count * 8 + 1024)));
    this.#words = new Int32Array(1 << (bits - 5));
    this.#shift = 32 - bits;
  }

  has(hash: number): boolean {
    const bit = this.#bit(hash);
    return ((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  /** Adds a hash; whether it is new. */
  add(hash: number): boolean {
    const bit = this.#bit(hash);
    const mask = 1 << (bit & 31);
    const word = this.#words[bit >>> 5] ?? 0;
    this.#words[bit >>> 5] = word | mask;
    return (word & mask) === 0;
  }

  /** The upper bits of a product with a large odd number are mixed best. */
  #bit(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) >>> this.#shift;
  }
}

/** Newton's iteration doubles the right bits. */
function inverse(odd: number): number {
  let result = odd;
  for (let round = 0; round < 5; round += 1) {
    result = Math.imul(result, 2 - Math.imul(odd, result));
  }
  return result;
}
