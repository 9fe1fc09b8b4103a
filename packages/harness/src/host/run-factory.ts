import type { ModFactory } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import type { Wait } from '../hooks/scope.ts';
import { createModApi } from './api/create-mod-api.ts';
import { messageOf, missingMemberHint, whereThrown } from './explain-error.ts';
import type { HostState } from './host-state.ts';
import { memberNames } from './member-names.ts';
import type { RegisterResult } from './mod-host.ts';
import type { ModRecord } from './mod-record.ts';

/** Runs the factory of a mod with a `cmd` of its own. One that throws leaves nothing registered, and a diagnostic. */
export async function runFactory(
  state: HostState,
  factory: ModFactory,
  record: ModRecord,
): Promise<RegisterResult> {
  const load: Wait = { mod: record.name, what: 'the factory' };
  state.waits.add(load);
  try {
    const api = createModApi(state, record);
    record.members = memberNames(api);
    await factory(api);
    return { ok: true };
  } catch (error) {
    record.retire();
    const where = whereThrown(error, record.file);
    const hint = missingMemberHint(error, record.members);
    const found = diagnostic('MOD_FACTORY_THREW', {
      message: `The factory of "${record.name}" threw: ${messageOf(error)}`,
      mod: record.name,
      cause: error,
      ...(where === undefined ? {} : { where }),
      ...(hint === undefined ? {} : { hint }),
    });
    state.diagnostics.push(found);
    return { ok: false, diagnostic: found };
  } finally {
    state.waits.delete(load);
  }
}
