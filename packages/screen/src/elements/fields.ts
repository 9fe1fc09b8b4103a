import type { ElementColor } from '@cmd-mods/mod-api';
import { COLORS } from './colors.ts';

/** An element is malformed; the message says how. */
export class NodeProblem extends Error {}

/** The fields of an element of a mod, each read once and checked. Readers throw NodeProblem. */
export class Fields {
  readonly #type: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(type: string, values: Readonly<Record<string, unknown>>) {
    this.#type = type;
    this.#values = values;
  }

  text(name: string): string {
    return this.optionalText(name) ?? this.#fail(name, 'a string', undefined);
  }

  optionalText(name: string): string | undefined {
    const value = this.#values[name];
    return value === undefined || typeof value === 'string' ? value : this.#fail(name, 'a string', value);
  }

  /** A number between two others; what lies outside is moved to the nearer one. */
  number(name: string, lowest: number, highest: number): number {
    return this.optionalNumber(name, lowest, highest) ?? this.#fail(name, 'a number', undefined);
  }

  optionalNumber(name: string, lowest: number, highest: number): number | undefined {
    const value = this.#values[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || Number.isNaN(value)) return this.#fail(name, 'a number', value);
    return Math.min(highest, Math.max(lowest, value));
  }

  flag(name: string): boolean | undefined {
    const value = this.#values[name];
    return value === undefined || typeof value === 'boolean'
      ? value
      : this.#fail(name, 'true or false', value);
  }

  /** @returns the number of the colour, from 0. */
  color(name: string): number | undefined {
    const value = this.#values[name];
    if (value === undefined) return undefined;
    const index = COLORS.indexOf(value as ElementColor);
    return index >= 0 ? index : this.#fail(name, `one of ${COLORS.join(', ')}`, value);
  }

  list(name: string): readonly unknown[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value : this.#fail(name, 'an array', value);
  }

  texts(name: string, most: number): readonly string[] {
    const texts = this.list(name).slice(0, most);
    const wrong = texts.findIndex((text) => typeof text !== 'string');
    return wrong < 0
      ? (texts as readonly string[])
      : this.#fail(`${name}[${wrong}]`, 'a string', texts[wrong]);
  }

  /** A function of the mod, called on its element as the mod would call it. */
  handler<TArguments extends readonly unknown[]>(name: string): (...args: TArguments) => unknown {
    const value = this.#values[name];
    return typeof value === 'function'
      ? (...args) => Reflect.apply(value, this.#values, args)
      : this.#fail(name, 'a function', value);
  }

  #fail(name: string, wanted: string, value: unknown): never {
    throw new NodeProblem(`"${name}" of a ${this.#type} must be ${wanted}, not ${described(value)}`);
  }
}

/** What a wrong value is called in a message. */
export function described(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value === null || value === undefined || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
