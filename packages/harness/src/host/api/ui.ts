import { type Disposable, type ModUi, OVERRIDABLE_COMPONENTS } from '@cmd-mods/mod-api';
import { nearest } from '../../nearest.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord, RegistrationKind } from '../mod-record.ts';
import type { StatusSegment, Toast } from '../surface.ts';
import { dialogsOf } from './ask.ts';

/** How long a toast stays unless it says otherwise, in milliseconds. */
const TOAST_MS = 4_000;

/**
 * `cmd.ui`: notices become events, and what is to be drawn is kept in the host's surface. A host that draws also keeps toasts
 * and questions there; in a headless one, a toast is a notice and a question has its answer at once.
 */
export function modUi(state: HostState, record: ModRecord): ModUi {
  const { surface, screen } = state;
  const isDrawn = screen !== undefined;
  let title: Disposable | undefined;
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
    capabilities: { status: isDrawn, surface: isDrawn },

    notify: (message, level = 'info') => state.emit({ type: 'notice', level, message }),

    toast(text, options) {
      const level = options?.level ?? 'info';
      if (screen === undefined) {
        state.emit({ type: 'notice', level: level === 'success' ? 'info' : level, message: text });
        return;
      }
      const now = (screen.now ?? Date.now)();
      const toast: Toast = { mod: record, text, level, endsAt: now + lengthOf(options?.durationMs) };
      for (const shown of surface.toasts) if (shown.endsAt <= now) surface.toasts.delete(shown);
      surface.toasts.add(toast);
      surface.repaint();
    },

    ...dialogsOf(state, record),

    setStatus(text) {
      // Taken back whole: a status that is set each second must not leave a registration behind each second.
      surface.statuses.get(record.name)?.drop();
      if (text === null || text.trim() === '') return { dispose: () => {} };
      const segment: StatusSegment = { mod: record, text, drop: () => handle.dispose() };
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
        surface.repaint();
        return () => {
          if (surface.panes.get(pane.id) === pane) surface.panes.delete(pane.id);
          surface.repaint();
        };
      });
    },
    openPane(id, options) {
      const full = paneId(record, id);
      if (surface.open(full, options)) return;
      state.reportError(record, 'ui.openPane', new Error(`There is no pane "${full}".`));
    },
    closePane: (id) => surface.close(paneId(record, id)),

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

    setTitle(text) {
      title?.dispose();
      if (text === null || !isDrawn) return;
      title = record.register('title', () => {
        surface.titles.set(record.name, text);
        surface.repaint();
        return () => {
          surface.titles.delete(record.name);
          surface.repaint();
        };
      });
    },
    async copy(text) {
      if (screen?.copy !== undefined && typeof text !== 'string') return { isCopied: false, reason: 'error' };
      try {
        return (await screen?.copy?.(text)) ?? { isCopied: false, reason: 'headless' };
      } catch (error) {
        state.reportError(record, 'ui.copy', error);
        return { isCopied: false, reason: 'error' };
      }
    },
  };
}

function paneId(record: ModRecord, id: string): string {
  return `${record.name}/${id}`;
}

function lengthOf(durationMs: number | undefined): number {
  return durationMs !== undefined && Number.isFinite(durationMs) && durationMs > 0 ? durationMs : TOAST_MS;
}
