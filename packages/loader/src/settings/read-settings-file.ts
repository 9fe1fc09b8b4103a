import { readFileSync } from 'node:fs';
import type { Diagnostic, Where } from '@cmd-mods/mod-api';
import { pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import { parseJson, placeAt } from '../pipeline/parse-json.ts';
import type { ModSettings } from './settings.ts';
import { type SettingsProblem, validateSettings } from './validate-settings.ts';

/** One settings file. Absent is not the same as broken. */
export type SettingsFile =
  | { readonly state: 'absent'; readonly file: string }
  /** It is there and its content is unknown. */
  | { readonly state: 'broken'; readonly file: string; readonly diagnostic: Diagnostic }
  | {
      readonly state: 'read';
      readonly file: string;
      readonly mods: ModSettings;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Reads one settings file: JSON with comments and trailing commas. Never creates or changes anything. */
export async function readSettingsFile(file: string): Promise<SettingsFile> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'absent', file };
    return broken(file, `The settings file cannot be read: ${message}.`, { file }, cause);
  }
  if (text.trim() === '') return { state: 'absent', file };
  const parsed = await parseJson(text, file, { withComments: true });
  if (!parsed.ok) return broken(file, `The settings file does not parse: ${parsed.message}.`, parsed.where);
  const { mods, problems } = validateSettings(parsed.value);
  const diagnostics = await Promise.all(problems.map((problem) => explain(problem, text, file)));
  return { state: 'read', file, mods, diagnostics };
}

function broken(file: string, message: string, where: Where, cause?: unknown): SettingsFile {
  const details = { message, where, ...(cause !== undefined && { cause }) };
  return { state: 'broken', file, diagnostic: pipelineDiagnostic('SETTINGS_BROKEN', details) };
}

async function explain(
  { path, severity, message }: SettingsProblem,
  text: string,
  file: string,
): Promise<Diagnostic> {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  const body = text.replace(/^\uFEFF/, '');
  const tree = parseTree(body);
  const node = tree && (findNodeAtLocation(tree, [...path]) ?? findNodeAtLocation(tree, path.slice(0, -1)));
  const where = { file, ...(node && placeAt(body, node.offset)) };
  const code = severity === 'error' ? 'SETTINGS_WRONG_VALUE' : 'SETTINGS_UNKNOWN_KEY';
  return pipelineDiagnostic(code, { message, where });
}
