import { type ModSource, parseSource } from '@cmd-mods/loader';
import { ModError } from '@cmd-mods/mod-api';

/** `owner/repo` of a source or an address on GitHub, as it is written; nothing for other places. */
export function githubSlug(address: string): string | undefined {
  const source = repositoryOf(address);
  return source?.kind === 'git' && source.host === 'github.com' ? source.path.join('/') : undefined;
}

/** `host/owner/repo` in lower case, for comparing; nothing for what is no repository. */
export function repositoryIdentity(address: string): string | undefined {
  const source = repositoryOf(address);
  return source?.kind === 'git' ? `${source.host}/${source.path.join('/')}`.toLowerCase() : undefined;
}

/** The page of a repository on the web; nothing for what is no repository. */
export function repositoryUrl(address: string): string | undefined {
  const source = repositoryOf(address);
  return source?.kind === 'git' ? `https://${source.host}/${source.path.join('/')}` : undefined;
}

/** Reads what people write in package.json, in `repo` and in `source`: npm's own short forms as well. */
function repositoryOf(address: string): ModSource | undefined {
  const plain = address
    .trim()
    .replace(/^git\+/, '')
    .replace(/^git:\/\//, 'https://')
    .replace(/^http:\/\//, 'https://')
    .replace(/^github:/, '')
    .replace(
      /^(gitlab|bitbucket):/,
      (_, host: string) => `https://${host}.${host === 'gitlab' ? 'com' : 'org'}/`,
    )
    // A link to a folder or branch of the repository.
    .replace(/^(https:\/\/github\.com\/[^/]+\/[^/]+)\/(?:tree|blob)\/.*$/, '$1')
    .replace(/[#?].*$/, '');
  try {
    return parseSource(plain);
  } catch (error) {
    // What is no source is no repository; the offline rules say what is wrong with it.
    if (ModError.isInstance(error)) return undefined;
    throw error;
  }
}
