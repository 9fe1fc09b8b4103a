import type { ModApi } from '@cmd-mods/mod-api';

const GREETING = /^(?:hi|hey|hello|howdy|yo)[\s.!]*$/i;
const ROAST = 'greeting-roast/roast';

/** Has the model tease a person who types nothing but a greeting, and keeps count over all sessions. */
export default function (cmd: ModApi): void {
  const count = () => cmd.store.get<number>('greetings') ?? 0;

  cmd.hooks({
    transformInput: ({ text }) => {
      if (!GREETING.test(text.trim())) return undefined;
      cmd.store.set('greetings', count() + 1);
      cmd.showEntry(ROAST, { greeting: text.trim(), number: count() });
      return {
        action: 'transform',
        text: `The person typed only "${text.trim()}". Answer with one friendly roast of that greeting.`,
      };
    },
  });

  cmd.addRenderer(ROAST, (data) => {
    const { greeting, number } = data as { greeting: string; number: number };
    return [`Greeting number ${number}: "${greeting}". Bold opening.`];
  });

  cmd.addCommand({
    name: 'stats',
    description: 'How many greetings were roasted',
    handler: () => ({ message: `Greetings roasted so far: ${count()}` }),
  });
}
