import type { Finding } from '../findings.ts';
import type { ValidateResult } from '../validate.ts';
import { summary } from './pretty.ts';
import { visible } from './visible.ts';

/** A table for a step summary or a comment. Everything from the file is escaped: it comes from strangers. */
export function renderMarkdown({ report }: ValidateResult): string {
  const heading = '## Registry\n';
  const sum = `${escapeMarkdown(summary(report))}.\n`;
  if (report.findings.length === 0) return `${heading}\n${sum}`;
  const rows = report.findings.map(row);
  const head = '| | Place | Rule | Entry | Finding | What to do |\n| --- | --- | --- | --- | --- | --- |';
  return `${heading}\n${sum}\n${[head, ...rows].join('\n')}\n`;
}

function row({ severity, file, line, column, rule, entry = '', message, hint = '' }: Finding): string {
  const cells = [severity, `${file}:${line}:${column}`, rule, entry, message, hint];
  return `| ${cells.map((cell) => escapeMarkdown(visible(cell))).join(' | ')} |`;
}

function escapeMarkdown(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|#]/g, '\\$&')
    .replaceAll('@', '&#64;')
    .replaceAll('\n', ' ');
}
