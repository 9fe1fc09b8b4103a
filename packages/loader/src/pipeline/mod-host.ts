import type { ModHost as HarnessModHost } from '@cmd-mods/harness';

export type { Conflict } from '@cmd-mods/harness';

/** What loading needs of the host that mods are registered on. `createModHost` of the harness makes one. */
export type ModHost = Pick<
  HarnessModHost,
  'register' | 'replace' | 'setPackageSkills' | 'conflicts' | 'diagnostics'
>;
