import { registryError } from '../diagnostics.ts';
import { isRecord } from '../document/shape.ts';
import type { Finding } from '../findings.ts';
import type { RegistryIo } from '../io.ts';
import { readRegistryFile } from '../read-file.ts';
import { type EntryView, hiddenNames, viewEntries } from '../rules/entry-view.ts';
import { isHidden } from '../rules/offline/hidden.ts';
import { validateRegistry } from '../validate.ts';
import type { HubMod } from './hub-file.ts';

/** The greatest part of the mods that may go unasked. */
const LOSS = 0.05;

/** The entries that the hub shows, and what is wrong with those that it does not. */
export async function soundEntries(
  file: string,
  io: RegistryIo,
): Promise<{ views: EntryView[]; findings: Finding[] }> {
  const [{ document }, { report }] = await Promise.all([
    readRegistryFile(file, io),
    validateRegistry({ file }, io),
  ]);
  const { content } = document;
  if (!isRecord(content) || !Array.isArray(content.mods)) {
    throw registryError('REGISTRY_BROKEN', { message: `${file} has no list of mods.`, where: { file } });
  }
  const hidden = hiddenNames(content);
  // Hiding is no fault: a hidden mod is not shown, and nothing is said of it.
  const findings = report.findings.filter(
    ({ severity, rule }) => severity === 'error' && rule !== 'hidden-conflict',
  );
  const bad = new Set(findings.map(({ path }) => /^(?:\/mods)?\/(\d+)/.exec(path)?.[1]));
  const views = viewEntries(content).filter(
    (view) => !bad.has(String(view.index)) && !isHidden(view, hidden),
  );
  return { views, findings };
}

/** What is to be said when too many of the mods would go. */
export function lossOf(before: readonly HubMod[], views: readonly EntryView[]): string | undefined {
  const names = new Set(views.map(({ name }) => name));
  const lost = before.filter(({ name }) => !names.has(name));
  if (lost.length <= before.length * LOSS) return undefined;
  return `${lost.length} of ${before.length} mods would go; nothing was changed.`;
}
