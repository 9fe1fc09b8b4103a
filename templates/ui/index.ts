import type { ModApi } from '@cmd-mods/mod-api';

type Counts = Readonly<Record<string, number>>;

/** What a mod draws is data: lines and elements that each host draws in its own way. */
export default function (cmd: ModApi): void {
  // Kept in `cmd.state`, the counts survive a reload of this file, and each change repaints by itself.
  const counts = (): Counts => cmd.state.get<Counts>('counts') ?? {};

  cmd.on('tool_completed', ({ toolName }) => {
    cmd.state.set('counts', { ...counts(), [toolName]: (counts()[toolName] ?? 0) + 1 });
  });

  cmd.ui.widget({
    placement: 'above-editor',
    render: () => {
      const total = Object.values(counts()).reduce((sum, count) => sum + count, 0);
      return total === 0 ? [] : [{ type: 'text', text: `Tools that ran: ${total}`, dim: true }];
    },
  });

  cmd.ui.pane({
    id: 'activity',
    title: 'Activity',
    render: () => [
      ...Object.entries(counts()).map(([name, count]) => `${name}  ${count}`),
      { type: 'button', label: 'Reset', hotkey: 'r', onPress: () => cmd.state.set('counts', {}) },
    ],
  });

  cmd.addCommand({
    name: 'activity',
    description: 'Opens the pane that shows which tools ran',
    handler: () => {
      cmd.ui.openPane('activity');
      // Where nothing is drawn, the answer has to be a text.
      if (cmd.ui.capabilities.surface) return undefined;
      const lines = Object.entries(counts()).map(([name, count]) => `${name}  ${count}`);
      return { message: lines.join('\n') || 'No tool ran yet.' };
    },
  });
}
