import type { Finding } from '../findings.ts';
import { RULE_IDS, ruleText } from '../rules/table.ts';
import type { ValidateResult } from '../validate.ts';

/** SARIF 2.1.0, for GitHub's code scanning and other viewers. */
export function renderSarif({ report }: ValidateResult): string {
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'cmd mods registry validate', rules: RULE_IDS.map(describeRule) } },
        columnKind: 'utf16CodeUnits',
        results: report.findings.map(result),
      },
    ],
  };
  return `${JSON.stringify(sarif, null, 2)}\n`;
}

function describeRule(id: (typeof RULE_IDS)[number]): object {
  const { title, why, fix, severity } = ruleText(id);
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: fix },
    defaultConfiguration: { level: severity },
  };
}

function result(finding: Finding): object {
  const { rule, severity, message, hint, line, column, endLine, endColumn } = finding;
  return {
    ruleId: rule,
    ruleIndex: RULE_IDS.indexOf(rule),
    level: severity,
    message: { text: hint === undefined ? message : `${message} ${hint}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(finding.file.replaceAll('\\', '/')) },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
        ...(finding.path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: finding.path }] }),
      },
    ],
  };
}
