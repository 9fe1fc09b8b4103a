import { type SarifResult, type SarifRule, sarifLog } from '@cmd-mods/inspect/sarif';
import type { Finding } from '../findings.ts';
import { RULE_IDS, ruleText } from '../rules/table.ts';
import type { ValidateResult } from '../validate.ts';

/** SARIF 2.1.0, for GitHub's code scanning and other viewers. */
export function renderSarif({ report }: ValidateResult): string {
  const rules = RULE_IDS.map((id): SarifRule => {
    const { title, why, fix, severity } = ruleText(id);
    return { id, text: title, why, help: fix, level: severity };
  });
  const log = sarifLog([
    { tool: 'cmd mods registry validate', rules, results: report.findings.map(resultOf) },
  ]);
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(finding: Finding): SarifResult {
  const { rule, severity, message, hint, line, column, endLine, endColumn } = finding;
  return {
    ruleId: rule,
    level: severity,
    text: hint === undefined ? message : `${message} ${hint}`,
    uri: encodeURI(finding.file.replaceAll('\\', '/')),
    region: { startLine: line, startColumn: column, endLine, endColumn },
    ...(finding.path === '' ? {} : { logicalName: finding.path }),
  };
}
