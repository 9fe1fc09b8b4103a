import type { Diagnostic } from '@cmd-mods/mod-api';
import type { Scope } from '../pipeline/types.ts';
import type { SettingsFile } from './read-settings-file.ts';
import type { SettingsLayer, SourceEntry } from './settings.ts';

/** The settings files that count, nearest first. */
export type SettingsFiles = readonly { readonly layer: SettingsLayer; readonly content: SettingsFile }[];

/** What all files say together. */
export interface EffectiveSettings {
  /** In the order in which they shadow each other: the project's before the user's. */
  readonly sources: readonly { readonly scope: Scope; readonly entry: SourceEntry; readonly file: string }[];
  readonly paths: readonly { readonly scope: Scope; readonly written: string; readonly file: string }[];
  /** Each name with the files that switch it off. */
  readonly disabled: ReadonlyMap<string, readonly string[]>;
  readonly enabled: ReadonlySet<string>;
  /** The files that switch everything off. */
  readonly disableAll: readonly string[];
  readonly minimumReleaseAge: string | undefined;
  /** Files whose content is unknown, by scope: what they may have switched off stays off. */
  readonly broken: ReadonlyMap<Scope, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Puts the files together: lists are joined, nearest first; a name that any file disables is disabled; a single value is
 * that of the nearest file that has it.
 */
export function combineSettings(files: SettingsFiles): EffectiveSettings {
  const read = files.flatMap(({ layer, content }) =>
    content.state === 'read' ? [{ scope: scopeOf(layer), file: content.file, mods: content.mods }] : [],
  );
  const disabled = new Map<string, string[]>();
  for (const { file, mods } of read) {
    for (const name of mods.disabled) disabled.set(name, [...(disabled.get(name) ?? []), file]);
  }
  const broken = files.flatMap(({ layer, content }) =>
    content.state === 'broken' ? [[scopeOf(layer), content.file] as const] : [],
  );
  return {
    sources: read.flatMap(({ scope, file, mods }) => mods.sources.map((entry) => ({ scope, entry, file }))),
    paths: read.flatMap(({ scope, file, mods }) => mods.paths.map((written) => ({ scope, written, file }))),
    disabled,
    enabled: new Set(read.flatMap(({ mods }) => mods.enabled)),
    disableAll: read.filter(({ mods }) => mods.disableAll === true).map(({ file }) => file),
    minimumReleaseAge: read.find(({ mods }) => mods.minimumReleaseAge !== undefined)?.mods.minimumReleaseAge,
    broken: new Map(broken),
    diagnostics: files.flatMap(({ content }) => diagnosticsOf(content)),
  };
}

function diagnosticsOf(content: SettingsFile): readonly Diagnostic[] {
  if (content.state === 'broken') return [content.diagnostic];
  return content.state === 'read' ? content.diagnostics : [];
}

/** Whose scope a layer's sources, paths and mods belong to. */
function scopeOf(layer: SettingsLayer): Scope {
  return layer === 'user' ? 'user' : 'project';
}
