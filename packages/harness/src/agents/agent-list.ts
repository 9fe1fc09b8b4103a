import type { AgentDefinition } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import type { ModHost } from '../host/mod-host.ts';

/**
 * Puts a host's own kinds of sub-agents and those of its mods together. What it returns reads them as they are now, so that those
 * of a reload count from the next request on; a mod's agent whose name the host has is left out, with a warning.
 */
export function createAgentList(
  own: readonly AgentDefinition[],
  host: ModHost,
): () => readonly AgentDefinition[] {
  const ownNames = new Set(own.map(({ name }) => name));
  const warned = new Set<string>();
  const warn = (name: string) => {
    const mod = host.registrations().find((one) => one.kind === 'agent' && one.name === name)?.mod ?? '';
    if (warned.has(`${mod}/${name}`)) return;
    warned.add(`${mod}/${name}`);
    const message = `The agent "${name}" of the mod "${mod}" is left out: the host has an agent of that name.`;
    host.note(diagnostic('NAME_TAKEN', { message, mod }));
  };
  return () => {
    const [taken, free] = split(host.agents(), ({ name }) => ownNames.has(name));
    for (const { name } of taken) warn(name);
    return [...own, ...free];
  };
}

function split<TItem>(
  items: readonly TItem[],
  isFirst: (item: TItem) => boolean,
): readonly [readonly TItem[], readonly TItem[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
