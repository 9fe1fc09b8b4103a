import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { registryError } from './diagnostics.ts';
import { type RegistryDocument, readDocument } from './document/registry-document.ts';
import type { RegistryIo } from './io.ts';
import type { Problem } from './rules/problem.ts';

/** Ten thousand entries have some five megabytes. */
const LARGEST = 32 * 2 ** 20;

/** A registry file that was read, and what is wrong with its bytes. */
export interface ReadRegistry {
  readonly document: RegistryDocument;
  readonly problems: readonly Problem[];
}

/** Reads a registry file. Its bytes may be anything; throws `ModError` only when there is no file to read. */
export async function readRegistryFile(file: string, io: RegistryIo): Promise<ReadRegistry> {
  const path = resolve(io.cwd, file);
  const size = await sizeOf(path, file);
  if (size > LARGEST) {
    const message = `The file has ${size} bytes, and was not read; ${LARGEST} are allowed.`;
    return {
      document: readDocument(file, '{"mods": []}\n'),
      problems: [{ rule: 'file-size', path: [], range: { offset: 0, length: 0 }, message }],
    };
  }
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  return decode(file, bytes);
}

/** Reads a small text file that an option names. Throws `ModError`. */
export async function readTextFile(file: string, io: RegistryIo): Promise<string> {
  return await readFile(resolve(io.cwd, file), 'utf8').catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
}

function decode(file: string, bytes: Buffer): ReadRegistry {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) {
    const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
    return {
      document: readDocument(file, text),
      problems: [encoding('The file is UTF-16; JSON is UTF-8.', 0)],
    };
  }
  const text = bytes.toString('utf8');
  const document = readDocument(file, text);
  const replaced = document.text.indexOf('\ufffd');
  if (replaced === -1 || isUtf8(bytes)) return { document, problems: [] };
  return { document, problems: [encoding('The file is not UTF-8 from here on.', replaced)] };
}

function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}

function encoding(message: string, offset: number): Problem {
  return {
    rule: 'json-syntax',
    path: [],
    range: { offset, length: 1 },
    message,
    hint: 'Save the file as UTF-8.',
  };
}

async function sizeOf(path: string, file: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isDirectory())
      throw registryError('REGISTRY_FILE_UNREADABLE', { message: `${file} is a folder.` });
    return found.size;
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === undefined ? cause : unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): Error {
  const { code } = cause as NodeJS.ErrnoException;
  const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? String(cause)})`;
  return registryError('REGISTRY_FILE_UNREADABLE', { message: `${file} ${reason}.`, where: { file }, cause });
}
