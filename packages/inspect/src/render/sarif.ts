/** SARIF 2.1.0, as code-scanning views take it. */

import type { InspectReport, Position } from '../report.ts';
import { REACHES, type Reach } from '../tables/capability.ts';
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
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: reports.map((report) => runOf(report, version)),
  };
}

function runOf(report: InspectReport, version: string): unknown {
  return {
    tool: {
      driver: {
        name: 'cmd mods inspect',
        semanticVersion: version,
        rules: [
          ...REACHES.map((kind) =>
            rule(`reach/${kind}`, `The mod ${REACH_WORDS[kind]}.`, LEVELS[kind] ?? 'note'),
          ),
          ...Object.entries(OTHER_RULES).map(([id, words]) =>
            rule(id, words, id === 'hook' ? 'note' : 'warning'),
          ),
        ],
      },
    },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { TARGET: { description: { text: 'The root of the target.' } } },
    automationDetails: { id: `cmd-mods-inspect/${encodeURI(report.name ?? report.target)}` },
    results: [...reachResults(report), ...otherResults(report)],
    properties: { target: report.target, lexical: true, notes: report.notes },
  };
}

function rule(id: string, text: string, level: string): unknown {
  return { id, shortDescription: { text }, defaultConfiguration: { level } };
}

function reachResults(report: InspectReport): unknown[] {
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

function otherResults(report: InspectReport): unknown[] {
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

function result(ruleId: string, level: string, text: string, { file, line, column }: Position): unknown {
  return {
    ruleId,
    level,
    message: { text: printable(text) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'TARGET' },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  };
}
