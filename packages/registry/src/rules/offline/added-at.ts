import type { OfflineContext } from '../context.ts';
import type { Problem } from '../problem.ts';
import { readDate } from '../text/dates.ts';

/** Where on earth a day begins first: a date counts as future while it has begun nowhere. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

/** Dates that lie in the future. Those that are none are the schema's; which of them can be mended is said here. */
export function* checkAddedAt({ entries, now }: OfflineContext): Generator<Problem> {
  const today = now.toISOString().slice(0, 10);
  for (const { index, addedAt } of entries) {
    if (addedAt === undefined || (addedAt.length === today.length && addedAt <= today)) continue;
    const time = Date.parse(addedAt);
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(addedAt);
    if (Number.isNaN(time) || (!isDay && !/^\d{4}-\d{2}-\d{2}T/i.test(addedAt))) continue;
    if (time - (isDay ? EARLIEST_ZONE_MS : 0) <= now.getTime()) continue;
    yield {
      rule: 'added-at',
      path: ['mods', index, 'addedAt'],
      message: `${addedAt} lies in the future.`,
      hint: `Today is ${today}.`,
      fixable: false,
    };
  }
}

/** Says of a date that the schema refuses whether it can be read all the same, and how it is written. */
export function explainDate(problem: Problem, written: unknown): Problem {
  const date = typeof written === 'string' ? readDate(written) : undefined;
  return date === undefined ? problem : { ...problem, fixable: true, hint: `Write "${date}".` };
}
