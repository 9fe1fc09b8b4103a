import { readFileSync } from 'node:fs';
import { codeFrame, countText, visible } from '@cmd-mods/registry';
import pc from 'picocolors';
import type { CheckResult } from '../check.ts';
import { displayPath, type Finding } from '../finding.ts';
import { ruleDocs } from '../rules/table.ts';

/** How to print for people. */
export interface TextOptions {
  readonly color: boolean;
  /** Paths inside of this folder are shown relative to it. */
  readonly cwd: string;
  /** How many findings `--fix` mended before. */
  readonly fixed?: number;
}

/** For a terminal: by file, each finding with the line it is about, why, and what to do. Ends with the next step. */
export function renderText(result: CheckResult, { color, cwd, fixed = 0 }: TextOptions): string {
  const colors = pc.createColors(color);
  const groups = new Map<string, Finding[]>();
  for (const finding of result.findings) {
    const { file } = finding.problem.at;
    groups.set(file, [...(groups.get(file) ?? []), finding]);
  }
  const blocks = [...groups].map(([file, findings]) => {
    const lines = findings.some(({ place }) => place) ? readFileSync(file, 'utf8').split(/\r\n|\n|\r/) : [];
    const texts = findings.map((finding) => findingText(finding, lines, colors));
    return [colors.underline(visible(displayPath(file, cwd))), '', ...texts].join('\n');
  });
  return `${[...blocks, nextStep(result, cwd, fixed)].join('\n')}\n`;
}

function findingText(
  { rule, severity, message, hint, place }: Finding,
  lines: readonly string[],
  colors: ReturnType<typeof pc.createColors>,
): string {
  const paint = severity === 'error' ? colors.red : colors.yellow;
  const at = place === undefined ? '' : `${place.line}:${place.column} `;
  const said = message.split('\n').map((line) => `    ${visible(line)}`);
  return [
    `  ${colors.bold(at)}${paint(severity)} ${rule}`,
    ...said,
    ...(place ? codeFrame(place, lines, { mark: paint, dim: colors.dim }).map((line) => `  ${line}`) : []),
    `    ${visible(hint)}`,
    colors.dim(`    ${ruleDocs(rule)}`),
    '',
  ].join('\n');
}

/** The last line: how it stands, and what to do now. */
function nextStep({ findings, ignored, isPrivate, target }: CheckResult, cwd: string, fixed: number): string {
  const mended = fixed === 0 ? '' : `${fixed} fixed. `;
  const left = ignored.length === 0 ? '' : ` (${ignored.length} ignored, with a reason)`;
  const isPackage = target.packageJson !== undefined && !isPrivate;
  const path = displayPath(target.mods[0]?.file ?? target.root, cwd);
  // What a check cannot see is said with it: a factory that always throws passes.
  const publish = isPackage
    ? 'No factory, hook or tool was run; cmd mods test does that. ' +
      'Publish with npm publish; cmd mods registry entry writes the entry for a registry.'
    : `No factory, hook or tool was run. Try it: cmd -p "Hello" --mod ${path}`;
  if (findings.length === 0) return `${mended}No faults${left}. ${publish}`;
  const fixable = findings.filter(({ problem }) => problem.edits !== undefined).length;
  const fix = fixable === 0 ? '' : ` ${fixable} can be fixed with --fix.`;
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  const next = hasErrors
    ? 'Correct the errors, and check again.'
    : `Warnings keep nobody from publishing. ${publish}`;
  return `${mended}${countText(findings)}${left}.${fix} ${next}`;
}
