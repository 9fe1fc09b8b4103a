/**
 * What a mod can draw, as data. A plain string is one line, printed as written; only colour, weight and link escapes
 * survive, every other escape sequence and control byte is dropped. A malformed node is one warning line, never a broken
 * screen. Headless hosts draw nothing.
 *
 * Source: mods page, "Elements".
 */

/** The eight colours; a host maps them to its theme. */
export type ElementColor = 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white';

/** Styled text. */
export interface TextElement {
  readonly type: 'text';
  readonly text: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly color?: ElementColor;
  readonly background?: ElementColor;
}

/** Nodes beside one another. */
export interface RowElement {
  readonly type: 'row';
  readonly children: readonly ElementNode[];
  /** Columns between them; 1 by default. */
  readonly gap?: number;
}

/** Nodes below one another, with a border and a title if wanted. */
export interface BoxElement {
  readonly type: 'box';
  readonly children: readonly ElementNode[];
  readonly title?: string;
  readonly border?: boolean;
  /** Columns at the left and right inside. */
  readonly padding?: number;
}

/** A button, drawn `[ r: Reset ]`. */
export interface ButtonElement {
  readonly type: 'button';
  readonly label: string;
  /** Identity for focus; the label by default. */
  readonly key?: string;
  /** One character: Alt+character presses it while the pane is open. */
  readonly hotkey?: string;
  /** Runs in the mod like a hook; a throw becomes `mod_error` with hook `ui.press`. The surface repaints afterwards. */
  onPress(): void | Promise<void>;
}

/** A progress bar. */
export interface ProgressElement {
  readonly type: 'progress';
  /** From 0 to 1. */
  readonly value: number;
  /** In columns. */
  readonly width?: number;
  readonly label?: string;
}

/** A line across. */
export interface DividerElement {
  readonly type: 'divider';
  readonly label?: string;
}

/** A line of typed text. */
export interface InputElement {
  readonly type: 'input';
  /** Identity for focus and handlers. */
  readonly key: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** Enter; a throw becomes `mod_error` with hook `ui.submit`. */
  onSubmit(value: string): void | Promise<void>;
}

/** One choice of several. */
export interface SelectElement {
  readonly type: 'select';
  /** Identity for focus and handlers. */
  readonly key: string;
  readonly options: readonly string[];
  readonly value?: string;
  /** A pick; a throw becomes `mod_error` with hook `ui.select`. */
  onSelect(value: string): void | Promise<void>;
}

/** Markdown, drawn as styled lines. */
export interface MarkdownElement {
  readonly type: 'markdown';
  readonly text: string;
}

/** One node of a drawing. */
export type ElementNode =
  | string
  | TextElement
  | RowElement
  | BoxElement
  | ButtonElement
  | ProgressElement
  | DividerElement
  | InputElement
  | SelectElement
  | MarkdownElement;

/** The element types by name: the table that drawing, checks and the scanner read. */
export const ELEMENT_TYPES = [
  'text',
  'row',
  'box',
  'button',
  'progress',
  'divider',
  'input',
  'select',
  'markdown',
] as const;

/** The rows of the host that `cmd.ui.override` can redraw. The permission prompt is not one of them and never will be. */
export const OVERRIDABLE_COMPONENTS = ['spinner', 'tool_row', 'user_message', 'command_output'] as const;

/** One of {@link OVERRIDABLE_COMPONENTS}. */
export type OverridableComponent = (typeof OVERRIDABLE_COMPONENTS)[number];
