import type { Diagnostic } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { nearest } from '../nearest.ts';
import type { HostState } from './host-state.ts';
import type { ModRecord } from './mod-record.ts';

/** Sets the flags of mods from text. What no mod added, or has no such value, is a warning. */
export function applyFlags(state: HostState, values: ReadonlyMap<string, string>): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [name, text] of values) {
    const flag = state.flags.get(name);
    const reader = state.earlyFlags.get(name);
    if (flag !== undefined && reader !== undefined) {
      state.advise(
        reader,
        'FLAG_READ_EARLY',
        `"${reader.name}" read the option "${name}" in its factory, before it was set: there it has its default.`,
      );
    }
    if (flag === undefined) {
      const suggestion = nearest(
        name,
        state.flags.all().map((entry) => entry.name),
      );
      found.push(
        diagnostic('FLAG_UNKNOWN', {
          message: `No mod has an option "${name}".`,
          ...(suggestion === undefined ? {} : { hint: `Did you mean "${suggestion}"?` }),
        }),
      );
    } else if (flag.value.type === 'string') {
      state.flagValues.set(name, text);
    } else if (text === 'true' || text === 'false') {
      state.flagValues.set(name, text === 'true');
    } else {
      found.push(
        diagnostic('FLAG_INVALID', {
          message: `The option "${name}" of the mod "${flag.mod.name}" is "true" or "false", not ${JSON.stringify(text)}.`,
          mod: flag.mod.name,
        }),
      );
    }
  }
  state.diagnostics.push(...found);
  return found;
}

/** Tells a mod that an option which it reads is added by nobody. */
export function adviseNoFlag(state: HostState, record: ModRecord, name: string): void {
  const suggestion = nearest(
    name,
    state.flags.all().map((flag) => flag.name),
  );
  state.advise(
    record,
    'FLAG_NOT_ADDED',
    `"${record.name}" reads the option "${name}", and no mod adds it.`,
    suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`,
  );
}
