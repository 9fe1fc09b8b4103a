import { dirname } from 'node:path';
import { type HostedMod, type ModHost, messageOf, whereThrown } from '@cmd-mods/harness';
import type { ObservableEvent, Where } from '@cmd-mods/mod-api';
import { type Faults, placed } from './faults.ts';
import type { ApiUse } from './watch-api.ts';

/** What an observer throws is an event, since it stops nothing. */
export function noteObserver(host: ModHost, event: ObservableEvent, faults: Faults): void {
  if (event.type !== 'mod_error' || !event.hook.startsWith('on:')) return;
  const mod = host.mods().find(({ id }) => id === event.modId);
  const input = `the event ${event.hook.slice('on:'.length)}`;
  const message = messageOf(event.error);
  const where = whereThrown(event.error, mod?.file);
  faults.add({ kind: 'throws', mod: mod?.name ?? event.modId, input, message, ...placed(where) });
}

/** What mods did with their API that cannot do what they meant. */
export function noteUses(host: ModHost, uses: readonly ApiUse[], faults: Faults): void {
  const flags = host.registrations().flatMap(({ kind, name }) => (kind === 'flag' ? name : []));
  for (const { kind, mod, name, where } of uses) {
    if (kind === 'answer') {
      const message = `The handler of "${name}" returned something, and nobody reads it: an observer decides nothing.`;
      faults.add({ kind: 'ignored', mod, message, ...placed(where) });
    } else if (!flags.includes(name)) {
      faults.add({ kind: 'flag', mod, message: `No mod adds the flag "${name}".`, ...placed(where) });
    } else if (kind === 'early') {
      const message = `The factory read the flag "${name}", which is set after all factories ran: it sees the default.`;
      faults.add({ kind: 'flag', mod, message, ...placed(where) });
    }
  }
}

/** The mod that a place belongs to: the one of the file or folder, or the only one there is. */
export function ownerOf(mods: readonly HostedMod[], where: Where | undefined): string {
  const own = mods.find(({ file }) => file !== undefined && where?.file.startsWith(dirname(file)));
  return (own ?? (mods.length === 1 ? mods[0] : undefined))?.name ?? 'unknown';
}
