/** Draws what mods put on the screen. Start with `renderScreen`; `Keyboard` is its counterpart for keys. */

export type { Draft, FieldState } from './elements/field-state.ts';
export type { ButtonTarget, InputTarget, SelectTarget, Target } from './elements/node.ts';
export { handleClick, handleKey } from './input/handle-key.ts';
export type { Action, Handled } from './input/handled.ts';
export { type DialogDraft, type InputState, NO_INPUT } from './input/input-state.ts';
export { type Key, type Keypress, keyFromKeypress, keyOf, typedText } from './input/key.ts';
export { Keyboard, type Pressed } from './input/keyboard.ts';
export { perform } from './input/perform.ts';
export { editField, fieldWith, type TextField } from './input/text-field.ts';
export { type ThemedSpan, toHtmlSpans, toThemed } from './output/theme.ts';
export { toAnsi, toPlain, type WithLines } from './output/to-text.ts';
export type { Area } from './parts/areas.ts';
export type { RowProps } from './parts/built-in-rows.ts';
export { drawFeedItem, type FeedItem, type FeedRow } from './parts/feed.ts';
export type { Focus } from './parts/focus.ts';
export type { Prompt } from './parts/prompt.ts';
export type { StatusItems } from './parts/status-row.ts';
export { renderScreen, type Screen, type ScreenView } from './screen.ts';
export { widthOf } from './text/clusters.ts';
export type { Hit, Line, Span } from './text/line.ts';
export { readLine, readLines, sanitize } from './text/read-text.ts';
export type { Style } from './text/style.ts';
export {
  renderWindow,
  type ThemedLines,
  WINDOW_COLUMNS,
  type Window,
  type WindowContent,
  type WindowPane,
} from './window.ts';
