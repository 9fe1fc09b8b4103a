import { nearest } from '@cmd-mods/loader';
import { problemAt } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** A flag that nobody adds has no value, ever. */
export const flagUnknown: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'A flag is read that nobody adds',
  why: 'getFlag of a flag that was not added is always undefined, and --mod-option refuses the name.',
  fix: "Add it in the factory: cmd.addFlag('name', { type: 'boolean' })",
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addFlag('limit-writes', { type: 'string', default: '5' });
  cmd.hooks({ onStop: () => ({ continue: cmd.getFlag('limit-write') === '5' }) });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addFlag('limit-writes', { type: 'string', default: '5' });
  cmd.hooks({ onStop: () => ({ continue: cmd.getFlag('limit-writes') === '5' }) });
}
`,
  check: (source) => {
    const added = source.calls('cmd.addFlag').map((call) => source.texts(call, 0));
    // A name that only run time knows may be any.
    if (added.some(({ isComplete }) => !isComplete)) return [];
    const names = new Set(added.flatMap(({ values }) => values));
    return source.calls('cmd.getFlag').flatMap((call): Problem[] => {
      const argument = call.node.arguments[0] ?? call.node;
      const wrong = source.texts(call, 0).values.filter((name) => !names.has(name));
      return wrong.map((name) => {
        const meant = nearest(name, [...names]);
        return problemAt(
          argument,
          `No flag '${name}' is added, so this is always undefined.`,
          meant === undefined ? {} : { hint: `Did you mean '${meant}'?` },
        );
      });
    });
  },
};
