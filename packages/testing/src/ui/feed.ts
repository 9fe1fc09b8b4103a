import type { Block, ObservableEvent } from '@cmd-mods/mod-api';
import type { FeedItem } from '@cmd-mods/screen';

/** What stands above the prompt: the conversation, as a terminal shows it. */
export interface Feed {
  items(): readonly FeedItem[];
  /** Adds what an event shows, or changes the row that it is about. */
  hear(event: ObservableEvent): void;
  /** A person sent this off. */
  typed(text: string): void;
  /** What a command answered. */
  answered(command: string, output: string): void;
  /** A mod showed an entry, as its renderer drew it. */
  shown(lines: readonly string[]): void;
}

type ToolRow = Extract<FeedItem, { kind: 'tool_row' }>;

/** Makes an empty feed. */
export function createFeed(): Feed {
  const items: FeedItem[] = [];
  /** Where the row of a call stands. */
  const rows = new Map<string, number>();

  const change = (toolCallId: string, changed: Partial<ToolRow['props']>) => {
    const index = rows.get(toolCallId) ?? -1;
    const row = items[index];
    if (row?.kind === 'tool_row') items[index] = { kind: 'tool_row', props: { ...row.props, ...changed } };
  };

  return {
    items: () => items,
    hear(event) {
      switch (event.type) {
        case 'notice':
          items.push({ kind: 'notice', level: event.level, message: event.message });
          break;
        case 'message_end': {
          const text = textOf(event.content);
          if (text !== '') items.push({ kind: 'lines', lines: text.split('\n') });
          break;
        }
        case 'tool_queued': {
          const { toolCallId, toolName, input } = event;
          rows.set(toolCallId, items.length);
          items.push({ kind: 'tool_row', props: { toolName, input, status: 'running', output: '' } });
          break;
        }
        case 'tool_update':
          change(event.toolCallId, { output: event.partial });
          break;
        case 'tool_completed':
          change(event.toolCallId, { status: 'completed', output: textOf(event.result) });
          break;
        case 'tool_errored':
          change(event.toolCallId, { status: 'errored', output: event.error });
          break;
        case 'tool_hook_blocked':
          change(event.toolCallId, { status: 'errored', output: event.hookOutput });
          break;
        case 'tool_denied':
          change(event.toolCallId, { status: 'errored', output: 'Permission was denied.' });
      }
    },
    typed: (text) => void items.push({ kind: 'user_message', props: { text } }),
    answered: (command, output) => void items.push({ kind: 'command_output', props: { command, output } }),
    shown: (lines) => void items.push({ kind: 'lines', lines }),
  };
}

function textOf(content: readonly Block[]): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
}
