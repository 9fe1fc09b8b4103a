import type { Style } from '../text/style.ts';

/** How the host's own parts look. */
export const BOLD: Style = { bold: true };
export const DIM: Style = { dim: true };
/** What has the focus, and the place where the next character goes. */
export const FOCUSED: Style = { inverse: true };
/** The border of a pane that has the keyboard. */
export const LIT: Style = { bold: true, color: '36' };
export const WARNING: Style = { color: '33' };
export const ERROR: Style = { color: '31' };
export const SUCCESS: Style = { color: '32' };
export const ACCENT: Style = { color: '36' };
