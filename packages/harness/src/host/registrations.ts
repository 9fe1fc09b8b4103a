import type { HostState } from './host-state.ts';
import type { NamedKind } from './mod-record.ts';
import { namedRegistries } from './named-registries.ts';

/** Something with a name that a mod has registered. */
export interface Registration {
  readonly kind: NamedKind | 'hook' | 'observer' | 'pane' | 'status';
  /** The name of the tool or hook, the event's type, the chord; a pane's is `<mod>/<id>`, a status segment's its mod. */
  readonly name: string;
  /** The mod's name. */
  readonly mod: string;
}

/** Lists what the mods of a host have registered now, kind by kind, each in the order of registration. */
export function registrationsOf(state: HostState): readonly Registration[] {
  const named = namedRegistries(state).flatMap(([kind, registry]) =>
    registry.all().map(({ name, mod }) => ({ kind, name, mod: mod.name })),
  );
  const observers = [...state.observers.byEvent].flatMap(([name, list]) =>
    list.map(({ mod }) => ({ kind: 'observer' as const, name, mod: mod.name })),
  );
  const { panes, statuses } = state.surface;
  // Those of the harness's own mods, which are in no listing, stand before the first place.
  const hooks = [...state.hookNames]
    .filter(({ mod }) => mod.order >= 0)
    .map(({ name, mod }) => ({ kind: 'hook' as const, name, mod: mod.name }));
  return [
    ...hooks,
    ...named,
    ...observers,
    ...[...panes].map(([name, { mod }]) => ({ kind: 'pane' as const, name, mod: mod.name })),
    ...[...statuses].map(([name, { mod }]) => ({ kind: 'status' as const, name, mod: mod.name })),
  ];
}
