import type { Surface } from '@cmd-mods/harness';
import type { Mod } from '../elements/node.ts';
import type { Action } from './handled.ts';

/**
 * Does what keys and clicks mean: calls the handlers of mods, opens and closes, answers. A handler that throws or rejects
 * becomes `mod_error` with the hook `ui.press`, `ui.submit` or `ui.select`. The surface repaints after each.
 * @returns once every handler has settled. Never rejects.
 */
export async function perform(surface: Surface, actions: readonly Action[]): Promise<void> {
  await Promise.all(actions.map((action) => performOne(surface, action)));
}

async function performOne(surface: Surface, action: Action): Promise<void> {
  switch (action.kind) {
    case 'press':
      return guarded(surface, action.target.mod, 'ui.press', action.target.press);
    case 'submit':
      return guarded(surface, action.target.mod, 'ui.submit', () => action.target.submit(action.value));
    case 'pick':
      return guarded(surface, action.target.mod, 'ui.select', () => action.target.pick(action.value));
    case 'focus':
      surface.focusedPane = action.pane;
      surface.repaint();
      return;
    case 'close':
      surface.close(action.pane);
      return;
    case 'answer':
      if (action.value === undefined) action.dialog.dismiss();
      // The value comes from the same question, so it has the type of its answers.
      else action.dialog.answer(action.value as never);
  }
}

async function guarded(surface: Surface, mod: Mod, hook: string, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    surface.report(mod, hook, error);
  }
  surface.repaint();
}
