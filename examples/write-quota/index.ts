import { isAbsolute, relative, resolve, sep } from 'node:path';
import { type AgentState, getModState, type ModApi, setModState } from '@cmd-mods/mod-api';

interface Quota {
  readonly writes: number;
}

/** Lets the model write only inside one folder, and only so many times in a session. */
export default function (cmd: ModApi): void {
  const modId = `mod:${cmd.name}`;
  // `beforeToolCall` cannot change state, so this round's writes wait here until `onTurnEnd` stores them.
  let writesThisTurn = 0;

  cmd.addFlag('write-root', { type: 'string', default: '.', description: 'the only folder to write in' });
  cmd.addFlag('max-writes', { type: 'string', default: '10', description: 'writes in one session' });

  const stored = (state: AgentState) => getModState<Quota>({ state, modId })?.writes ?? 0;

  cmd.hooks({
    beforeToolCall: ({ toolName, input, state }) => {
      if (toolName !== 'write_file' && toolName !== 'edit_file') return undefined;
      const root = String(cmd.getFlag('write-root'));
      if (!isInside(resolve(cmd.cwd, root), resolve(cmd.cwd, String(input.file_path)))) {
        return { block: true, additionalContext: `Only files inside ${root} may be written.` };
      }
      if (stored(state) + writesThisTurn >= Number(cmd.getFlag('max-writes'))) {
        return { block: true, additionalContext: 'The write quota of this session is used up.' };
      }
      writesThisTurn += 1;
      return undefined;
    },

    onTurnEnd: ({ state }) => {
      if (writesThisTurn === 0) return state;
      const writes = stored(state) + writesThisTurn;
      writesThisTurn = 0;
      return setModState<Quota>({ state, modId, value: { writes } });
    },

    onRunEnd: ({ state }) => cmd.ui.notify(`Writes used in this session: ${stored(state)}`),
  });
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way.split(sep)[0] !== '..' && !isAbsolute(way);
}
