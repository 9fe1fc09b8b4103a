import type { ModApi, ModSession } from '@cmd-mods/mod-api';

const TURN = 'turn-counter/turn';

/** Counts the rounds of a session in the session's own file, so that the count survives a restart. */
export default function (cmd: ModApi): void {
  const count = (session: ModSession) => session.getCustomEntries({ customType: TURN }).length;

  cmd.hooks({
    onTurnStart: ({ state }, ctx) => {
      ctx?.session?.appendCustomEntry({ customType: TURN });
      return state;
    },
  });

  cmd.addCommand({
    name: 'turns',
    description: 'How many rounds this session has had',
    handler: () => ({
      message: cmd.session === undefined ? 'There is no session.' : `Rounds so far: ${count(cmd.session)}`,
    }),
  });
}
