import { Html } from './html.ts';

/** Where a README comes from, so that its relative links lead somewhere. */
export interface ReadmeOrigin {
  /** `owner/repo` on GitHub, if it is there. */
  readonly slug?: string;
}

/**
 * Makes a README safe to show: Markdown to HTML, and of that only text, links, pictures and tables; no scripts, styles,
 * frames, forms or ids. Headings go below the page's own, and relative addresses lead to GitHub or nowhere.
 */
export async function renderReadme(markdown: string, { slug }: ReadmeOrigin): Promise<Html> {
  const [{ Marked }, { default: sanitize }] = await Promise.all([import('marked'), import('sanitize-html')]);
  const unsafe = await new Marked({ gfm: true, async: true }).parse(markdown);
  const link = (address: string) => absolute(address, slug && `https://github.com/${slug}/blob/HEAD/`);
  const picture = (address: string) =>
    absolute(address, slug && `https://raw.githubusercontent.com/${slug}/HEAD/`);
  const safe = sanitize(unsafe, {
    allowedTags: [
      ...'h3 h4 h5 h6 p a img ul ol li blockquote pre code em strong del hr br table thead tbody tr th td'.split(
        ' ',
      ),
      ...'kbd sub sup details summary dl dt dd div span'.split(' '),
    ],
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading', 'referrerpolicy'],
      th: ['align'],
      td: ['align'],
      ol: ['start'],
      pre: ['tabindex'],
    },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    transformTags: {
      h1: 'h3',
      h2: 'h3',
      h3: 'h4',
      h4: 'h5',
      h5: 'h6',
      // What scrolls must be reachable with the keyboard.
      pre: sanitize.simpleTransform('pre', { tabindex: '0' }),
      a: (_, { href }) => ({
        tagName: 'a',
        attribs: withAddress('href', href, link, { rel: 'nofollow noopener' }),
      }),
      img: (_, { src, alt = '', width, height }) => ({
        tagName: 'img',
        attribs: withAddress('src', src, picture, {
          alt,
          ...(width === undefined ? {} : { width }),
          ...(height === undefined ? {} : { height }),
          loading: 'lazy',
          referrerpolicy: 'no-referrer',
        }),
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
  });
  return new Html(safe);
}

function withAddress(
  name: string,
  address: string | undefined,
  resolve: (address: string) => string | undefined,
  others: Record<string, string>,
): Record<string, string> {
  const resolved = address === undefined ? undefined : resolve(address);
  return resolved === undefined ? others : { [name]: resolved, ...others };
}

/** A whole address; a relative one needs somewhere to start, and a place on the page leads nowhere without ids. */
function absolute(address: string, base: string | undefined): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return address;
  if (base === undefined || address.startsWith('#') || address.startsWith('//')) return undefined;
  try {
    const url = new URL(address.replace(/^\/+/, ''), base);
    return url.href.startsWith(base) ? url.href : undefined;
  } catch (cause) {
    // What cannot be an address leads nowhere.
    if (cause instanceof TypeError) return undefined;
    throw cause;
  }
}
