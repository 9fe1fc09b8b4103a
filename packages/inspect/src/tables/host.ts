/** The API that a mod's factory is given, and what else the host hands to a mod. */

import { type Capability, capability, each } from './capability.ts';

const EXEC = capability('cmd.exec', { reach: ['process'] });

const UI: Capability = capability('cmd.ui', {
  members: each('cmd.ui', 'widget pane override setStatus copy', []),
  rest: capability('cmd.ui'),
});

/** What handlers of commands and shortcuts are given. */
export const COMMAND_CONTEXT: Capability = capability('context', {
  members: [
    ['exec', capability('context.exec', { reach: ['process'] })],
    ['ui', UI],
  ],
});

/** What a tool's `run` is given. */
export const TOOL_CALL: Capability = capability('call', {
  members: [
    [
      'runtime',
      capability('runtime', { members: [['exec', capability('runtime.exec', { reach: ['process'] })]] }),
    ],
  ],
});

/** `cmd`, as the factory gets it. */
export const MOD_API: Capability = capability('cmd', {
  members: [
    ...each(
      'cmd',
      'hooks on addTool addCommand addFlag addProvider addRenderer addAgent addShortcut addSkillsPath expose use',
      [],
    ),
    ['exec', EXEC],
    [
      'process',
      capability('cmd.process', {
        members: [['spawn', capability('cmd.process.spawn', { reach: ['process'] })]],
        whole: ['process'],
      }),
    ],
    ['ui', UI],
    ['model', capability('cmd.model', { members: each('cmd.model', 'complete', []) })],
    ['store', capability('cmd.store', { members: each('cmd.store', 'set', []) })],
    ['audio', capability('cmd.audio', { members: each('cmd.audio', 'play bell', []) })],
  ],
  rest: capability('cmd'),
  whole: ['dynamic'],
  isOpen: true,
});

/** What the package of the API exports, as far as values pass through it. */
export const HOST_PACKAGE: Capability = capability('host', {
  members: [['defineMod', capability('host.defineMod')]],
});

/** Whether a specifier is the host's own: the API under any of its names. */
export function isHostPackage(specifier: string): boolean {
  return /^@(commandcode|cmd-mods)\//.test(specifier);
}

/** Another package: everything of it is unknown, and values that are handed to it are gone. */
export const EXTERNAL: Capability = capability('external');
