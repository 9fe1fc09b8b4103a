import type { HarnessBinding } from './host/binding.ts';
import type { Session } from './session/index.ts';

/** Makes `cmd.sessions` of one harness. */
export function sessionControls(session: Session | undefined): HarnessBinding['sessions'] {
  const need = (method: string): Session => {
    if (session === undefined)
      throw new Error(`cmd.sessions.${method} needs a session, and this harness keeps none.`);
    return session;
  };
  return {
    compact: async () => {
      throw new Error('cmd.sessions.compact: this host does not compact.');
    },
    tree: () => need('tree').tree(),
    leafId: () => need('leafId').leafId(),
    async navigateTree({ targetId, summarize }) {
      if (summarize)
        throw new Error(
          'cmd.sessions.navigateTree: this host cannot summarize; call it without "summarize".',
        );
      need('navigateTree').navigate(targetId);
    },
    setLabel: ({ targetId, label }) => need('setLabel').setLabel(targetId, label),
  };
}
