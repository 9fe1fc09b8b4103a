import { messageOf, nearest, type Registration } from '@cmd-mods/harness';
import { type Diagnostic, type EventName, ModError, type ObservableEvent } from '@cmd-mods/mod-api';
import { matchesPartial, matchesText } from './matches.ts';
import type { Recording } from './recorder.ts';

/** What the matchers look at: a harness, for everything so far, or one run of it. */
export interface Checked extends Recording {
  readonly finalText: string;
  readonly registrations: readonly Registration[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a matcher found. */
export interface Verdict {
  readonly pass: boolean;
  /** What was expected and what there is; `isNot` words it for an expectation turned round. */
  message(isNot?: boolean): string;
}

/** The matchers of the kit, for vitest and for node:test alike. The first argument is a harness or a run. */
export const CHECKS = {
  toHaveBlocked(checked: Checked, toolName: string): Verdict {
    const blocked = checked.events.filter((event) => event.type === 'tool_hook_blocked');
    return verdict(checked, {
      pass: blocked.some((event) => event.toolName === toolName),
      wanted: `block a call of ${toolName}`,
      found: list(
        blocked.map((event) => `${event.toolName}: ${event.hookOutput}`),
        `no call was blocked; ${calledText(checked)}`,
      ),
    });
  },

  toHaveEmitted(checked: Checked, eventType: EventName, partial: object = {}): Verdict {
    const events = checked.events.filter(({ type }) => type === eventType);
    const types = [...new Set(checked.events.map(({ type }) => type))];
    return verdict(checked, {
      pass: events.some((event) => matchesPartial(event, partial)),
      wanted: `emit ${eventType}${Object.keys(partial).length === 0 ? '' : ` with ${show(partial)}`}`,
      found:
        events.length > 0
          ? list(nearestFirst(events, partial).map(show), '')
          : `it was not among the ${types.length} types that came: ${types.join(', ')}${meant(eventType, types)}`,
    });
  },

  toHaveSystemPrompt(checked: Checked, text: string | RegExp): Verdict {
    const prompts = checked.requests.filter(({ purpose }) => purpose === 'run').map(({ system }) => system);
    return verdict(checked, {
      pass: prompts.some((prompt) => matchesText(prompt, text)),
      wanted: `send a system prompt with ${show(text)}`,
      found: list([...new Set(prompts)], 'no request was made'),
    });
  },

  toHaveRegistered(checked: Checked, kind: Registration['kind'], name: string): Verdict {
    const registered = checked.registrations;
    return verdict(checked, {
      pass: registered.some((one) => one.kind === kind && (one.name === name || isOwnName(one, name))),
      wanted: `register the ${kind} ${show(name)}`,
      found: `${list(
        registered.map((one) => `${one.kind} ${one.name} (${one.mod})`),
        'nothing is registered',
      )}${meant(
        name,
        registered.flatMap((one) => (one.kind === kind ? one.name : [])),
      )}`,
    });
  },

  toHaveFinalText(checked: Checked, text: string | RegExp): Verdict {
    return verdict(checked, {
      pass: matchesText(checked.finalText, text),
      wanted: `end with a text with ${show(text)}`,
      found: show(checked.finalText),
    });
  },

  toHaveToolInput(checked: Checked, toolName: string, partial: object): Verdict {
    const { toolCalls } = checked;
    const inputs = toolCalls.filter((call) => call.toolName === toolName).map(({ input }) => input);
    const others = [...new Set(toolCalls.map((call) => call.toolName))];
    return verdict(checked, {
      pass: inputs.some((input) => matchesPartial(input, partial)),
      wanted: `run ${toolName} with ${show(partial)}`,
      found:
        inputs.length > 0
          ? list(nearestFirst(inputs, partial).map(show), '')
          : `it did not run; what ran was ${others.join(', ') || 'no tool at all'}${meant(toolName, others)}`,
    });
  },
} as const;

/** A pane can be called by the id that its mod gave it. */
function isOwnName({ kind, name, mod }: Registration, wanted: string): boolean {
  return kind === 'pane' && name === `${mod}/${wanted}`;
}

function verdict(
  { diagnostics, events }: Checked,
  { pass, wanted, found }: { readonly pass: boolean; readonly wanted: string; readonly found: string },
): Verdict {
  return {
    pass,
    message(isNot = false) {
      // A mod that did not load, or whose hook threw and was skipped, is the usual reason why nothing happened.
      const loading = diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message);
      const failed = [...new Set([...loading, ...events.flatMap(failureText)])];
      const because = failed.length === 0 ? [] : ['What went wrong with the mods:', `  ${list(failed, '')}`];
      return [`Expected the mods ${isNot ? 'not ' : ''}to ${wanted}.`, `Found: ${found}`, ...because].join(
        '\n',
      );
    },
  };
}

function failureText(event: ObservableEvent): readonly string[] {
  if (event.type !== 'mod_error') return [];
  const { modId, hook, error } = event;
  const stack = error instanceof Error && !ModError.isInstance(error) ? (error.stack ?? '') : '';
  const place = FRAME.exec(stack)?.[1];
  return [`${modId}: ${hook} failed: ${messageOf(error)}${place === undefined ? '' : `\n    at ${place}`}`];
}

/** The first line of a stack that is in a file, and not in Node itself. */
const FRAME = /^\s+at (?:.* \()?((?:file:|\/|[A-Za-z]:[\\/])[^()]*:\d+:\d+)\)?$/m;

/** How many of a long list are shown. */
const MOST = 10;

function list(items: readonly string[], none: string): string {
  if (items.length === 0) return none;
  const more = items.length > MOST ? [`and ${items.length - MOST} more`] : [];
  return [...items.slice(0, MOST), ...more].join('\n  ');
}

/** Those that have most of what was asked for come first: they are what the test most likely meant. */
function nearestFirst<TItem extends object>(items: readonly TItem[], partial: object): readonly TItem[] {
  const wanted = Object.entries(partial);
  const score = (item: TItem) =>
    wanted.filter(([name, value]) => matchesPartial((item as Record<string, unknown>)[name], value)).length;
  return items.toSorted((one, other) => score(other) - score(one));
}

/** A likely slip of the pen. */
function meant(name: string, names: readonly string[]): string {
  const found = names.includes(name) ? undefined : nearest(name, names);
  return found === undefined ? '' : `. Did you mean ${found}?`;
}

function calledText({ events }: Checked): string {
  const names = events.flatMap((event) => (event.type === 'tool_queued' ? event.toolName : []));
  return names.length === 0
    ? 'the model called no tool'
    : `the model called ${[...new Set(names)].join(', ')}`;
}

function show(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  return (
    JSON.stringify(value, (_key, inner) => (inner instanceof RegExp ? String(inner) : inner)) ?? String(value)
  );
}
