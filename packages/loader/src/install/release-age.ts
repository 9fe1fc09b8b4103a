import { sourceError } from '../sources/diagnostics.ts';
import type { ReleaseAge } from './types.ts';

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Milliseconds of a duration such as `"90m"`, `"12h"`, `"3d"`, `"2w"`, or `"0"`. Throws `ModError` for anything else. */
export function parseReleaseAge(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([mhdw])$/.exec(text.trim()) ?? [];
  if (amount === undefined && text.trim() !== '0') {
    throw sourceError('RELEASE_AGE_INVALID', {
      message: `mods.minimumReleaseAge is ${JSON.stringify(text)}.`,
    });
  }
  return amount === undefined ? 0 : Number(amount) * UNITS[unit as keyof typeof UNITS];
}

/** The moment before which a version must have been published, or undefined when any will do. */
export function publishedBefore(age: ReleaseAge, now: Date): Date | undefined {
  if (age.minimumReleaseAge === undefined) return undefined;
  const milliseconds = parseReleaseAge(age.minimumReleaseAge);
  return age.allowYoung === true || milliseconds === 0 ? undefined : new Date(now.getTime() - milliseconds);
}
