import type { TracedCall, TracedRequest, TracedRound, TraceReport } from '../trace/trace-report.ts';
import { coloursWhen } from './colours.ts';

/** Milliseconds with as many digits as tell something. */
export function msText(ms: number): string {
  return ms < 10 ? ms.toFixed(3) : ms.toFixed(1);
}

/** A trace as text: each hook of each mod, the rounds, the slowest calls, the calls that failed. */
export function traceText(report: TraceReport, slowest: number, isColoured?: boolean): string {
  const { bold, red } = coloursWhen(isColoured);
  const { rounds, failed } = report;
  const sections = [bold(countText(report)), hooksTable(report)];
  if (rounds.length > 0) sections.push(`${bold('Rounds')}\n${table(roundRows(rounds), [0, 6])}`);
  const slow = report.slowest.slice(0, slowest);
  if (slow.length > 0)
    sections.push(
      `${bold('Slowest calls')}\n${table(
        slow.map((call) => callRow(call, rounds)),
        [0, 1, 3],
      )}`,
    );
  if (failed.length > 0) {
    const lines = failed.map((call) => [...callRow(call, rounds), call.error ?? '']);
    sections.push(`${red('Failed calls')}\n${table(lines, [0, 1, 3, 4])}`);
  }
  return `${sections.map((section) => section.trimEnd()).join('\n\n')}\n`;
}

function hooksTable({ mods }: TraceReport): string {
  if (mods.length === 0)
    return 'No hook was called: no mod was loaded, or none has a hook for what happened.';
  const lines = mods.flatMap(({ mod, hooks }) =>
    hooks.map((each) => [
      mod,
      each.hook,
      String(each.calls),
      msText(each.totalMs),
      msText(each.meanMs),
      msText(each.maxMs),
      String(each.changed),
      String(each.errors),
    ]),
  );
  return table([['mod', 'hook', 'calls', 'total ms', 'mean', 'max', 'changed', 'errors'], ...lines], [0, 1]);
}

function roundRows(rounds: readonly TracedRound[]): readonly (readonly string[])[] {
  const heads = ['round', 'requests', 'messages', 'system', 'hook calls', 'ms', 'changed by'];
  return [
    heads,
    ...rounds.map((round) => {
      const last = round.requests.at(-1);
      const changed = round.changedBy.map(({ by, times }) => `${by} ×${times}`);
      return [
        roundName(round),
        String(round.requests.length),
        last === undefined ? '-' : String(last.messages),
        last === undefined ? '-' : String(last.system),
        String(round.calls),
        msText(round.hookMs),
        changed.join(', ') || '-',
      ];
    }),
  ];
}

/** What a round is called. */
export function roundName({ turnNumber }: Pick<TracedRound, 'turnNumber'>): string {
  return turnNumber === 0 ? 'before' : String(turnNumber);
}

/** A request in one line. */
export function requestText({
  purpose,
  attempt,
  model,
  effort,
  messages,
  tools,
  system,
  stopReason,
  error,
}: TracedRequest): string {
  const what = purpose === 'run' ? 'request' : `request for ${purpose}`;
  const again = attempt === 0 ? '' : `, attempt ${attempt + 1}`;
  const how = effort === undefined ? model : `${model} (${effort})`;
  const ended = error ?? stopReason ?? 'no answer';
  return `${what}${again} to ${how}: ${messages} messages, ${tools} tools, a system prompt of ${system} characters; ${ended}`;
}

function callRow(
  { mod, hook, ms, line, round }: TracedCall,
  rounds: readonly TracedRound[],
): readonly string[] {
  const at = rounds[round];
  return [mod, hook, `${msText(ms)} ms`, `round ${at === undefined ? '-' : roundName(at)}, line ${line}`];
}

/** Rows in columns, those named at the left of their cell, numbers at the right. */
function table(rows: readonly (readonly string[])[], left: readonly number[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return left.includes(column) ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** How much is in a trace, in a line. */
export function countText({ rows, mods, rounds }: TraceReport): string {
  const calls = `${plural(rows.hook, 'hook call')} of ${plural(mods.length, 'mod')} in ${plural(rounds.length, 'round')}`;
  return `${calls}, ${plural(rows.request, 'request')}, ${plural(rows.event, 'event')}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
