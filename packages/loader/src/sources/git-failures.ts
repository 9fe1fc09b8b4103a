import type { ModError } from '@cmd-mods/mod-api';
import { type SourceCode, sourceError } from './diagnostics.ts';
import { codeOf, knownFailure } from './failures.ts';

/** What git prints (in English: `LC_ALL=C`), the first that fits counts. */
const OUTPUT: readonly (readonly [RegExp, SourceCode, string])[] = [
  [
    /No space left on device|File too large|Disk quota/i,
    'INSTALL_DISK_FULL',
    'could not be fetched: there is no room left',
  ],
  [
    /not our ref|unadvertised object|upload-pack: not our/i,
    'GIT_COMMIT_GONE',
    'does not have the commit any more',
  ],
  [/couldn't find remote ref/i, 'GIT_REF_NOT_FOUND', 'does not have the ref any more'],
  [
    /could not resolve host|failed to connect|couldn't connect|connection (?:refused|reset|timed out|closed)|timed out|network is unreachable|early EOF|unexpected disconnect|hung up unexpectedly|RPC failed|SSL|certificate|returned error: 5\d\d|expected flush|bad line length|protocol error|transfer closed|empty reply/i,
    'GIT_UNREACHABLE',
    'could not be fetched: the server cannot be reached',
  ],
  [
    /authentication failed|could not read (?:username|password)|permission denied|terminal prompts disabled|returned error: 40[134]|repository .*not found|not appear to be a git repository|access denied|host key verification/i,
    'GIT_AUTH',
    'could not be fetched: there is no such repository, or the server wants a login',
  ],
];

/** Puts a failure of git into plain words. `what` is the source. */
export function gitFailure(
  thrown: unknown,
  what: string,
  limits: { limit: number; timedOut: boolean; signal: AbortSignal | undefined },
): ModError {
  const known = knownFailure(thrown, limits.signal);
  if (known !== undefined) return known;
  if (limits.timedOut) {
    return sourceError('GIT_TIMEOUT', {
      message: `${what} was not fetched within ${limits.limit / 1000} seconds.`,
      cause: thrown,
    });
  }
  const output = thrown instanceof Error ? thrown.message : String(thrown);
  if (codeOf(thrown) === 'ENOENT' || /spawn .*ENOENT/.test(output)) {
    return sourceError('GIT_MISSING', {
      message: `${what} needs git, and there is no git on PATH.`,
      cause: thrown,
    });
  }
  const found = OUTPUT.find(([pattern]) => pattern.test(output));
  const [, code, sentence] = found ?? [undefined, 'GIT_FAILED' as const, 'could not be fetched'];
  return sourceError(code, { message: `${what} ${sentence}. (${firstLine(output)})`, cause: thrown });
}

/** The line in which git says what is wrong. */
function firstLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((text) => /^(?:fatal|error|remote):/.test(text)) ?? lines[0] ?? 'git said nothing';
  return line.replace(/\/\/[^/@\s]+@/g, '//***@').trim();
}
