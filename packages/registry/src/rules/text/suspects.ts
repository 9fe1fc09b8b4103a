/** A quick first look at thousands of names: which could be taken for another at all. */

import { BASE, BASE_INVERSE, Bits } from './hashing.ts';
import { foldLookalikes, LOOKS_LIKE } from './reading.ts';

/**
 * The indexes of the names that may read like another one or be one edit away from it, in order. Names that are not among
 * them do not and are not; of those that are, few are there by chance.
 *
 * Names that read alike have the same reading, and of two names one edit apart, both become equal when one letter is taken
 * out of one of them or of both. So each name has some hashes: of its reading, of itself, and of itself without each of its
 * letters. Only names with a hash that occurs twice are suspect. Everything is numbers, because this runs for every name.
 */
export function suspects(names: readonly string[]): number[] {
  const total = names.reduce((sum, { length }) => sum + length + 2, 0);
  const hashes = new Int32Array(total);
  const ends = new Int32Array(names.length);
  const [seen, shared] = [new Bits(total), new Bits(total)];
  let count = 0;
  names.forEach((name, index) => {
    const start = count;
    count = writeHashes(name, hashes, start);
    ends[index] = count;
    for (let at = start; at < count; at += 1) {
      const hash = hashes[at] ?? 0;
      if (!seen.add(hash)) shared.add(hash);
    }
  });
  // The bits say for some hashes that they occur twice when they do not; the few that are left are looked at exactly.
  const owners = new Map<number, number>();
  const isSuspect = new Uint8Array(names.length);
  for (let index = 0, at = 0; index < names.length; index += 1) {
    for (const end = ends[index] ?? 0; at < end; at += 1) {
      const hash = hashes[at] ?? 0;
      if (!shared.has(hash)) continue;
      const owner = owners.get(hash);
      if (owner === undefined) owners.set(hash, index);
      else if (owner !== index) isSuspect[index] = isSuspect[owner] = 1;
    }
  }
  return names.flatMap((_, index) => (isSuspect[index] === 1 ? [index] : []));
}

/** Writes the hashes of a name from `start` on, and gives where they end. */
function writeHashes(name: string, hashes: Int32Array, start: number): number {
  const { length } = name;
  let whole = 0;
  let power = 1;
  for (let at = 0; at < length; at += 1) {
    whole = (whole + Math.imul(name.charCodeAt(at), power)) | 0;
    power = Math.imul(power, BASE);
  }
  let count = start;
  hashes[count++] = readingHash(name);
  hashes[count++] = whole;
  // A polynomial: taking a letter out moves those behind it one power down.
  let before = 0;
  power = 1;
  for (let at = 0; at < length; at += 1) {
    const code = name.charCodeAt(at);
    const through = (before + Math.imul(code, power)) | 0;
    // Of two equal letters side by side, it does not matter which one is taken out.
    if (code !== name.charCodeAt(at + 1))
      hashes[count++] = (before + Math.imul(whole - through, BASE_INVERSE)) | 0;
    before = through;
    power = Math.imul(power, BASE);
  }
  return count;
}

const R = 0x72;
const N = 0x6e;
const M = 0x6d;

/** The hash of `reading(name)`, without making that text. Names outside ASCII are rare, and folded first. */
function readingHash(name: string): number {
  let hash = 0x51ed27;
  let last = 0;
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at);
    if (code > 0x7e) return readingHash(foldLookalikes(name));
    const seen = LOOKS_LIKE[code] ?? 0;
    if (seen === 0) continue;
    // An r is kept back, because an n behind it makes it an m.
    if (last === R) {
      hash = (Math.imul(hash, BASE) + (seen === N ? M : R)) | 0;
      last = seen === N ? 0 : seen;
      if (last !== R && last !== 0) hash = (Math.imul(hash, BASE) + last) | 0;
    } else {
      last = seen;
      if (seen !== R) hash = (Math.imul(hash, BASE) + seen) | 0;
    }
  }
  return last === R ? (Math.imul(hash, BASE) + R) | 0 : hash;
}
