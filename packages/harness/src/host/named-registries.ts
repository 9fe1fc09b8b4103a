import type { HostState } from './host-state.ts';
import type { NamedKind } from './mod-record.ts';
import type { NamedRegistry } from './named-registry.ts';

/** The registries of what has a name that only one mod can have, for whoever looks at them all. */
export function namedRegistries(
  state: HostState,
): readonly (readonly [NamedKind, Pick<NamedRegistry<unknown>, 'all' | 'clashes'>])[] {
  return [
    ['tool', state.tools],
    ['command', state.commands],
    ['flag', state.flags],
    ['provider', state.providers],
    ['renderer', state.renderers],
    ['agent', state.agents],
    ['shortcut', state.shortcuts],
    ['exposed', state.exposed],
  ];
}
