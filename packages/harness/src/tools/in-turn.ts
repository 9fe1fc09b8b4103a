/** The last change of each file that is still under way. */
const pending = new Map<string, Promise<unknown>>();

/**
 * Runs changes of one file after each other, so that of two calls that run in parallel none undoes the other.
 * @param key the file's real path.
 */
export async function inTurn<TValue>(key: string, change: () => Promise<TValue>): Promise<TValue> {
  const before = pending.get(key);
  // Whoever asked for the change before hears of its failure; here only its end counts.
  const mine = before === undefined ? change() : before.then(change, change);
  pending.set(key, mine);
  try {
    return await mine;
  } finally {
    if (pending.get(key) === mine) pending.delete(key);
  }
}
