import pc from 'picocolors';
import type { Finding } from '../findings.ts';
import { ruleDocs } from '../rules/table.ts';
import type { ValidateResult } from '../validate.ts';
import { countText, plural, visible } from './visible.ts';

/** How to print for people. */
export interface PrettyOptions {
  readonly color: boolean;
}

/** The longest part of a line that is shown. */
const WIDTH = 100;

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
      ...frame(finding, lines, paint, colors.dim),
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

function frame(
  { line, column, endLine, endColumn, rule }: Finding,
  lines: readonly string[],
  paint: (text: string) => string,
  dim: (text: string) => string,
): string[] {
  const text = rule === 'other-files' ? undefined : lines[line - 1];
  if (text === undefined || text.trim() === '') return [];
  const from = Math.max(0, column - 1 - WIDTH / 2);
  const shown = visible(text.slice(from, from + WIDTH).replaceAll('\t', ' '));
  const before = visible(text.slice(from, column - 1));
  const end = endLine === line ? endColumn - 1 : text.length;
  const marked = Math.max(1, Math.min(visible(text.slice(column - 1, end)).length, WIDTH - before.length));
  const number = String(line);
  return [
    `  ${dim(`${number} |`)} ${shown}`,
    `  ${dim(`${' '.repeat(number.length)} |`)} ${' '.repeat(before.length)}${paint('^'.repeat(marked))}`,
  ];
}
