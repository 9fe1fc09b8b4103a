import { hasSpread, propertyOf } from '../../facts/nodes.ts';
import { problemAt, spanOf } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** A status is a line of text. */
export const setStatusText: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'setStatus is given an object',
  why: 'A status is a text, or null to clear it. An object shows nothing.',
  fix: "Give the text alone: setStatus('3 of 5 done'). An icon is part of the text.",
  bad: `export default function (cmd) {
  cmd.ui.setStatus({ text: 'ready', icon: '*' });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.ui.setStatus('* ready');
}
`,
  isFixable: true,
  check: (source) => {
    const { ts } = source;
    return source.calls('cmd.ui.setStatus').flatMap(({ node }): Problem[] => {
      const argument = node.arguments[0];
      const object = argument && source.values(argument).find((value) => ts.isObjectLiteralExpression(value));
      if (argument === undefined || object === undefined || !ts.isObjectLiteralExpression(object)) return [];
      const text = propertyOf(ts, object, 'text');
      const isClear = object === argument && !hasSpread(ts, object) && text && ts.isPropertyAssignment(text);
      return [
        problemAt(argument, 'setStatus takes a text, and this is an object: it shows nothing.', {
          ...(isClear ? { edits: [{ ...spanOf(argument), text: text.initializer.getText() }] } : {}),
        }),
      ];
    });
  },
};
