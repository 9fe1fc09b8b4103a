import { readFileSync } from 'node:fs';
import type { HookName, Where } from '@cmd-mods/mod-api';

/**
 * Where a mod's own file has a hook, for faults that nothing was thrown for: the first place where its name is a key or a method.
 * @returns the file alone when it is written otherwise; `undefined` without a file.
 */
export function whereHook(file: string | undefined, hook: HookName): Where | undefined {
  if (file === undefined) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const index = lines.findIndex((text) => new RegExp(`(?<![\\w.])['"]?${hook}['"]?\\s*[:(,]`).test(text));
  if (index === -1) return { file };
  return { file, line: index + 1, column: (lines[index]?.indexOf(hook) ?? 0) + 1 };
}
