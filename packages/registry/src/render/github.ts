import type { Finding } from '../findings.ts';
import type { ValidateResult } from '../validate.ts';
import { summary } from './pretty.ts';
import { visible } from './visible.ts';

/**
 * Annotations: workflow commands that GitHub shows beside the lines of a pull request. A step shows about ten of a kind, so a
 * workflow writes the table of `renderMarkdown` as well.
 */
export function renderGithub({ report }: ValidateResult): string {
  return [...report.findings.map(command), summary(report), ''].join('\n');
}

function command({ severity, file, line, column, endLine, endColumn, rule, message, hint }: Finding): string {
  const properties = [
    ['file', file],
    ['line', line],
    ['col', column],
    // GitHub takes an end column only where the annotation has one line.
    ...(endLine === line ? [['endColumn', Math.max(column, endColumn)]] : [['endLine', endLine]]),
    ['title', rule],
  ].map(([name, value]) => `${name}=${property(String(value))}`);
  const text = hint === undefined ? message : `${message} ${hint}`;
  return `::${severity} ${properties.join(',')}::${data(visible(text))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
