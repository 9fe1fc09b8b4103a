import { messageOf } from './explain-error.ts';
import type { HostState } from './host-state.ts';

/** Draws an entry through its renderer, or as indented JSON. A renderer that throws gives one line that says so. */
export function renderEntry(state: HostState, customType: string, data: unknown): readonly string[] {
  const renderer = state.renderers.get(customType);
  if (renderer === undefined) return (JSON.stringify(data, null, 2) ?? 'undefined').split('\n');
  try {
    const lines: unknown = renderer.value(data);
    if (Array.isArray(lines) && lines.every((line) => typeof line === 'string')) return lines;
    throw new TypeError('A renderer returns an array of lines.');
  } catch (error) {
    state.reportError(renderer.mod, `renderer:${customType}`, error);
    return [`[${renderer.mod.name}] the renderer of "${customType}" failed: ${messageOf(error)}`];
  }
}
