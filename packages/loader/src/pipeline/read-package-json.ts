import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { pipelineDiagnostic } from './diagnostics.ts';
import { parseJson } from './parse-json.ts';

/** A package.json as far as it concerns mods. Absent is not the same as broken. */
export type PackageJson =
  | { readonly state: 'absent' }
  | { readonly state: 'broken'; readonly diagnostic: Diagnostic }
  | { readonly state: 'read'; readonly content: Readonly<Record<string, unknown>> };

/** Reads a folder's package.json. */
export async function readPackageJson(folder: string): Promise<PackageJson> {
  const file = join(folder, 'package.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'absent' };
    return broken(`package.json cannot be read: ${message}.`, { file }, cause);
  }
  const parsed = await parseJson(text, file);
  if (!parsed.ok) return broken(`package.json does not parse: ${parsed.message}.`, parsed.where);
  if (!isRecord(parsed.value)) return broken('package.json is not an object.', { file });
  return { state: 'read', content: parsed.value };
}

/** Whether a value is an object with named members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function broken(message: string, where: Diagnostic['where'], cause?: unknown): PackageJson {
  const details = { message, ...(where && { where }), ...(cause !== undefined && { cause }) };
  return { state: 'broken', diagnostic: pipelineDiagnostic('MANIFEST_BROKEN', details) };
}
