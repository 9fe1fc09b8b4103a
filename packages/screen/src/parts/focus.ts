import type { Surface } from '@cmd-mods/harness';
import type { ButtonTarget, Target } from '../elements/node.ts';
import type { InputState } from '../input/input-state.ts';
import type { DrawnPane, DrawnWidget } from './draw-surface.ts';

/** Where the keyboard is. */
export interface Focus {
  /** `undefined`: the prompt or a dialog has it. */
  readonly pane: string | undefined;
  /** `undefined` as well in a pane in which nothing can have the focus. */
  readonly target: Target | undefined;
}

/** Keys of the prompt itself: buttons may name them, but Alt and the key do not press these. */
const PROMPT_KEYS: ReadonlySet<string> = new Set(['p', 'v', 'w', 'u', 'm', '0']);

/** The focus is in a pane that is open, on something that is in it, or else with the prompt. */
export function focusOf(surface: Surface, panes: readonly DrawnPane[], input: InputState): Focus {
  const focused = panes.find(({ pane }) => pane.id === surface.focusedPane);
  if (focused === undefined) return { pane: undefined, target: undefined };
  const { targets } = focused.drawing;
  return { pane: focused.pane.id, target: targets.find(({ id }) => id === input.target) ?? targets[0] };
}

/** What Alt and a character press. The focused pane comes first, then the other panes from the newest, then the widgets. */
export function hotkeysOf(
  panes: readonly DrawnPane[],
  widgets: readonly DrawnWidget[],
  focusedPane: string | undefined,
): ReadonlyMap<string, ButtonTarget> {
  const newestFirst = [...panes].reverse();
  const ordered = [
    ...newestFirst.filter(({ pane }) => pane.id === focusedPane),
    ...newestFirst.filter(({ pane }) => pane.id !== focusedPane),
    ...widgets,
  ];
  const hotkeys = new Map<string, ButtonTarget>();
  for (const { drawing } of ordered) {
    for (const target of drawing.targets) {
      if (target.kind !== 'button' || target.hotkey === undefined) continue;
      if (!PROMPT_KEYS.has(target.hotkey) && !hotkeys.has(target.hotkey)) hotkeys.set(target.hotkey, target);
    }
  }
  return hotkeys;
}
