import { dirname } from 'node:path';
import { API_VERSION, type ModApi } from '@cmd-mods/mod-api';
import type { HostState } from '../host-state.ts';
import type { ModRecord } from '../mod-record.ts';
import { modAudio } from './audio.ts';
import { liveMembers } from './live.ts';
import { modClock, modEvents, modProcess, modStateStore } from './mod-owned.ts';
import { registrationVerbs } from './registration.ts';
import { openStore } from './store.ts';
import { modUi } from './ui.ts';

/**
 * Makes the `cmd` of one mod. Registrations go into the host's registries under the mod's record; live members reach the
 * session through the host's binding.
 */
export function createModApi(state: HostState, record: ModRecord): ModApi {
  const ui = modUi(state, record);
  const live = liveMembers(state, record);
  const folder = record.file === undefined ? state.cwd : dirname(record.file);
  return {
    name: record.name,
    cwd: state.cwd,
    apiVersion: API_VERSION,
    ...registrationVerbs(state, record, folder),
    ...live,
    // Getters do not survive a spread: the session comes and goes with the binding.
    get session() {
      return state.binding?.sessionFor(record);
    },
    ui,
    process: modProcess(state, record),
    events: modEvents(state, record),
    state: modStateStore(state, record),
    store: openStore(state, record),
    clock: modClock(state, record),
    audio: modAudio(state, record, folder),
  };
}
