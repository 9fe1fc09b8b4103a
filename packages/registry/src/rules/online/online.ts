import type { RegistryIo, Scan } from '../../io.ts';
import type { EntryView } from '../entry-view.ts';
import type { Problem } from '../problem.ts';
export interface OnlineOptions {
  readonly io: RegistryIo;
  readonly concurrency: number;
  readonly scan?: Scan;
}
export async function checkEntriesOnline(
  _entries: readonly EntryView[],
  _options: OnlineOptions,
): Promise<Problem[]> {
  return [];
}
