/** SARIF 2.1.0, as code-scanning views take it. */

import type { InspectReport, Position } from '../report.ts';
import { REACHES, type Reach } from '../tables/capability.ts';
import { type SarifResult, type SarifRule, type SarifRun, sarifLog } from './sarif-log.ts';
import { becauseWords, printable, REACH_WORDS, reasonsOf } from './words.ts';

const LEVELS: Readonly<Partial<Record<Reach, 'warning'>>> = {
  dynamic: 'warning',
  native: 'warning',
  process: 'warning',
  permission: 'warning',
  transcript: 'warning',
};

const OTHER_RULES: Readonly<Record<string, string>> = {
  unread: 'A file could not be read in full.',
  unknown: 'Some answers are unknown.',
  script: 'The package has scripts that an ordinary install would run.',
  hook: 'The mod registers a hook.',
};

/** Reports as one SARIF log; a run for each target. */
export function renderSarif(reports: readonly InspectReport[], version: string): unknown {
  return sarifLog(reports.map((report) => runOf(report, version)));
}

function runOf(report: InspectReport, version: string): SarifRun {
  return {
    tool: 'cmd mods inspect',
    version,
    rules: [
      ...REACHES.map(
        (kind): SarifRule => ({
          id: `reach/${kind}`,
          text: `The mod ${REACH_WORDS[kind]}.`,
          level: LEVELS[kind] ?? 'note',
        }),
      ),
      ...Object.entries(OTHER_RULES).map(
        ([id, text]): SarifRule => ({
          id,
          text,
          level: id === 'hook' ? 'note' : 'warning',
        }),
      ),
    ],
    results: [...reachResults(report), ...otherResults(report)],
    more: {
      originalUriBaseIds: { TARGET: { description: { text: 'The root of the target.' } } },
      automationDetails: { id: `cmd-mods-inspect/${encodeURI(report.name ?? report.target)}` },
      properties: { target: report.target, lexical: true, notes: report.notes },
    },
  };
}

function reachResults(report: InspectReport): SarifResult[] {
  return REACHES.flatMap((kind) =>
    report.reach[kind].evidence.map((evidence) => {
      const via = evidence.via ? ` It is reached by way of ${evidence.via.join(' > ')}.` : '';
      return result(
        `reach/${kind}`,
        LEVELS[kind] ?? 'note',
        `The mod ${REACH_WORDS[kind]}: ${evidence.what}.${via}`,
        evidence,
      );
    }),
  );
}

function otherResults(report: InspectReport): SarifResult[] {
  const start = { line: 1, column: 1 };
  const entry = report.entries[0] ?? 'package.json';
  const reasons = reasonsOf(report);
  return [
    ...report.files
      .filter((file) => file.reached && file.read !== 'full')
      .map(({ path, reason }) =>
        result('unread', 'warning', `Not read in full: ${reason ?? 'no reason is known'}.`, {
          file: path,
          ...start,
        }),
      ),
    ...(reasons.length > 0
      ? [
          result(
            'unknown',
            'warning',
            `What was not found may be there all the same: ${becauseWords(reasons)}.`,
            { file: entry, ...start },
          ),
        ]
      : []),
    ...report.scripts.map(({ name, command }) =>
      result('script', 'warning', `Script ${name}: ${command}`, { file: 'package.json', ...start }),
    ),
    ...report.hooks.map((hook) => result('hook', 'note', `Hook ${hook.name}, which ${hook.mode}.`, hook)),
  ];
}

function result(
  ruleId: string,
  level: SarifResult['level'],
  text: string,
  { file, line, column }: Position,
): SarifResult {
  return {
    ruleId,
    level,
    text: printable(text),
    uri: file.split('/').map(encodeURIComponent).join('/'),
    uriBaseId: 'TARGET',
    region: { startLine: line, startColumn: column },
  };
}
