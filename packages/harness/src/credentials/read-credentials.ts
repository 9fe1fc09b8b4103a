import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { ModError, ProviderCredential } from '@cmd-mods/mod-api';
import { isRecord, kindOf } from '../hooks/content.ts';
import { credentialError } from './diagnostics.ts';

/** What is stored, by provider id; undefined for an entry that is no credential: another program may keep its own there. */
export type Credentials = ReadonlyMap<string, ProviderCredential | undefined>;

/** The file that keeps a person's keys, in their own folder: a project cannot bring any. */
export function credentialFileIn(home: string): string {
  return join(home, '.commandcode', 'credentials.json');
}

/**
 * Reads the stored keys. A file that is not there holds none. The file is looked at and read through one handle, so that it cannot be
 * changed for another in between.
 *
 * @throws ModError `CREDENTIALS_EXPOSED` when others may read or write it, `CREDENTIALS_UNREADABLE`, `CREDENTIALS_MALFORMED`. No
 *   error holds anything of what the file says.
 */
export async function readCredentials(file: string): Promise<Credentials> {
  const text = readPrivate(file);
  return text === undefined ? new Map() : credentialsIn(await parseCredentials(text, file));
}

function readPrivate(file: string): string | undefined {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(file, cause as NodeJS.ErrnoException);
  }
  try {
    const stats = fstatSync(handle);
    if (isExposed(stats)) {
      throw credentialError('CREDENTIALS_EXPOSED', {
        message: `${file} is not used: others may read or write it (its mode is ${octal(stats)}).`,
        where: { file },
        hint: `chmod 600 ${file}, and make new keys if somebody else may have read these.`,
      });
    }
    return readFileSync(handle, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw unreadable(file, cause as NodeJS.ErrnoException);
  } finally {
    closeSync(handle);
  }
}

/** Whether anybody but the owner has a right on the file. Windows keeps rights elsewhere: the person's folder is theirs alone there. */
export function isExposed({ mode }: Pick<Stats, 'mode'>): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

function octal({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(3, '0');
}

function unreadable(file: string, cause: NodeJS.ErrnoException): ModError {
  const message = `${file} cannot be read: ${cause.message}.`;
  return credentialError('CREDENTIALS_UNREADABLE', { message, where: { file }, cause });
}

/** The content of the file, for reading and for changing it. An empty file is an empty object. */
export async function parseCredentials(text: string, file: string): Promise<Record<string, unknown>> {
  const body = text.replace(/^\uFEFF/, '');
  if (body.trim() === '') return {};
  let content: unknown;
  try {
    content = JSON.parse(body);
  } catch {
    throw await notJson(body, file);
  }
  if (isRecord(content)) return content;
  throw malformed(file, `it holds ${kindOf(content)} in place of an object`);
}

/** Where the mistake is. What JSON.parse says of it would quote the text around it. */
async function notJson(text: string, file: string): Promise<ModError> {
  const { parse } = await import('jsonc-parser');
  const errors: { readonly error: number; readonly offset: number; readonly length: number }[] = [];
  parse(text, errors, { disallowComments: true });
  const before = text.slice(0, errors[0]?.offset ?? 0).split('\n');
  const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  const message = `${file} is not used: it is no JSON.`;
  return credentialError('CREDENTIALS_MALFORMED', { message, where: { file, ...place } });
}

function credentialsIn(content: Record<string, unknown>): Credentials {
  return new Map(Object.entries(content).map(([id, entry]) => [id, credentialOf(entry)]));
}

function credentialOf(entry: unknown): ProviderCredential | undefined {
  if (!isRecord(entry) || entry.kind !== 'api') return undefined;
  return typeof entry.key === 'string' && entry.key !== '' ? { kind: 'api', key: entry.key } : undefined;
}

/** What is stored for one provider. Throws `CREDENTIALS_MALFORMED` for an entry that is no credential, without what it is. */
export function credentialFor(
  provider: string,
  credentials: Credentials,
  file: string,
): ProviderCredential | undefined {
  const credential = credentials.get(provider);
  if (credential !== undefined || !credentials.has(provider)) return credential;
  throw malformed(file, `the entry of ${JSON.stringify(provider)} has to be {"kind": "api", "key": "..."}`);
}

function malformed(file: string, why: string): ModError {
  return credentialError('CREDENTIALS_MALFORMED', {
    message: `${file} is not used: ${why}.`,
    where: { file },
  });
}
