/**
 * Has what waits in memory written when the process ends before its time, whatever ends it, so that the files show why.
 * @returns what takes this back, once it is written in the ordinary way.
 */
export function atExit(write: () => unknown): () => void {
  const listener = () => void write();
  process.once('exit', listener);
  return () => process.off('exit', listener);
}
