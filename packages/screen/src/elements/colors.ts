import type { ElementColor } from '@cmd-mods/mod-api';

/** The eight colours, in the order of their SGR codes. */
export const COLORS: readonly ElementColor[] = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
];
