import type { ModApi } from '@cmd-mods/mod-api';
import { addModel } from './model.ts';
import { addScreen } from './screen.ts';

/** A small kitchen that uses every verb of the API with which a mod registers something. */
export default function (cmd: ModApi): void {
  const served = () => cmd.state.get<number>('served') ?? 0;

  cmd.addFlag('kitchen-guests', { type: 'string', default: '2', description: 'How many guests there are' });

  cmd.addTool({
    schema: {
      name: 'serve',
      description: 'Serves a dish to the guests.',
      input_schema: { type: 'object', properties: { dish: { type: 'string' } }, required: ['dish'] },
    },
    readOnly: true,
    run: ({ input, onUpdate }) => {
      onUpdate?.('carrying it out');
      cmd.state.set('served', served() + 1);
      cmd.showEntry('dish', { dish: input.dish });
      const text = `Served ${input.dish} to ${cmd.getFlag('kitchen-guests')} guests.`;
      return { ok: true, content: [{ type: 'text', text }] };
    },
  });

  cmd.hooks({
    appendSystemPrompt: () => 'You are the cook. Serve dishes with the tool "serve".',
    beforeToolCall: ({ toolName, input }) =>
      toolName === 'serve' && String(input.dish).includes('raw')
        ? { block: true, additionalContext: 'Nothing raw leaves this kitchen. Cook it first.' }
        : undefined,
  });

  cmd.addCommand({
    name: 'orders',
    description: 'How many dishes were served',
    handler: () => ({ message: `Served so far: ${served()}` }),
  });

  cmd.addRenderer('dish', (data) => [`~ ${(data as { dish: string }).dish} ~`]);
  cmd.addAgent({
    name: 'taster',
    description: 'Tastes a dish and says what is missing.',
    prompt: 'You taste dishes. Answer in one line.',
    tools: [],
    maxTurns: 1,
  });
  cmd.addSkillsPath('./skills');
  addModel(cmd);

  // Other mods can read the count, and hear of each dish.
  cmd.expose('served', served);
  cmd.events.on('kitchen-sink/bell', () => void cmd.audio.bell());
  cmd.state.subscribe('served', (count) => cmd.events.emit('kitchen-sink/served', count));
  cmd.on('run_end', () => cmd.ui.notify(`The kitchen served ${served()} dishes.`));

  addScreen(cmd, served);
}
