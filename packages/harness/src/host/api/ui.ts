import { type Disposable, type ModUi, type NoticeLevel, OVERRIDABLE_COMPONENTS } from '@cmd-mods/mod-api';
import { kindOf } from '../../hooks/content.ts';
import { nearest } from '../../nearest.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord, RegistrationKind } from '../mod-record.ts';
import { type Item, keepOrder, type StatusSegment, type Toast } from '../surface.ts';
import { dialogsOf } from './ask.ts';
import { overrideProblem, paneProblem, widgetProblem } from './definition-problems.ts';

const NOTHING: Disposable = { dispose: () => {} };

const LEVELS: readonly NoticeLevel[] = ['info', 'warning', 'error'];

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
  const isMalformed = (member: string, problem: string | undefined): boolean => {
    if (problem === undefined) return false;
    const message = `"${record.name}" called ${member} with something malformed: ${problem}.`;
    state.advise(record, 'MOD_REGISTRATION_INVALID', message);
    return true;
  };
  const isText = (member: string, text: unknown, wanted = 'a string'): text is string =>
    !isMalformed(
      member,
      typeof text === 'string' ? undefined : `the text must be ${wanted}, not ${kindOf(text)}`,
    );
  const knownLevel = <TLevel extends string>(member: string, level: TLevel, levels: readonly TLevel[]) => {
    const problem = `the level is one of ${levels.join(', ')}, not ${JSON.stringify(level)}`;
    return isMalformed(member, levels.includes(level) ? undefined : problem) ? 'info' : level;
  };
  const keep = <TItem extends Item>(kind: RegistrationKind, items: Set<TItem>, item: TItem): Disposable =>
    record.register(kind, () => {
      items.add(item);
      keepOrder(items);
      surface.repaint();
      return () => {
        items.delete(item);
        surface.repaint();
      };
    });

  return {
    capabilities: { status: isDrawn, surface: isDrawn },

    notify(message, level = 'info') {
      if (!isText('ui.notify', message)) return;
      state.notice(record, knownLevel('ui.notify', level, LEVELS), message);
    },

    toast(text, options) {
      if (!isText('ui.toast', text)) return;
      const level = knownLevel('ui.toast', options?.level ?? 'info', [...LEVELS, 'success']);
      if (screen === undefined) {
        state.notice(record, level === 'success' ? 'info' : level, text);
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
      if (text !== null && !isText('ui.setStatus', text, 'a string or null')) return NOTHING;
      // Taken back whole: a status that is set each second must not leave a registration behind each second.
      surface.statuses.get(record.name)?.drop();
      if (text === null || text.trim() === '') return NOTHING;
      const segment: StatusSegment = { mod: record, text, drop: () => handle.dispose() };
      const handle = record.register('status', () => {
        surface.statuses.set(record.name, segment);
        keepOrder(surface.statuses);
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

    widget(definition) {
      if (isMalformed('ui.widget', widgetProblem(definition))) return NOTHING;
      const { placement, render } = definition;
      return keep('widget', surface.widgets, { mod: record, placement, render });
    },
    refreshWidgets: () => surface.repaint(),

    pane(definition) {
      if (isMalformed('ui.pane', paneProblem(definition))) return NOTHING;
      const { id, title, render } = definition;
      const pane = { mod: record, id: paneId(record, id), title, render };
      return record.register('pane', () => {
        surface.panes.set(pane.id, pane);
        keepOrder(surface.panes);
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
      if (isMalformed('ui.override', overrideProblem(render))) return NOTHING;
      return keep('override', surface.overrides, { mod: record, component, render });
    },

    setTitle(text) {
      if (text !== null && !isText('ui.setTitle', text, 'a string or null')) return;
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
