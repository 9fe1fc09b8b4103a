import { stripVTControlCharacters } from 'node:util';
import { commandText } from './match-rule.ts';

const MAX_LENGTH = 160;
/** What would break the line, or erase parts of it. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** What turns the direction of writing, so that a line reads otherwise than it is. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** One line that says what a call does: what a person is shown, and `tool_running`. It never holds control characters. */
export function describeToolCall(toolName: string, input: Readonly<Record<string, unknown>>): string {
  return oneLine(sentence(toolName, input));
}

function sentence(toolName: string, input: Readonly<Record<string, unknown>>): string {
  const field = (name: string) => (typeof input[name] === 'string' ? String(input[name]) : '?');
  const inFolder = typeof input.path === 'string' ? ` in ${input.path}` : '';
  switch (toolName) {
    case 'read_file':
      return `Read ${field('file_path')}`;
    case 'write_file':
      return `Write ${field('file_path')}`;
    case 'edit_file':
      return `Edit ${field('file_path')}`;
    case 'shell_command':
      return `Run ${typeof input.command === 'string' ? commandText(input) : '?'}`;
    case 'glob':
      return `Find files ${field('pattern')}${inFolder}`;
    case 'grep':
      return `Search for ${field('pattern')}${inFolder}`;
    case 'task':
      return `Ask the agent ${field('agent')}: ${field(typeof input.description === 'string' ? 'description' : 'prompt')}`;
    case 'skill':
      return `Load the skill ${field('name')}`;
    default:
      return `Call ${toolName} ${JSON.stringify(input)}`;
  }
}

function oneLine(text: string): string {
  const line = stripVTControlCharacters(text).replace(DIRECTION, '').replace(CONTROL, ' ').trim();
  const characters = [...line];
  return characters.length <= MAX_LENGTH ? line : `${characters.slice(0, MAX_LENGTH - 1).join('')}…`;
}
