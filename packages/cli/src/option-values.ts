import { InvalidArgumentError } from 'commander';

/** One more value of an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** A whole number, 0 among them; throws what the program shows as wrong usage, as the others do. */
export function wholeNumberFromZero(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 on.');
  return Number(text);
}

/** A number of seconds above 0. */
export function secondsFrom(text: string): number {
  const seconds = Number(text);
  if (!/^[\d.]+$/.test(text) || !(seconds > 0))
    throw new InvalidArgumentError('It must be a number above 0.');
  return seconds;
}

/** A whole number above 0. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return Number(text);
}
