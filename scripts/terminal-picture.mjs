// A terminal as an SVG: its text in a fixed pitch, nothing else, so that the picture can be read, searched and compared.

const PITCH = 8.4;
const LINE = 20;
const MARGIN = 20;
const TOP = 46;

/**
 * Draws what was typed and what came back.
 *
 * @param {string} title What the picture shows, for those who do not see it.
 * @param {readonly string[]} lines Lines that begin with "$ " are what was typed.
 */
export function terminalPicture(title, lines) {
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * PITCH) + 2 * MARGIN;
  const height = TOP + lines.length * LINE + MARGIN - 6;
  const texts = lines.map((line, index) => {
    const typed = line.startsWith('$ ') ? ' class="typed"' : '';
    return `  <text x="${MARGIN}" y="${TOP + index * LINE + 8}" xml:space="preserve"${typed}>${escaped(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
  <title>${escaped(title)}</title>
  <style>
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d0d7de; white-space: pre; }
    .typed { fill: #7ee787; font-weight: 600; }
  </style>
  <rect width="${width}" height="${height}" rx="8" fill="#161b22"/>
  <circle cx="22" cy="20" r="6" fill="#ff5f57"/>
  <circle cx="42" cy="20" r="6" fill="#febc2e"/>
  <circle cx="62" cy="20" r="6" fill="#28c840"/>
${texts.join('\n')}
</svg>
`;
}

/** The lines that a picture shows. */
export function linesOf(picture) {
  return [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text]) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
