import type { ModApi } from '@cmd-mods/mod-api';
import { STYLE } from '../lib/style.ts';

/** Adds `/style`, which shows the style to the person. */
export default function (cmd: ModApi): void {
  cmd.addCommand({
    name: 'style',
    description: 'Shows the style of commit messages',
    handler: () => ({ message: STYLE }),
  });
}
