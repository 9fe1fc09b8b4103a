import picocolors from 'picocolors';
import type { DiffSide, InspectDiff } from '../diff.ts';
import type { InspectReport } from '../report.ts';
import type { Reach } from '../tables/capability.ts';
import { headline, type Row, type Section, sectionsOf } from './sections.ts';
import { placeWords, printable, REACH_WORDS } from './words.ts';

/** How text is drawn. */
export interface TextOptions {
  readonly color: boolean;
}

/** Evidence beyond this many lines is counted instead of listed. */
const MOST_DETAILS = 12;

/** A report for people: grouped, the worst first, one line a claim. Ends with a line break. */
export function renderText(report: InspectReport, { color }: TextOptions): string {
  const paint = picocolors.createColors(color);
  const lines = [paint.bold(printable(headline(report)))];
  for (const section of sectionsOf(report)) lines.push('', ...sectionLines(section, paint));
  return `${lines.join('\n')}\n`;
}

function sectionLines(
  { title, tone, rows }: Section,
  paint: ReturnType<typeof picocolors.createColors>,
): string[] {
  const width = Math.min(24, Math.max(...rows.map(({ label }) => printable(label).length)));
  const heading =
    tone === 'alarm' ? paint.yellow(title) : tone === 'calm' ? paint.dim(title) : paint.bold(title);
  return [heading, ...rows.flatMap((row) => rowLines(row, width, paint))];
}

function rowLines(
  { label, text, details = [] }: Row,
  width: number,
  paint: ReturnType<typeof picocolors.createColors>,
): string[] {
  const head = printable(label).padEnd(width);
  const lines = [`  ${width === 0 ? '' : `${paint.cyan(head)}  `}${printable(text)}`.trimEnd()];
  for (const detail of details.slice(0, MOST_DETAILS)) lines.push(`    ${printable(detail)}`);
  if (details.length > MOST_DETAILS)
    lines.push(paint.dim(`    and ${details.length - MOST_DETAILS} more (--json lists all)`));
  return lines;
}

/** A difference for people: what came, then what went. */
export function renderDiff(diff: InspectDiff, { color }: TextOptions): string {
  const paint = picocolors.createColors(color);
  const added = sideLines(diff.added).map((line) => paint.red(`+ ${printable(line)}`));
  const removed = sideLines(diff.removed).map((line) => paint.green(`- ${printable(line)}`));
  const verdict = diff.widened
    ? 'The new version can do more than the old one.'
    : 'The new version can do no more than the old one, as far as the text shows.';
  return `${[paint.bold(verdict), ...added, ...removed].join('\n')}\n`;
}

function sideLines(side: DiffSide): string[] {
  const reach = (Object.keys(side.reach) as Reach[]).flatMap((kind) => [
    `${kind}: ${REACH_WORDS[kind]}`,
    ...(side.reach[kind] ?? [])
      .slice(0, MOST_DETAILS)
      .map((evidence) => `    ${placeWords(evidence)}  ${evidence.what}`),
  ]);
  return [
    ...side.scripts.map(({ name, command }) => `script ${name}: ${command}`),
    ...side.binaries.map((path) => `program ${path}`),
    ...reach,
    ...side.unknown.map((kind) => `${kind}: cannot be told`),
    ...side.hooks.map((hook) => `hook ${hook.name} (${hook.mode})  ${placeWords(hook)}`),
    ...side.adds.map((add) => `${add.kind} ${add.name ?? '(unnamed)'}  ${placeWords(add)}`),
    ...side.events.map((event) => `event ${event.name}  ${placeWords(event)}`),
    ...side.env.map((name) => `environment ${name}`),
    ...side.hosts.map((host) => `host ${host}`),
    ...side.externals.map(({ specifier, file, line }) => `import ${specifier}  ${file}:${line}`),
  ];
}
