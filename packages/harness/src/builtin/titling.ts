import type { AgentMessage, ModFactory } from '@cmd-mods/mod-api';

/** How much of the prompt and of the answer the title is made from, in characters each. */
const LONGEST_TEXT = 2_000;
/** How long a title may be, in characters. */
const LONGEST_TITLE = 60;

/**
 * The mod `titling`: asks the model for a title when the first run of a session is over, and names the session after it. A session that
 * has a name keeps it.
 *
 * Source: mods page, "Built-in mods"; hooks and events page, `session_titled`.
 */
export const titling: ModFactory = (cmd) => {
  cmd.hooks({
    async onRunEnd({ state, result }, ctx) {
      const isNeeded = () => cmd.session?.sessionId === state.sessionId && cmd.getSessionName() === undefined;
      if (!isNeeded() || result.stopReason === 'error' || result.stopReason === 'interrupted') return;
      const asked = firstPrompt(state.messages);
      if (asked === '') return;
      const prompt = titlePrompt(asked, result.finalText);
      const answer = await cmd.model.complete(
        ctx === undefined ? { prompt } : { prompt, signal: ctx.signal },
      );
      const title = answer.isAnswered ? readTitle(answer.text) : '';
      // Somebody may have named it meanwhile.
      if (!isNeeded() || (!answer.isAnswered && answer.reason === 'aborted')) return;
      if (title === '') {
        const message =
          'The session has no title yet: the model gave none. It is asked again after the next run.';
        ctx?.emit({ type: 'notice', level: 'info', message });
        return;
      }
      cmd.setSessionName(title);
      ctx?.emit({ type: 'session_titled', title });
    },
  });
};

function titlePrompt(asked: string, answered: string): string {
  return [
    'Give the conversation below a title of three to six words, in the language of the person. Answer with the title alone.',
    `<person>\n${asked.slice(0, LONGEST_TEXT)}\n</person>`,
    `<agent>\n${answered.slice(0, LONGEST_TEXT)}\n</agent>`,
  ].join('\n\n');
}

/** What a person first said in a conversation; empty when no person said anything. */
function firstPrompt(messages: readonly AgentMessage[]): string {
  const first = messages.find(
    ({ role, content, meta }) =>
      role === 'user' &&
      !meta?.isAutomated &&
      !meta?.isMeta &&
      content.some((block) => block.type === 'text'),
  );
  const texts = first?.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) ?? [];
  return texts.join('\n').trim();
}

/** A model's answer as a title: one line, without the marks that models put around titles. Empty when nothing is left. */
function readTitle(answer: string): string {
  const lines = answer.split(/\r?\n/).map((line) =>
    line
      // Neither line breaks nor what could steer a terminal: it is shown in lists.
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .replace(/^[\s#*_"'`“„«>-]*(?:title:)?[\s*_"'`“„«]*/iu, '')
      .replace(/[\s*_"'`”“».]*$/u, ''),
  );
  const line = [...(lines.find((each) => each !== '') ?? '')];
  if (line.length <= LONGEST_TITLE) return line.join('');
  const cut = line.slice(0, LONGEST_TITLE - 1).join('');
  return `${cut.replace(/\s+\S*$/u, '')}…`;
}
