import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registryError } from '../diagnostics.ts';
import { isRecord } from '../document/shape.ts';
import type { Author } from '../types.ts';

/** What an entry takes from package.json. */
export interface PackageJson {
  readonly name?: string;
  readonly description?: string;
  readonly author?: Author;
  /** As it is written. */
  readonly repository?: string;
  readonly keywords: readonly string[];
  readonly isPrivate: boolean;
}

/** Reads the package.json of a folder. Throws `ModError` when there is none, or it is no object of JSON. */
export async function readPackageJson(folder: string): Promise<PackageJson> {
  const file = join(folder, 'package.json');
  let data: unknown;
  try {
    data = JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, ''));
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing
      ? 'is not there'
      : `cannot be read: ${cause instanceof Error ? cause.message : cause}`;
    throw registryError('REGISTRY_PACKAGE_UNREADABLE', {
      message: `${file} ${reason}.`,
      where: { file },
      cause,
    });
  }
  if (!isRecord(data)) {
    throw registryError('REGISTRY_PACKAGE_UNREADABLE', {
      message: `${file} holds no object.`,
      where: { file },
    });
  }
  const { name, description, repository, keywords } = data;
  const address = isRecord(repository) ? repository.url : repository;
  const author = readAuthor(data.author);
  return {
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(typeof description === 'string' && description.trim() !== ''
      ? { description: description.trim() }
      : {}),
    ...(author === undefined ? {} : { author }),
    ...(typeof address === 'string' ? { repository: address } : {}),
    keywords: Array.isArray(keywords) ? keywords.filter((word) => typeof word === 'string') : [],
    isPrivate: data.private === true,
  };
}

/** An object, or npm's short form `Name <mail> (address)`. The mail address stays out of the registry. */
function readAuthor(author: unknown): Author | undefined {
  if (typeof author === 'string') {
    const [, name = '', url] = /^([^<(]*)(?:<[^>]*>)?\s*(?:\(([^)]*)\))?/.exec(author) ?? [];
    return withUrl(name, url);
  }
  return isRecord(author) && typeof author.name === 'string' ? withUrl(author.name, author.url) : undefined;
}

function withUrl(name: string, url: unknown): Author | undefined {
  if (name.trim() === '') return undefined;
  return { name: name.trim(), ...(typeof url === 'string' && /^https?:\/\//.test(url) ? { url } : {}) };
}
