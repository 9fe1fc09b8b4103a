import { join } from 'node:path';
import { ToolFailure, type ToolParams } from './define-tool.ts';
import { findFiles } from './find-files.ts';
import { LIMITS } from './limits.ts';
import { showPath } from './paths.ts';
import { searchRoot, unreadableNote } from './search-root.ts';

/** The files below a folder whose path matches, one a line, and what was left out. */
export async function glob(
  cwd: string,
  { pattern, path }: { readonly pattern: string; readonly path?: string },
  { signal }: ToolParams,
): Promise<string> {
  const root = await searchRoot(cwd, path);
  const shownRoot = showPath(cwd, root.path);
  if (!root.stats.isDirectory()) throw new ToolFailure(`\`${shownRoot}\` is a file; path must be a folder.`);
  const { paths, unreadable } = await findFiles(pattern, root.path, signal);
  const limit = LIMITS.glob.paths;
  const lines = paths.slice(0, limit).map((found) => showPath(cwd, join(root.path, found)));
  if (lines.length === 0) lines.push(`No file below \`${shownRoot}\` matches \`${pattern}\`.`);
  if (paths.length > limit) {
    lines.push(
      `[${paths.length - limit} more of ${paths.length} are left out; narrow the pattern or the path.]`,
    );
  }
  return [...lines, ...unreadableNote(unreadable)].join('\n');
}
