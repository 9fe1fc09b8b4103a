import { API_PACKAGE_NAMES } from '@cmd-mods/mod-api';
import { isRecord } from './read-package-json.ts';
import type { ApiRange } from './types.ts';

/**
 * Which versions of the API a package asks for: `engines.commandcode`, else its peer range on a package of the API.
 * Nothing when it asks for none.
 */
export function apiRangeOf(content: Readonly<Record<string, unknown>>, file: string): ApiRange | undefined {
  const keys = [['engines', 'commandcode'], ...API_PACKAGE_NAMES.map((name) => ['peerDependencies', name])];
  for (const [group = '', name = ''] of keys) {
    const range = rangeAt(content, group, name, file);
    if (range !== undefined) return range;
  }
  return undefined;
}

function rangeAt(
  content: Readonly<Record<string, unknown>>,
  group: string,
  name: string,
  file: string,
): ApiRange | undefined {
  const ranges = content[group];
  const range = isRecord(ranges) ? ranges[name] : undefined;
  return typeof range === 'string' ? { range, key: `${group}.${name}`, file } : undefined;
}
