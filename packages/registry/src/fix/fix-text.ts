import type { TextEdit } from '../document/layout.ts';
import { type RegistryDocument, readDocument } from '../document/registry-document.ts';
import { viewEntries } from '../rules/entry-view.ts';
import { compareNames } from '../rules/offline/order.ts';
import type { Problem } from '../rules/problem.ts';
import { applyEdits } from './apply-edits.ts';
import { valueEdits } from './value-edits.ts';

/**
 * Mends what can be mended without changing what the file means: values first, then the order of entries, then the layout;
 * and of these only what the problems name. A text that is not JSON, or that has a key twice, stays as it is: what was
 * meant is not known.
 */
export function fixText(document: RegistryDocument, problems: readonly Problem[]): string {
  const broken = problems.some(({ rule }) => rule === 'json-syntax' || rule === 'json-duplicate-key');
  if (broken || document.layout === undefined) return withBom(document);
  const rules = new Set(problems.map(({ rule }) => rule));
  let text = applyEdits(document.text, valueEdits(document, problems));
  if (rules.has('entry-order')) text = reordered(readDocument(document.file, text));
  if (rules.has('format')) return applyEdits(text, readDocument(document.file, text).layout?.edits ?? []);
  return document.hasBom ? `\ufeff${text}` : text;
}

function withBom({ text, hasBom }: RegistryDocument): string {
  return hasBom ? `\ufeff${text}` : text;
}

/** Puts the texts of entries into one another's places; elements without a name keep theirs. */
function reordered(document: RegistryDocument): string {
  const named = viewEntries(document.content).filter((entry) => entry.name !== undefined);
  const sorted = named.toSorted(compareNames);
  const edits = named.flatMap((entry, place): TextEdit[] => {
    const other = sorted[place];
    const [here, there] = [
      document.node(['mods', entry.index]),
      other && document.node(['mods', other.index]),
    ];
    if (here === undefined || there === undefined || other === entry) return [];
    const content = document.text.slice(there.offset, there.offset + there.length);
    return [{ offset: here.offset, length: here.length, content }];
  });
  return applyEdits(document.text, edits);
}
