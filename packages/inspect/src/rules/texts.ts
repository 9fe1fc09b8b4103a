/** What is odd about the text of a file. */

import type { Rule } from './rule.ts';

/** See the head of this file. */
export const texts: Rule = ({ files, position }, findings) => {
  files.forEach(({ facts }, index) => {
    for (const { message, pos } of facts.notes) {
      const { file, line, column } = position({ file: index, pos });
      findings.note(`${file}:${line}:${column} ${message}`);
    }
  });
};
