// Writes docs/errors.md: every code with an anchor of its own, its first sentence, and the page that explains it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const root = new URL('../', import.meta.url);
const folder = new URL('docs/errors/', root);

/** The page as it should be. */
export function errorIndex() {
  const sections = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => section(name, readFileSync(new URL(name, folder), 'utf8')));
  return `# Errors

Every code that a diagnostic can have, with what it means. Codes are never renamed; each links to what happened, why, and what to
do. This page is made from the pages in [errors/](errors) by \`npm run error-index\`.

${sections.join('\n')}`;
}

function section(name, text) {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
  const codes = [...text.matchAll(/^## ([A-Z][A-Z0-9_]+)$\n+([\s\S]*?)(?=^## |$(?![\s\S]))/gm)];
  const rows = codes.map(
    ([, code, body]) =>
      `### ${code}\n\n${firstSentence(body)} [More](errors/${name}#${code.toLowerCase()})\n`,
  );
  return `## ${title}\n\n${rows.join('\n')}`;
}

/** Up to the first full stop that ends a sentence, on one line. */
function firstSentence(body) {
  const paragraph = body.trim().split(/\n\s*\n/)[0] ?? '';
  const line = paragraph.replace(/\s+/g, ' ').replace(/^\*\*(Error|Warning|Info)\.\*\* /, '**$1.** ');
  const end = line.slice(14).search(/\.(?= [A-Z`])/);
  return end === -1 ? line : line.slice(0, 14 + end + 1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(new URL('docs/errors.md', root), errorIndex());
}
