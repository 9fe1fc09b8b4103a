import { placeIn } from './next-commands.ts';
import type { ScaffoldReport } from './scaffold.ts';

/** What was made, for people in the folder `cwd`: the files, how check and test went, and what to do next. */
export function reportText(report: ScaffoldReport, cwd: string): string {
  const { package: name, template, folder, files, dryRun, next } = report;
  const head = `${dryRun ? 'Would make' : 'Made'} ${name} from the template ${template} in ${placeIn(cwd, folder)}:`;
  const lines = [head, '', ...files.map((file) => `  ${file}`), ''];
  if (!dryRun) {
    const steps = [`check ${report.check}`, `test ${report.test}`];
    if (report.git !== 'not wanted') steps.unshift(`git repository ${report.git}`);
    if (report.installed) steps.unshift('dependencies installed');
    lines.push(
      `${steps.join(', ')}.`.replace(/^./, (first) => first.toUpperCase()),
      '',
    );
  }
  const width = Math.max(...next.map(({ what }) => what.length));
  lines.push(...next.map(({ what, command }) => `  ${what.padEnd(width)}  ${command}`));
  return `${lines.join('\n')}\n`;
}
