import type { Node } from 'jsonc-parser';
import type { Problem } from '../rules/problem.ts';
import type { JsonPath } from './json-path.ts';

/** Every key that stands in its object for the second time or more. The finding is at the later one, which is the one that counts. */
export function duplicateKeys(root: Node): Problem[] {
  const problems: Problem[] = [];
  const walk = (node: Node, path: JsonPath): void => {
    if (node.type === 'array')
      for (const [index, child] of (node.children ?? []).entries()) walk(child, [...path, index]);
    if (node.type !== 'object') return;
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      if (key === undefined) continue;
      const name = String(key.value);
      if (seen.has(name)) {
        problems.push({
          rule: 'json-duplicate-key',
          path: [...path, name],
          range: { offset: key.offset, length: key.length },
          message: `"${name}" is written twice in this object; the last one counts.`,
        });
      }
      seen.add(name);
      if (value !== undefined) walk(value, [...path, name]);
    }
  };
  walk(root, []);
  return problems;
}
