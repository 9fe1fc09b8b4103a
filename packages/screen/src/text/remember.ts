/** How much is remembered. Foreign text must not make it grow for ever. */
export interface Memory {
  /** When it has that many results, it starts anew, which costs one slow repaint. */
  readonly most: number;
  /** Longer texts are not remembered. */
  readonly longest: number;
}

/** Wraps a function of a text so that it does not do the same work in every repaint. */
export function remember<TResult>(
  { most, longest }: Memory,
  make: (text: string) => TResult,
): (text: string) => TResult {
  const known = new Map<string, TResult>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (text.length > longest) return made;
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
}
