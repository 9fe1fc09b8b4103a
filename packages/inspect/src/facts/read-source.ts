import { type FileSource, readText } from '../package/files.ts';
import { type CompiledFile, compileFile } from './compile-file.ts';

/** What came of one file, and whether some of its bytes were no text. Plain data. */
export type SourceReading = CompiledFile & { readonly isDamaged: boolean };

/** Turns a file into facts, here and now. Never throws for what the file holds. */
export function readSource(path: string, source: FileSource): SourceReading {
  const file = readText(source);
  if ('unread' in file) return { unread: file.unread, isDamaged: false };
  return { ...compileFile(path, file.text), isDamaged: file.isDamaged };
}
