import {
  answerChange,
  type Change,
  firstRequest,
  type RequestLines,
  requestChanges,
  requestLines,
} from './changes.ts';
import { keepLongest } from './keep-longest.ts';
import type { FileRow } from './read-row.ts';
import type {
  CallFigures,
  TracedCall,
  TracedMod,
  TracedRequest,
  TracedRound,
  TraceReport,
} from './trace-report.ts';

/** How much is kept of a trace of any length. */
export interface TraceLimits {
  /** Calls that are kept one by one: the longest. */
  readonly calls: number;
  /** Characters of what changed, over all rounds; 0 keeps no changes. */
  readonly changes: number;
}

/** How many failed calls are kept. */
const FAILED = 100;

/** How much of one changed line is kept, in characters. */
const LINE = 2_000;

/** Takes the rows of a trace in order, and makes the report of them. What it holds does not grow with the number of calls. */
export interface TraceCollector {
  add(row: FileRow, line: number): void;
  report(): TraceReport;
}

interface Tally {
  calls: number;
  totalMs: number;
  maxMs: number;
  changed: number;
  errors: number;
}

type OpenRound = Omit<TracedRound, 'requests' | 'changedBy' | 'tools' | 'changes'> & {
  calls: number;
  hookMs: number;
  requests: TracedRequest[];
  changedBy: Map<string, number>;
  tools: string[];
  changes: Change[];
};

/** Makes a collector. */
export function collectTrace(limits: TraceLimits): TraceCollector {
  const rows = { request: 0, response: 0, hook: 0, event: 0 };
  const mods = new Map<string, Map<string, Tally>>();
  /** Where the requests stand that nothing has answered yet. */
  const open = new Map<number, { readonly requests: TracedRequest[]; readonly at: number }>();
  const rounds: OpenRound[] = [];
  const slowest = keepLongest<TracedCall>(limits.calls, ({ ms }) => ms);
  const failed: TracedCall[] = [];
  let isTimed = false;
  let now = 0;
  let room = limits.changes;
  let request: RequestLines | undefined;
  let answer: readonly unknown[] | undefined;

  const begin = (turnNumber: number, line: number): OpenRound => {
    const round = {
      turnNumber,
      line,
      start: now,
      calls: 0,
      hookMs: 0,
      requests: [],
      changedBy: new Map(),
      tools: [],
      changes: [],
    };
    rounds.push(round);
    return round;
  };
  const current = (line: number): OpenRound => rounds.at(-1) ?? begin(0, line);
  const keep = (round: OpenRound, changes: readonly Change[]): void => {
    for (const change of changes) {
      const kept = fitted(change, room);
      room -= sizeOf(kept);
      round.changes.push(kept);
    }
  };

  const addHook = (row: FileRow & { kind: 'hook' }, line: number): void => {
    const { mod, hook, ms, changed, error } = row;
    const round = current(line);
    const hooks = mods.get(mod) ?? new Map<string, Tally>();
    const tally = hooks.get(hook) ?? { calls: 0, totalMs: 0, maxMs: 0, changed: 0, errors: 0 };
    mods.set(mod, hooks.set(hook, tally));
    tally.calls++;
    tally.totalMs += ms;
    tally.maxMs = Math.max(tally.maxMs, ms);
    round.calls++;
    round.hookMs += ms;
    if (changed) {
      tally.changed++;
      const by = `${mod} ${hook}`;
      round.changedBy.set(by, (round.changedBy.get(by) ?? 0) + 1);
    }
    // A row is written when its call is over.
    const start = isTimed ? Math.max(0, now - ms) : now;
    if (!isTimed) now += ms;
    const call = {
      mod,
      hook,
      ms,
      changed,
      line,
      round: rounds.length - 1,
      start,
      ...(error !== undefined && { error: errorText(error) }),
    };
    slowest.add(call);
    if (error !== undefined) {
      tally.errors++;
      if (failed.length < FAILED) failed.push(call);
    }
  };

  const addRequest = (row: FileRow & { kind: 'request' }, line: number): void => {
    const last = rounds.at(-1);
    // A trace without its events, as a part of one may be, has rounds all the same.
    const isNext = row.purpose === 'run' && last?.turnNumber !== row.turnNumber;
    const round = last === undefined || isNext ? begin(row.turnNumber, line) : last;
    const { purpose = 'run', attempt = 0, model, effort, requestNumber } = row;
    if (requestNumber !== undefined)
      open.set(requestNumber, { requests: round.requests, at: round.requests.length });
    round.requests.push({
      purpose,
      attempt,
      model,
      ...(effort !== undefined && { effort }),
      messages: row.messages.length,
      tools: row.tools.length,
      system: row.system.length,
    });
    if (purpose !== 'run' || limits.changes === 0) return;
    const lines = requestLines(row);
    keep(round, request === undefined ? firstRequest(lines) : requestChanges(request, lines));
    request = lines;
  };

  const addResponse = (row: FileRow & { kind: 'response' }, line: number): void => {
    const { requests, at } = open.get(row.requestNumber ?? 0) ?? lastOpen(current(line));
    open.delete(row.requestNumber ?? 0);
    const asked = requests[at];
    const { stopReason, error } = row;
    if (asked !== undefined) {
      requests[at] = { ...asked, stopReason, ...(error !== undefined && { error: errorText(error) }) };
    }
    if (asked === undefined || asked.purpose === 'run') answer = row.content;
  };

  /** For traces of earlier versions: a request of a mod may come and be answered while that of the run is still open. */
  const lastOpen = ({ requests }: OpenRound) => ({
    requests,
    at: requests.findLastIndex((asked) => asked.stopReason === undefined),
  });

  const addEvent = ({ event }: FileRow & { kind: 'event' }, line: number): void => {
    if (event.type === 'turn_start') begin(Number(event.turnNumber), line);
    else if (event.type === 'tool_queued') current(line).tools.push(String(event.toolName));
    else if (event.type === 'message_end' && answer !== undefined && Array.isArray(event.content)) {
      if (limits.changes > 0) keep(current(line), answerChange(answer, event.content));
      answer = undefined;
    }
  };

  return {
    add(row, line) {
      rows[row.kind]++;
      if (typeof row.at === 'number') {
        isTimed = true;
        now = row.at;
      }
      if (row.kind === 'hook') addHook(row, line);
      else if (row.kind === 'request') addRequest(row, line);
      else if (row.kind === 'response') addResponse(row, line);
      else addEvent(row, line);
    },
    report: () => ({
      rows,
      mods: [...mods].map(([mod, hooks]) => tracedMod(mod, hooks)).toSorted((a, b) => b.totalMs - a.totalMs),
      rounds: rounds.map(({ changedBy, hookMs, ...round }) => ({
        ...round,
        hookMs: rounded(hookMs),
        changedBy: [...changedBy].map(([by, times]) => ({ by, times })),
      })),
      isCut: slowest.isCut,
      slowest: slowest.items(),
      failed,
      isTimed,
      duration: rounded(now),
    }),
  };
}

function tracedMod(mod: string, hooks: ReadonlyMap<string, Tally>): TracedMod {
  const all = { calls: 0, totalMs: 0, maxMs: 0, changed: 0, errors: 0 };
  for (const tally of hooks.values()) {
    all.calls += tally.calls;
    all.totalMs += tally.totalMs;
    all.maxMs = Math.max(all.maxMs, tally.maxMs);
    all.changed += tally.changed;
    all.errors += tally.errors;
  }
  const each = [...hooks].map(([hook, tally]) => ({ hook, ...figures(tally) }));
  return { mod, ...figures(all), hooks: each.toSorted((a, b) => b.totalMs - a.totalMs) };
}

function errorText({ name, message }: { readonly name: string; readonly message: string }): string {
  return `${name}: ${message}`;
}

function figures({ calls, totalMs, maxMs, changed, errors }: Tally): CallFigures {
  return {
    calls,
    totalMs: rounded(totalMs),
    meanMs: rounded(totalMs / calls),
    maxMs: rounded(maxMs),
    changed,
    errors,
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** A change with its lines cut to what is kept of each, or without them when there is no room any more. */
function fitted(change: Change, room: number): Change {
  const cut = (lines: readonly string[]) =>
    lines.map((line) => (line.length > LINE ? `${line.slice(0, LINE)} … ${line.length - LINE} more` : line));
  const kept = { ...change, before: cut(change.before), after: cut(change.after) };
  return sizeOf(kept) > room ? { ...change, before: [], after: [], isLeftOut: true } : kept;
}

function sizeOf({ before, after }: Change): number {
  return [...before, ...after].reduce((sum, { length }) => sum + length, 0);
}
