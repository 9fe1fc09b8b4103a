/** HTML as text that escapes what is put in: `` html`<p>${text}</p>` ``. */

/** A piece of HTML that is safe to put in as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: texts are escaped, pieces of HTML and lists of them are not, `undefined` and `false` are nothing. */
export type Part = string | number | Html | readonly Part[] | undefined | false;

/** The template tag. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, at) => text + render(parts[at - 1]) + string));
}

/** Escapes a text for HTML and XML, for content and quoted attributes alike. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(render).join('') : escapeHtml(String(part));
}
