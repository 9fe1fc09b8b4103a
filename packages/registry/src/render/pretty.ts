import pc from 'picocolors';
import { ruleDocs } from '../rules/table.ts';
import type { ValidateResult } from '../validate.ts';
import { codeFrame } from './code-frame.ts';
import { countText, plural, visible } from './visible.ts';

/** How to print for people. */
export interface PrettyOptions {
  readonly color: boolean;
}

/** For a terminal: place, rule, message, the line with the place marked, what to do. Ends with a line that sums up. */
export function renderPretty({ report, text }: ValidateResult, { color }: PrettyOptions): string {
  const colors = pc.createColors(color);
  const lines = text.split(/\r\n|\n|\r/);
  const blocks = report.findings.map((finding) => {
    const paint = finding.severity === 'error' ? colors.red : colors.yellow;
    const place = `${finding.file}:${finding.line}:${finding.column}`;
    return [
      `${colors.bold(place)} ${paint(finding.severity)} ${finding.rule}${finding.entry === undefined ? '' : ` (${visible(finding.entry)})`}`,
      `  ${visible(finding.message)}`,
      ...(finding.rule === 'other-files' ? [] : codeFrame(finding, lines, { mark: paint, dim: colors.dim })),
      ...(finding.hint === undefined ? [] : [`  ${visible(finding.hint)}`]),
      colors.dim(`  ${ruleDocs(finding.rule)}`),
      '',
    ].join('\n');
  });
  return `${[...blocks, summary(report)].join('\n')}\n`;
}

/** One line: how much was looked at and what came of it. */
export function summary(report: ValidateResult['report']): string {
  const { entries, findings, tolerated, waived, fixed } = report;
  const fixable = findings.filter((finding) => finding.fixable).length;
  return [
    `${plural(entries, 'entry', 'entries')}: ${findings.length === 0 ? 'nothing to report' : countText(findings)}`,
    ...(fixed > 0 ? [`${fixed} fixed`] : []),
    ...(fixable > 0 ? [`${fixable} can be fixed with --fix`] : []),
    ...(tolerated > 0 ? [`${tolerated} tolerated, because the base has them too`] : []),
    ...(waived > 0 ? [`${waived} waived`] : []),
  ].join('; ');
}
