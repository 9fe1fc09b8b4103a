import { enclosingFunction, withCalled } from '../../facts/nodes.ts';
import { problemAt } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** Flags get their values after all factories ran. */
export const flagInFactory: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'A flag is read in the factory',
  why: 'Options are applied after all factories ran, so inside of a factory getFlag sees the default, whatever the person asked for.',
  fix: 'Read it where it is needed: in a hook, a command or a tool.',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addFlag('tone', { type: 'string', default: 'calm' });
  const tone = cmd.getFlag('tone');
  cmd.hooks({ appendSystemPrompt: () => \`Answer in a \${tone} tone.\` });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addFlag('tone', { type: 'string', default: 'calm' });
  cmd.hooks({ appendSystemPrompt: () => \`Answer in a \${cmd.getFlag('tone')} tone.\` });
}
`,
  check: (source) => {
    const { ts, checker } = source;
    const inFactory = new Set(source.factories().flatMap((factory) => withCalled(ts, checker, factory)));
    return source.calls('cmd.getFlag').flatMap(({ node }): Problem[] => {
      const fn = enclosingFunction(ts, node);
      if (fn === undefined || !inFactory.has(fn)) return [];
      return [
        problemAt(node, 'This runs in the factory, before options are applied: it sees the default alone.'),
      ];
    });
  },
};
