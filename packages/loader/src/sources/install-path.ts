import { join } from 'node:path';
import { quoted, sourceError } from './diagnostics.ts';
import { parseSource } from './parse-source.ts';
import type { GitSource, NpmSource } from './source.ts';
import { packageIdentity } from './source-identity.ts';

/**
 * The folder of an installed source inside a scope's `.registry`, with the system's separators: `npm/<name>`,
 * `npm/@scope/<name>`, or `git/<host>/<owner>/<repo>`.
 *
 * Never outside, because every part was checked when the source was parsed; and never one inside another, because a
 * repository in a group (`group/sub/repo`) has the parts after the first joined by `+`.
 */
export function installPath(source: NpmSource | GitSource): string {
  if (source.kind === 'npm') return join('npm', source.name);
  const [host = '', owner = '', ...rest] = packageIdentity(source)
    .slice('git:'.length)
    .split('/')
    .map(fileName);
  return rest.length === 0 ? join('git', host, '+', owner) : join('git', host, owner, rest.join('+'));
}

/**
 * The install folder of an identity, by the same rules. Throws `ModError` for a text that is the identity of no package:
 * so a journal or a lock that somebody else wrote cannot name a folder of its choice.
 */
export function installPathOfIdentity(identity: string): string {
  const source = parseSource(identity.replace(/^git:file:\//, 'git:file:///'));
  if (source.kind === 'local' || packageIdentity(source) !== identity) {
    throw sourceError('INSTALL_UNEXPECTED', {
      message: `${quoted(identity)} is the identity of no package.`,
    });
  }
  return installPath(source);
}

/** A part as a file name: `+` is what joins parts, and `:` (before a port) is not allowed on Windows. */
function fileName(part: string): string {
  return part.replaceAll('+', '%2B').replaceAll(':', '+');
}
