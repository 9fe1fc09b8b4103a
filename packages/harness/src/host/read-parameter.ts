/**
 * The fields that a function takes out of its first argument, as far as its source says so: the keys of `({ a, b }) => …`, or
 * the members `x.a` of `(x) => …`.
 * @returns `undefined` when the argument may be used in another way: handed on, spread, indexed, or not at all.
 */
export function fieldsTaken(fn: unknown): readonly string[] | undefined {
  const parameter = firstParameter(fn);
  if (parameter === undefined) return undefined;
  const { text, body } = parameter;
  if (text.startsWith('{')) return keysOf(text);
  if (!IDENTIFIER.test(text)) return undefined;
  const name = text.replaceAll('$', '\\$');
  const uses = body.match(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`, 'g'))?.length ?? 0;
  const members = [...body.matchAll(new RegExp(`(?<![\\w$.])${name}\\??\\.([A-Za-z_$][\\w$]*)`, 'g'))];
  return uses > 0 && uses === members.length ? members.map(([, member = '']) => member) : undefined;
}

/** The name of a function's first parameter; `undefined` when it has none, or takes it apart. */
export function parameterName(fn: unknown): string | undefined {
  const text = firstParameter(fn)?.text;
  return text !== undefined && IDENTIFIER.test(text) ? text : undefined;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** How much of a source is looked at: more is no hook that a person wrote. */
const MAX_SOURCE = 20_000;

function firstParameter(fn: unknown): { readonly text: string; readonly body: string } | undefined {
  if (typeof fn !== 'function') return undefined;
  const source = Function.prototype.toString.call(fn).slice(0, MAX_SOURCE);
  const bare = /^(?:async\s+)?([A-Za-z_$][\w$]*)\s*=>/.exec(source);
  if (bare !== null) return { text: bare[1] ?? '', body: source.slice(bare[0].length) };
  const open = source.indexOf('(');
  if (open < 0) return undefined;
  const end = endOfPart(source, open + 1);
  return { text: source.slice(open + 1, end).trim(), body: source.slice(end + 1) };
}

/** Where a part of a list ends: at a comma or a closing bracket that is not inside other brackets. */
function endOfPart(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (character === ',' && depth === 0) return at;
  }
  return source.length;
}

function keysOf(pattern: string): readonly string[] | undefined {
  const keys: string[] = [];
  for (let at = 1; at < pattern.length; ) {
    const end = endOfPart(pattern, at);
    const part = pattern.slice(at, end).trim();
    if (part.startsWith('...')) return undefined;
    const [key] = /^[A-Za-z_$][\w$]*/.exec(part) ?? [];
    if (key !== undefined) keys.push(key);
    if (pattern[end] === '}') break;
    at = end + 1;
  }
  return keys;
}
