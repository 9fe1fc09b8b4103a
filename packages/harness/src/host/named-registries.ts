import type { HostState } from './host-state.ts';
import type { NamedRegistry } from './named-registry.ts';

/** What mods register under names that only one of them can have. */
export type NamedKind =
  | 'tool'
  | 'command'
  | 'flag'
  | 'provider'
  | 'renderer'
  | 'agent'
  | 'shortcut'
  | 'exposed';

/** The registries of those kinds, for whoever looks at them all. */
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
