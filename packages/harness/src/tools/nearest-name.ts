/**
 * The name that was probably meant, for "did you mean": the nearest by edit distance, letter case aside.
 * @returns `undefined` when nothing is near enough to be a slip of the keyboard.
 */
export async function nearestName(name: string, names: readonly string[]): Promise<string | undefined> {
  const { distance } = await import('fastest-levenshtein');
  let nearest: { name: string; distance: number } | undefined;
  for (const candidate of names) {
    const apart = distance(name.toLowerCase(), candidate.toLowerCase());
    if (nearest === undefined || apart < nearest.distance) nearest = { name: candidate, distance: apart };
  }
  const allowed = Math.max(1, Math.floor(name.length * 0.4));
  return nearest !== undefined && nearest.distance <= allowed ? nearest.name : undefined;
}
