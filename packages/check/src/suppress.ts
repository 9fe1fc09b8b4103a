/** Comments that let one fault stand: `// check-ignore guard-throws: the input is our own`. */

import { readFileSync } from 'node:fs';
import type { Finding } from './finding.ts';

const COMMENT = /\/\/\s*check-ignore\s+([\w-]+)(?:\s*:\s*(\S.*))?/;

/** Takes out what a comment on the same line or the line above lets stand. A comment without a reason lets nothing stand. */
export function splitIgnored(found: readonly Finding[]): {
  readonly findings: readonly Finding[];
  readonly ignored: readonly Finding[];
} {
  const lines = new Map<string, readonly string[]>();
  const findings: Finding[] = [];
  const ignored: Finding[] = [];
  for (const finding of found) {
    const { file } = finding.problem.at;
    if (finding.place === undefined || !/\.[cm]?[jt]sx?$/.test(file)) {
      findings.push(finding);
      continue;
    }
    if (!lines.has(file)) lines.set(file, readFileSync(file, 'utf8').split(/\r\n|\n|\r/));
    const own = lines.get(file) ?? [];
    const { line } = finding.place;
    const comments = [own[line - 1], own[line - 2]].map((text) => COMMENT.exec(text ?? ''));
    const match = comments.find((comment) => comment?.[1] === finding.rule);
    if (match?.[2] !== undefined) ignored.push(finding);
    else if (match)
      findings.push({
        ...finding,
        hint: `${finding.hint} A check-ignore counts with a reason behind a colon.`,
      });
    else findings.push(finding);
  }
  return { findings, ignored };
}
