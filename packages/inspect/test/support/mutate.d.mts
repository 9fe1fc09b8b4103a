/** A program: its files by path. */
export type Sources = Readonly<Record<string, string>>;

/** Numbers from a seed, from 0 up to 1. */
export function randomFrom(seed: number): () => number;

/** The rewritings by name. */
export const MUTATIONS: Readonly<
  Record<string, (context: { files: Sources; entry: string; random: () => number }) => Sources | undefined>
>;

/** Applies some rewritings, in an order that the seed decides. */
export function mutate(
  files: Sources,
  entry: string,
  seed: number,
  most?: number,
): { readonly files: Sources; readonly applied: readonly string[] };
