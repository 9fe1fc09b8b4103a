import { type Disposable, type ModUi, OVERRIDABLE_COMPONENTS } from '@cmd-mods/mod-api';
import { nearest } from '../../nearest.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord, RegistrationKind } from '../mod-record.ts';
import type { Status } from '../surface.ts';

/**
 * `cmd.ui` of a host that draws nothing itself: notices become events, dialogs take the embedder's answers or their headless
 * defaults, and what would be drawn is kept in the host's surface.
 */
export function modUi(state: HostState, record: ModRecord): ModUi {
  const { surface, dialogs } = state;
  const keep = <TItem>(kind: RegistrationKind, items: Set<TItem>, item: TItem): Disposable =>
    record.register(kind, () => {
      items.add(item);
      surface.repaint();
      return () => {
        items.delete(item);
        surface.repaint();
      };
    });

  return {
    capabilities: { status: false, surface: false },

    notify: (message, level = 'info') => state.emit({ type: 'notice', level, message }),
    toast: (text, options) =>
      state.emit({
        type: 'notice',
        level: options?.level === undefined || options.level === 'success' ? 'info' : options.level,
        message: text,
      }),

    confirm: async (question) => (await dialogs.confirm?.(question)) ?? false,
    select: async (question) => dialogs.select?.(question),
    input: async (question) => dialogs.input?.(question),

    setStatus(text) {
      // Taken back whole: a status that is set each second must not leave a registration behind each second.
      surface.statuses.get(record.name)?.drop();
      if (text === null || text.trim() === '') return { dispose: () => {} };
      const segment: Status = { text, drop: () => handle.dispose() };
      const handle = record.register('status', () => {
        surface.statuses.set(record.name, segment);
        surface.repaint();
        return () => {
          // A newer segment is not this handle's to clear.
          if (surface.statuses.get(record.name) !== segment) return;
          surface.statuses.delete(record.name);
          surface.repaint();
        };
      });
      return handle;
    },

    widget: ({ placement, render }) => keep('widget', surface.widgets, { mod: record, placement, render }),
    refreshWidgets: () => surface.repaint(),

    pane({ id, title, render }) {
      const pane = { mod: record, id: paneId(record, id), title, render };
      return record.register('pane', () => {
        surface.panes.set(pane.id, pane);
        return () => {
          if (surface.panes.get(pane.id) === pane) surface.panes.delete(pane.id);
        };
      });
    },
    openPane(id) {
      const full = paneId(record, id);
      if (!surface.panes.has(full)) {
        state.reportError(record, 'ui.openPane', new Error(`There is no pane "${full}".`));
        return;
      }
      surface.openPanes.delete(full);
      surface.openPanes.add(full);
      surface.repaint();
    },
    closePane(id) {
      surface.openPanes.delete(paneId(record, id));
      surface.repaint();
    },

    override(component, render) {
      if (!OVERRIDABLE_COMPONENTS.includes(component)) {
        const suggestion = nearest(String(component), OVERRIDABLE_COMPONENTS);
        throw new TypeError(
          `"${component}" cannot be overridden; only ${OVERRIDABLE_COMPONENTS.join(', ')} can.` +
            (suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`),
        );
      }
      return keep('override', surface.overrides, { mod: record, component, render });
    },

    setTitle: () => {},
    copy: async () => ({ isCopied: false, reason: 'headless' }),
  };
}

function paneId(record: ModRecord, id: string): string {
  return `${record.name}/${id}`;
}
