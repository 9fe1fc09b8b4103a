import type { ModError } from '@cmd-mods/mod-api';
import { type SourceCode, sourceError } from './diagnostics.ts';
import { codeOf, knownFailure } from './failures.ts';

const CODES: Readonly<Record<string, SourceCode>> = {
  E404: 'NPM_NOT_FOUND',
  ETARGET: 'NPM_NO_VERSION',
  ENOVERSIONS: 'NPM_NO_VERSION',
  EINTEGRITY: 'NPM_INTEGRITY',
  EINTEGRITYSIGNATURE: 'NPM_SIGNATURE',
  EMISSINGSIGNATUREKEY: 'NPM_SIGNATURE',
  EEXPIREDSIGNATUREKEY: 'NPM_SIGNATURE',
  EMANIFESTMISMATCH: 'NPM_SIGNATURE',
  E401: 'NPM_AUTH',
  E403: 'NPM_AUTH',
  ENEEDAUTH: 'NPM_AUTH',
  EOTP: 'NPM_AUTH',
  ENOTCACHED: 'NPM_UNREACHABLE',
};

const UNREACHABLE =
  /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE|EIDLETIMEOUT|ERESPONSETIMEOUT|ETRANSFERTIMEOUT|EINVALIDRESPONSE|ERR_SOCKET|ERR_STREAM_PREMATURE|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|FETCH_ERROR|EPROTO)/;

const SENTENCES: Partial<Record<SourceCode, string>> = {
  NPM_NOT_FOUND: 'is not in the registry',
  NPM_NO_VERSION: 'has no version that fits',
  NPM_INTEGRITY: 'is not what the registry announced: its checksum differs',
  NPM_SIGNATURE: 'has a registry signature that does not hold',
  NPM_AUTH: 'was refused by the registry: it wants a login, or another one',
  NPM_UNREACHABLE: 'could not be fetched: the registry cannot be reached',
  NPM_REFUSED_SPEC: 'comes from outside the registry',
  NPM_FAILED: 'could not be fetched: the registry answered with something else',
};

/** Puts a failure of pacote or arborist into plain words. `what` is the package that was asked for. */
export function npmFailure(thrown: unknown, what: string, signal?: AbortSignal): ModError {
  const known = knownFailure(thrown, signal);
  if (known !== undefined) return known;
  const code = npmCode(thrown);
  const detail = withoutSecrets(thrown instanceof Error ? thrown.message : String(thrown));
  const sentence = SENTENCES[code] ?? 'could not be fetched';
  return sourceError(code, { message: `${blamed(thrown) ?? what} ${sentence}. (${detail})`, cause: thrown });
}

function npmCode(thrown: unknown): SourceCode {
  const code = codeOf(thrown) ?? '';
  if (code.startsWith('EALLOW')) return 'NPM_REFUSED_SPEC';
  // A login page of the network in between, as likely as not.
  if ((thrown as { type?: unknown } | null)?.type === 'invalid-json') return 'NPM_FAILED';
  if (UNREACHABLE.test(code) || /^E5\d\d$/.test(code)) return 'NPM_UNREACHABLE';
  return CODES[code] ?? 'NPM_FAILED';
}

/** The package that a failure is about when it is a dependency of the one asked for. */
function blamed(thrown: unknown): string | undefined {
  const { spec, pkgid } = (thrown ?? {}) as { spec?: unknown; pkgid?: unknown };
  return typeof pkgid === 'string' ? pkgid : typeof spec === 'string' ? spec : undefined;
}

function withoutSecrets(message: string): string {
  return message.replace(/\/\/[^/@\s]+@/g, '//***@').replace(/\s*\n\s*/g, ' ');
}
