import type { Block, ModApi, ToolContentBlock } from '@cmd-mods/mod-api';

/** Keys whose look is known. All of them are made of word characters and hyphens alone. */
const KEY = /\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|AKIA[0-9A-Z]{16})(?![\w-])/g;
/** The word that a piece of text ends with; it may be the first part of a key. */
const LAST_WORD = /[\w-]*$/;

/** Keeps API keys out of the screen and out of the transcript. */
export default function (cmd: ModApi): void {
  let held = '';
  let stream = '';

  cmd.hooks({
    // The screen: a word is shown when it is over, so that a key cut into chunks is seen whole.
    transformTextDelta: ({ delta, done, turnNumber, attempt }) => {
      const current = `${turnNumber}/${attempt}`;
      if (stream !== current) held = '';
      stream = current;
      const text = held + delta;
      held = done ? '' : (LAST_WORD.exec(text)?.[0] ?? '');
      return redact(text.slice(0, text.length - held.length));
    },

    // The screen again: what a tool found.
    afterToolCall: ({ result }) => ({ content: result.map(redactText) }),

    // The transcript: everything the session keeps and later requests send.
    transformMessage: ({ message }) => ({ ...message, content: message.content.map(redactBlock) }),
  });
}

function redact(text: string): string {
  return text.replace(KEY, '[redacted]');
}

function redactText(block: ToolContentBlock): ToolContentBlock {
  return block.type === 'text' ? { ...block, text: redact(block.text) } : block;
}

function redactBlock(block: Block): Block {
  switch (block.type) {
    case 'text':
      return { ...block, text: redact(block.text) };
    case 'tool_result':
      return { ...block, content: block.content.map(redactText) };
    case 'tool_use':
      return { ...block, input: JSON.parse(redact(JSON.stringify(block.input))) };
    default:
      return block;
  }
}
