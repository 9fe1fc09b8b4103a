import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { credentialError } from './diagnostics.ts';
import { isExposed, parseCredentials } from './read-credentials.ts';

/** How to wait for another process that writes the file. */
const RETRIES = { retries: 60, minTimeout: 20, maxTimeout: 250, factor: 1.3 };

/** What a change did. Plain data. */
export interface CredentialChange {
  readonly file: string;
  /** Whether something was stored for the provider before. */
  readonly wasStored: boolean;
  /** Whether others could read the file until now; it is the owner's alone again. */
  readonly wasExposed: boolean;
  /** What there was before, by provider. */
  readonly providers: readonly string[];
}

/** Stores a key in the place of the one that was there. Throws `ModError` when the file cannot be used or written. */
export function storeCredential(file: string, provider: string, key: string): Promise<CredentialChange> {
  return change(file, provider, (content) => ({ ...content, [provider]: { kind: 'api', key } }));
}

/** Takes a provider's key out of the file. Throws `ModError` when the file cannot be used or written. */
export function removeCredential(file: string, provider: string): Promise<CredentialChange> {
  return change(file, provider, ({ [provider]: _removed, ...others }) => others);
}

/**
 * Writes the file whole, for its owner alone from the first byte on, under a lock that other processes take turns for. What does not
 * parse stays as it is.
 */
async function change(
  file: string,
  provider: string,
  next: (content: Record<string, unknown>) => Record<string, unknown>,
): Promise<CredentialChange> {
  try {
    await mkdir(dirname(file), { recursive: true });
    const { default: lockfile } = await import('proper-lockfile');
    const release = await lockfile.lock(file, { realpath: false, retries: RETRIES });
    try {
      const before = await contentOf(file);
      const content = await parseCredentials(before?.text ?? '', file);
      const wasStored = Object.hasOwn(content, provider);
      const wasExposed = before?.isExposed ?? false;
      const changed = next(content);
      if (wasExposed || wasStored || Object.hasOwn(changed, provider)) {
        const { default: writeFileAtomic } = await import('write-file-atomic');
        await writeFileAtomic(file, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600 });
      }
      return { file, wasStored, wasExposed, providers: Object.keys(content) };
    } finally {
      await release();
    }
  } catch (cause) {
    if (ModError.isInstance(cause)) throw cause;
    const { message } = cause as NodeJS.ErrnoException;
    throw credentialError('CREDENTIALS_NOT_WRITABLE', {
      message: `${file} cannot be written: ${message}.`,
      where: { file },
      cause: cause as NodeJS.ErrnoException,
    });
  }
}

async function contentOf(
  file: string,
): Promise<{ readonly text: string; readonly isExposed: boolean } | undefined> {
  try {
    return { text: await readFile(file, 'utf8'), isExposed: isExposed(await stat(file)) };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}
