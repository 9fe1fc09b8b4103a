import { fileURLToPath } from 'node:url';
import type { Where } from '@cmd-mods/mod-api';

const FRAME = /(?:\(|at )((?:file:\/\/)?[^()\s][^()]*?):(\d+):(\d+)\)?$/;

/** Code that starts timers and processes on behalf of tests, and is never at fault itself. */
const OWN =
  /[/\\](?:@cmd-mods|packages)[/\\](?:harness|hooks|loader|testing)[/\\](?:src|dist)[/\\]|[/\\]node_modules[/\\](?:@vitest|vitest|vite|tinypool)[/\\]/;

/** What the agent runs programs with. Who called it is the one who acted. */
const TOOLS = /[/\\]node_modules[/\\](?:execa|signal-exit)[/\\]/;

/** The frames of a stack that are code of somebody, the innermost first; Node's own are left out. */
function framesOf(stack: string): readonly Where[] {
  return stack.split('\n').flatMap((line) => {
    const [, path = '', lineText, column] = FRAME.exec(line.trim()) ?? [];
    if (path === '' || path.startsWith('node:')) return [];
    const file = path.startsWith('file://') ? fileURLToPath(path.replace(/[?#].*$/, '')) : path;
    return [{ file, line: Number(lineText), column: Number(column) }];
  });
}

/**
 * Whether the code that acted, the innermost frame, is the kit's, the agent's or the test runner's.
 * @param isForeignAlone - Whether what happens without anybody's code on the stack is foreign: a server opens after a look-up of its
 *   address, when the code that asked for it is gone.
 */
export function isOwnWork(stack: string, isForeignAlone = false): boolean {
  const innermost = framesOf(stack).find(({ file }) => !TOOLS.test(file));
  return innermost === undefined ? !isForeignAlone : OWN.test(innermost.file);
}

/** Where a mod, or what it uses, asked for it. */
export function whereAsked(stack: string): Where | undefined {
  const foreign = framesOf(stack).filter(({ file }) => !OWN.test(file));
  return foreign.find(({ file }) => !/[/\\]node_modules[/\\]/.test(file)) ?? foreign[0];
}
