import type { ModApi } from '@cmd-mods/mod-api';

const MINUTE = 60_000;

/** Everything of the kitchen that can be seen: kept and drawn nowhere in a headless run. */
export function addScreen(cmd: ModApi, served: () => number): void {
  const minutes = () => cmd.state.get<number>('minutes') ?? 0;

  cmd.ui.setStatus(`kitchen: ${served()} served`);
  cmd.state.subscribe('served', () => void cmd.ui.setStatus(`kitchen: ${served()} served`));

  cmd.ui.widget({
    placement: 'above-editor',
    render: () => [{ type: 'progress', value: Math.min(1, served() / 3), width: 12, label: 'menu' }],
  });

  cmd.ui.pane({
    id: 'oven',
    title: 'Oven',
    render: () => [
      `On for ${minutes()} minutes`,
      { type: 'divider' },
      {
        type: 'row',
        children: [
          { type: 'button', label: 'Reset', hotkey: 'r', onPress: () => cmd.state.set('minutes', 0) },
          {
            type: 'button',
            label: 'Serve',
            hotkey: 's',
            onPress: () => cmd.state.set('served', served() + 1),
          },
        ],
      },
    ],
  });
  cmd.addShortcut('alt+k', { description: 'Opens the oven', handler: () => cmd.ui.openPane('oven') });
  cmd.ui.override('user_message', ({ text }) => [`Order: ${text}`]);

  cmd.clock.every(MINUTE, () => cmd.state.set('minutes', minutes() + 1));
  cmd.clock.after(10 * MINUTE, () => cmd.ui.toast('Look into the oven.', { level: 'warning' }));
}
