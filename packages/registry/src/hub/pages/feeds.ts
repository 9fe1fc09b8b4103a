import { escapeHtml } from '../html.ts';
import type { HubMod } from '../hub-file.ts';
import { CONTENT_SECURITY_POLICY } from './layout.ts';
import { day } from './words.ts';

/** How many mods the feed has. */
const LATEST = 50;

/** RSS 2.0 with the mods that were added last. `siteUrl` ends with a slash. */
export function feed(mods: readonly HubMod[], siteUrl: string): string {
  const added = ({ addedAt }: HubMod) => (addedAt === undefined ? 0 : Date.parse(addedAt));
  const latest = mods.filter((mod) => added(mod) > 0).toSorted((one, other) => added(other) - added(one));
  const items = latest.slice(0, LATEST).map((mod) => {
    const link = escapeHtml(`${siteUrl}mods/${mod.name}/`);
    return [
      '<item>',
      `<title>${escapeHtml(mod.name)}</title>`,
      `<link>${link}</link>`,
      `<guid isPermaLink="true">${link}</guid>`,
      `<pubDate>${new Date(added(mod)).toUTCString()}</pubDate>`,
      `<description>${escapeHtml(mod.description)}</description>`,
      ...mod.kinds.map((kind) => `<category>${escapeHtml(kind)}</category>`),
      '</item>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    '<title>Mods</title>',
    `<link>${escapeHtml(siteUrl)}</link>`,
    '<description>Mods that were reviewed and added.</description>',
    `<atom:link href="${escapeHtml(siteUrl)}feed.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}

/** A sitemap with the list and the page of every mod. */
export function sitemap(mods: readonly HubMod[], siteUrl: string): string {
  const url = (path: string, changed?: string) =>
    `<url><loc>${escapeHtml(siteUrl + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    url(''),
    ...mods.map(({ name, live }) => url(`mods/${name}/`, day(live?.publishedAt))),
    '</urlset>',
    '',
  ].join('\n');
}

/** A `_headers` file, as Netlify, Cloudflare Pages and others read it: everybody may read mods.json from a page of theirs. */
export const HEADERS = `/mods.json
  Access-Control-Allow-Origin: *
  Cache-Control: public, max-age=300
/search.json
  Access-Control-Allow-Origin: *
/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Content-Security-Policy: ${CONTENT_SECURITY_POLICY}
`;
