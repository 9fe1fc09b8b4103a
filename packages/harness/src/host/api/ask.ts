import type { Disposable, ModUi } from '@cmd-mods/mod-api';
import { kindOf } from '../../hooks/content.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord } from '../mod-record.ts';
import type { Dialog, DialogBase } from '../surface.ts';

/** A dialog without what every dialog has. */
type Question<TDialog = Dialog> = TDialog extends Dialog
  ? Omit<TDialog, 'mod' | 'answer' | 'dismiss'>
  : never;

/**
 * The three dialogs of a mod. The embedder's answer comes first, then the person at the screen; a headless host answers with
 * the defaults: `confirm` false, `select` and `input` undefined.
 */
export function dialogsOf(state: HostState, record: ModRecord): Pick<ModUi, 'confirm' | 'select' | 'input'> {
  const { dialogs } = state;
  return {
    async confirm(question) {
      if (dialogs.confirm !== undefined) return (await dialogs.confirm(question)) ?? false;
      if (state.screen === undefined) return false;
      const { title, message } = question;
      return ask<boolean>(state, record, { kind: 'confirm', title, message }, false);
    },
    async select(question) {
      if (dialogs.select !== undefined) return dialogs.select(question);
      if (state.screen === undefined) return undefined;
      const { title, options } = question;
      if (!Array.isArray(options) || options.length === 0) {
        const error = new TypeError(`A select needs an array with options, not ${kindOf(options)}.`);
        state.reportError(record, 'ui.select', error);
        return undefined;
      }
      const labelled = options.map((option) => (typeof option === 'string' ? { label: option } : option));
      return ask<string | undefined>(state, record, { kind: 'select', title, options: labelled }, undefined);
    },
    async input(question) {
      if (dialogs.input !== undefined) return dialogs.input(question);
      if (state.screen === undefined) return undefined;
      const { title, placeholder } = question;
      return ask<string | undefined>(state, record, { kind: 'input', title, placeholder }, undefined);
    },
  };
}

/**
 * Puts a question on the surface. Code that is unloaded while it waits, or that asks once it is unloaded, gets the default: a
 * guard must not be skipped because its question was never shown.
 */
function ask<TAnswer>(
  state: HostState,
  record: ModRecord,
  question: Question,
  fallback: TAnswer,
): Promise<TAnswer> {
  return new Promise((resolve) => {
    let registration: Disposable | undefined;
    let isSettled = false;
    const settle = (value: TAnswer) => {
      if (isSettled) return;
      isSettled = true;
      resolve(value);
      registration?.dispose();
    };
    const base: DialogBase<TAnswer> = {
      mod: record,
      title: question.title,
      answer: settle,
      dismiss: () => settle(fallback),
    };
    // The kind of the question and the type of its answer belong together by the signatures above.
    const dialog = { ...question, ...base } as unknown as Dialog;
    const put = () => {
      if (!isSettled) state.surface.ask(dialog);
      return () => {
        state.surface.dialogs.delete(dialog);
        settle(fallback);
        state.surface.repaint();
      };
    };
    try {
      registration = record.register('dialog', put);
      // A repaint may already have answered.
      if (isSettled) registration.dispose();
    } catch (error) {
      state.reportError(record, `ui.${question.kind}`, error);
      settle(fallback);
    }
  });
}
