import { pathToFileURL } from 'node:url';
import { type SarifLog, type SarifResult, type SarifRule, sarifLog } from '@cmd-mods/inspect/sarif';
import type { CheckResult } from '../check.ts';
import { displayPath, type Finding } from '../finding.ts';
import { RULE_IDS, ruleOf } from '../rules/table.ts';

/** SARIF 2.1.0, for code scanning. Files are relative to `cwd` where they are inside of it. */
export function renderSarif({ findings }: CheckResult, cwd: string, version: string): SarifLog {
  const rules = RULE_IDS.map((id): SarifRule => {
    const { summary, why, fix, severity } = ruleOf(id);
    return { id, text: summary, why, help: fix, level: severity };
  });
  const results = findings.map((finding) => resultOf(finding, cwd));
  return sarifLog([{ tool: 'cmd mods check', version, rules, results }]);
}

function resultOf({ rule, severity, message, hint, place, problem }: Finding, cwd: string): SarifResult {
  const path = displayPath(problem.at.file, cwd);
  const isOutside = path === problem.at.file;
  const { line = 1, column = 1, endLine, endColumn } = place ?? {};
  return {
    ruleId: rule,
    level: severity,
    text: `${message} ${hint}`,
    uri: isOutside ? pathToFileURL(path).href : path.split('/').map(encodeURIComponent).join('/'),
    region: {
      startLine: line,
      startColumn: column,
      ...(endLine === undefined ? {} : { endLine }),
      ...(endColumn === undefined ? {} : { endColumn }),
    },
  };
}
