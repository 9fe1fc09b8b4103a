import { type Html, html } from '../html.ts';

/** What a page is, apart from its content. */
export interface PageFrame {
  readonly title: string;
  readonly description: string;
  /** From the page to the top of the site: '' or '../../'. */
  readonly root: string;
  /** Whether the site has a feed: that needs its address. */
  readonly hasFeed: boolean;
}

/** What pages may load: nothing from elsewhere but pictures of READMEs. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' https: data:; base-uri 'none'; form-action 'self'";

/** A whole page around its content. */
export function layout({ title, description, root, hasFeed }: PageFrame, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}assets/site.css">
${hasFeed && html`<link rel="alternate" type="application/rss+xml" title="New mods" href="${root}feed.xml">`}
<script src="${root}assets/site.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="home" href="${root}index.html">Mods</a>
<nav aria-label="Site"><a href="${root}mods.json">mods.json</a>${hasFeed && html` <a href="${root}feed.xml">RSS</a>`}</nav></header>
<main id="main" tabindex="-1">
${content}
</main>
<footer><p>A mod is code that runs with your permissions; there is no sandbox. Add what you trust.</p></footer>
</body>
</html>
`.text;
}
