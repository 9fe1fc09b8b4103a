import type { ModApi } from '@cmd-mods/mod-api';

const DAY = 24 * 60 * 60 * 1000;

/** Gives the model a tool. It chooses by name and description, and writes the input that the schema describes. */
export default function (cmd: ModApi): void {
  cmd.addTool({
    schema: {
      name: 'days_between',
      description: 'Counts the days from one date to another. Negative when the second is earlier.',
      input_schema: {
        type: 'object',
        properties: {
          from: { type: 'string', description: 'YYYY-MM-DD' },
          to: { type: 'string', description: 'YYYY-MM-DD' },
        },
        required: ['from', 'to'],
      },
    },
    // It changes nothing, so it runs without asking, in plan mode too.
    readOnly: true,
    run: ({ input }) => {
      const from = dateOf(input.from);
      const to = dateOf(input.to);
      // The model reads the error and can do better: say what was expected.
      if (from === undefined || to === undefined) {
        return { ok: false, error: 'from and to must be dates such as 2026-01-31.' };
      }
      return { ok: true, content: [{ type: 'text', text: String((to - from) / DAY) }] };
    },
  });
}

/** Midnight of a day in UTC. Days that are not in the calendar, such as the 30th of February, are no dates. */
function dateOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? time : undefined;
}
