import type { Diagnostic } from '@cmd-mods/mod-api';
import { pipelineDiagnostic } from './diagnostics.ts';
import { originText } from './origin.ts';
import type { Dropped, DropReason, ModEntry, StepResult } from './types.ts';

/** What decides among mods that were found. */
export interface PrecedenceRules {
  /** Names that are taken before any of these: by a built-in mod, on or off, or by a mod that the program brings itself. */
  readonly taken: ReadonlyMap<string, 'builtin' | 'inline'>;
  /** Names that are switched off, each with the settings files that do so. */
  readonly disabled: ReadonlyMap<string, readonly string[]>;
  /** When given, only these names load. */
  readonly only: ReadonlySet<string> | undefined;
}

/**
 * Takes mods in order: a file loads once, under the origin that comes first; a name is taken by the first that has it, and a
 * built-in mod always keeps its name; a disabled name stays off, unless a person gave the mod with `--mod`.
 */
export function applyPrecedence(
  mods: readonly ModEntry[],
  { taken, disabled, only }: PrecedenceRules,
): StepResult<ModEntry> {
  const byFile = new Map<string, ModEntry>();
  const byName = new Map<string, ModEntry>();
  const dropped: Dropped[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const mod of mods) {
    const { name, file, origin } = mod;
    const drop = (reason: DropReason, by?: string): void => {
      dropped.push({ name, path: file, origin, reason, ...(by !== undefined && { by }) });
    };
    const [disabledBy] = disabled.get(name) ?? [];
    const same = byFile.get(mod.realFile);
    const other = byName.get(name);
    const keeper = taken.get(name);
    if (same !== undefined) drop('duplicate', same.file);
    else if (only !== undefined && !only.has(name) && origin.kind !== 'flag') drop('not-selected');
    else if (disabledBy !== undefined && origin.kind !== 'flag') drop('disabled', disabledBy);
    else if (keeper !== undefined) {
      drop('name-taken', keeper);
      diagnostics.push(nameTaken(mod, KEEPERS[keeper]));
    } else if (other !== undefined) {
      drop('name-taken', other.file);
      diagnostics.push(nameTaken(mod, originText(other.origin, other.file)));
    } else {
      byFile.set(mod.realFile, mod);
      byName.set(name, mod);
      if (disabledBy !== undefined) diagnostics.push(disabledButGiven(mod, disabledBy));
    }
  }
  return { kept: [...byName.values()], dropped, diagnostics };
}

const KEEPERS = {
  builtin: 'a built-in mod, which always keeps its name',
  inline: 'a mod that the program brings itself',
} as const;

function nameTaken({ name, file, origin }: ModEntry, by: string): Diagnostic {
  const message = `The name ${name} is taken by ${by}; ${originText(origin, file)} does not load.`;
  return pipelineDiagnostic('MOD_SHADOWED', { message, where: { file }, mod: name });
}

function disabledButGiven({ name, file }: ModEntry, by: string): Diagnostic {
  const message = `${name} is disabled in ${by}, and loads because --mod names it.`;
  return pipelineDiagnostic('MOD_DISABLED_BUT_GIVEN', { message, where: { file }, mod: name });
}
