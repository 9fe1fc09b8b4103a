import type { ReachSummary } from '@cmd-mods/inspect';
import type { InstallIo } from '@cmd-mods/loader';

/** The scanner, as installing uses it. It is loaded when the first package is looked at, and the compiler with it. */
export function reachReader(cwd: string): NonNullable<InstallIo['reach']> {
  let widening: (before: ReachSummary, after: ReachSummary) => ReachSummary | undefined = () => undefined;
  return {
    async summarize(directory) {
      const scanner = await import('@cmd-mods/inspect');
      widening = scanner.widening;
      const report = await scanner.inspectTarget(directory, { cwd });
      return asJson(scanner.summarize(report));
    },
    widened(before, after) {
      // What no scanner has recorded cannot be compared: it is taken for nothing, so that a person sees all of it.
      const more = widening((before ?? {}) as ReachSummary, after as ReachSummary);
      return more === undefined ? undefined : asJson(more);
    },
  };
}

/** A summary is lists of strings under names: JSON already, which an interface cannot say. */
function asJson(summary: ReachSummary): Awaited<ReturnType<NonNullable<InstallIo['reach']>['summarize']>> {
  return { ...summary } as Awaited<ReturnType<NonNullable<InstallIo['reach']>['summarize']>>;
}
