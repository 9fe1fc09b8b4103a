import { nearest } from '@cmd-mods/loader';
import { EVENTS } from '@cmd-mods/mod-api';
import { spanOf } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** Names of events come from the one table. */
export const eventUnknown: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'There is no event of this name',
  why: 'A handler of an event that never fires never runs.',
  fix: 'docs/hooks-reference.md lists the events.',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.on('tool_complete', () => cmd.ui.notify('A tool is done.'));
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.on('tool_completed', () => cmd.ui.notify('A tool is done.'));
}
`,
  isFixable: true,
  check: (source) => {
    return source.calls('cmd.on').flatMap((call): Problem[] => {
      const argument = call.node.arguments[0];
      if (argument === undefined) return [];
      return source.texts(call, 0).values.flatMap((name): Problem[] => {
        if (Object.hasOwn(EVENTS, name)) return [];
        const meant = nearest(name, Object.keys(EVENTS));
        const isText = source.ts.isStringLiteral(argument);
        return [
          {
            at: spanOf(argument),
            message: `'${name}' is no event${meant === undefined ? '.' : `; did you mean '${meant}'?`} The handler never runs.`,
            ...(meant === undefined ? {} : { hint: `Write '${meant}'.` }),
            ...(meant !== undefined && isText
              ? { edits: [{ ...spanOf(argument), text: `'${meant}'` }] }
              : {}),
          },
        ];
      });
    });
  },
};
