import type { OverridableComponent } from '@cmd-mods/mod-api';
import { ACCENT, BOLD, DIM, ERROR, SUCCESS } from '../elements/look.ts';
import { blank, cut, join, type Line, lineOf } from '../text/line.ts';
import { readLine, readLines } from '../text/read-text.ts';
import { wrap } from '../text/wrap.ts';

/** What each overridable row is drawn from; overrides get the same. */
export interface RowProps {
  readonly spinner: {
    /** What the agent is doing. */
    readonly text: string;
    /** Counts up about 12 times a second. */
    readonly frame: number;
    readonly elapsedMs: number;
  };
  readonly tool_row: {
    readonly toolName: string;
    readonly input: unknown;
    readonly status: 'running' | 'completed' | 'errored';
    /** What came out of it so far; '' while there is nothing. */
    readonly output: string;
  };
  readonly user_message: { readonly text: string };
  readonly command_output: { readonly command: string; readonly output: string };
}

const FRAMES = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
const OUTPUT_LINES = 6;

type DrawRow<TComponent extends OverridableComponent> = (
  props: RowProps[TComponent],
  width: number,
) => readonly Line[];

const ROWS: { readonly [TComponent in OverridableComponent]: DrawRow<TComponent> } = {
  spinner: ({ text, frame, elapsedMs }) => [
    join(
      lineOf(`${FRAMES[Math.abs(Math.trunc(frame)) % FRAMES.length]} `, ACCENT),
      readLine(text),
      lineOf(` ${Math.floor(elapsedMs / 1000)}s`, DIM),
    ),
  ],
  tool_row: ({ toolName, input, status, output }, width) => {
    const style = { running: ACCENT, completed: SUCCESS, errored: ERROR }[status];
    const call = join(
      lineOf('● ', style),
      readLine(toolName, BOLD),
      lineOf(' '),
      readLine(inputText(input), DIM),
    );
    return [call, ...outputLines(output, width)];
  },
  user_message: ({ text }, width) => marked('› ', text, width),
  command_output: ({ command, output }, width) => [
    ...marked('$ ', command, width),
    ...outputLines(output, width),
  ],
};

/** Draws a row as it looks when no mod redraws it. */
export function drawBuiltInRow<TComponent extends OverridableComponent>(
  component: TComponent,
  props: RowProps[TComponent],
  width: number,
): readonly Line[] {
  return ROWS[component](props, width).map((line) => cut(line, width));
}

function marked(mark: string, text: string, width: number): readonly Line[] {
  const lines = readLines(text).flatMap((line) => wrap(line, Math.max(1, width - mark.length)));
  return lines.map((line, index) => join(index === 0 ? lineOf(mark, ACCENT) : blank(mark.length), line));
}

function outputLines(output: string, width: number): readonly Line[] {
  if (output === '') return [];
  const lines = readLines(output.trimEnd(), DIM).map((line) => cut(line, Math.max(1, width - 4)));
  const shown = lines.length > OUTPUT_LINES + 1 ? lines.slice(0, OUTPUT_LINES) : lines;
  const more = lines.length - shown.length;
  const drawn = shown.map((line, index) => join(lineOf(index === 0 ? '  ⎿ ' : '    ', DIM), line));
  return more === 0 ? drawn : [...drawn, lineOf(`    … ${more} more lines`, DIM)];
}

/** The input of a call in one line: its first text, or all of it as JSON. */
function inputText(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input === 'object' && input !== null) {
    const first = Object.values(input).find((value) => typeof value === 'string');
    if (first !== undefined) return String(first);
  }
  return JSON.stringify(input) ?? '';
}
