import type { InspectReport } from '../report.ts';
import { headline, type Row, sectionsOf } from './sections.ts';
import { printable } from './words.ts';

const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --line: #d8dee4; --back: #ffffff; --alarm: #8a4600; --code: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9198a1; --line: #30363d; --back: #0d1117; --alarm: #f0b45b; --code: #161b22; } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
section.alarm h2 { color: var(--alarm); }
section.calm { color: var(--soft); }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { font: 600 .9rem ui-monospace, monospace; width: 12rem; }
ul { list-style: none; margin: .25rem 0 0; padding: 0; }
li { background: var(--code); border-radius: 4px; font: .85rem ui-monospace, monospace; margin: 2px 0; padding: .1rem .4rem; }
`;

/** One page that needs nothing else: no script, no font, no picture. It holds several reports one below the other. */
export function renderHtml(reports: readonly InspectReport[]): string {
  const title =
    reports.length === 1 && reports[0] ? (reports[0].name ?? reports[0].target) : `${reports.length} targets`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What ${escaped(title)} can reach</title>
<style>${STYLE}</style>
</head>
<body>
${reports.map(reportHtml).join('\n')}
</body>
</html>
`;
}

function reportHtml(report: InspectReport): string {
  const sections = sectionsOf(report).map(
    ({ title, tone, rows }) => `<section class="${tone}">
<h2>${escaped(title)}</h2>
<table>
${rows.map(rowHtml).join('\n')}
</table>
</section>`,
  );
  return `<main>
<h1>${escaped(headline(report))}</h1>
${sections.join('\n')}
</main>`;
}

function rowHtml({ label, text, details = [] }: Row): string {
  const list =
    details.length === 0 ? '' : `<ul>${details.map((detail) => `<li>${escaped(detail)}</li>`).join('')}</ul>`;
  const head = label === '' ? '' : `<th scope="row">${escaped(label)}</th>`;
  return `<tr>${head}<td${label === '' ? ' colspan="2"' : ''}>${escaped(text)}${list}</td></tr>`;
}

/** What is text stays text, whatever a mod calls its files. */
function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
