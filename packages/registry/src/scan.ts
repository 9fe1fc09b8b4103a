import type { Scan } from './io.ts';

/** The scanner, loaded when it is first needed: it brings a compiler. */
export const scanWithInspect: Scan = async (directory) => {
  const { inspectTarget } = await import('@cmd-mods/inspect');
  return inspectTarget(directory, { cwd: directory });
};
