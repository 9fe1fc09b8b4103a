import { createWriteStream } from 'node:fs';
import { sourceError } from './diagnostics.ts';
import { LIMITS } from './entry-check.ts';
import { codeOf } from './failures.ts';
import { npmFailure } from './npm-failures.ts';
import type { NpmSettings } from './npm-settings.ts';
import { type SignatureState, signatureKeys } from './npm-signature.ts';
import type { NpmSource } from './source.ts';

/** How the registry is reached. */
export interface NpmAccess {
  readonly settings: NpmSettings;
  /** Versions published later do not count. */
  readonly before?: Date;
  readonly signal?: AbortSignal;
}

/** One version of a package, as the registry describes it. Nothing was downloaded yet. */
export interface NpmRelease {
  readonly kind: 'npm';
  readonly name: string;
  readonly version: string;
  /** Where the archive is. */
  readonly tarball: string;
  /** What the registry says that the archive's checksum is (subresource integrity). */
  readonly integrity?: string;
  /** When it was published, as an ISO 8601 time; left out when the registry does not say. */
  readonly published?: string;
  readonly signature: SignatureState;
  /** The author's warning, when this version is deprecated. */
  readonly deprecated?: string;
}

/** What pacote is told always: specs of the registry alone, no scripts, and the registry asked anew each time. */
export const REGISTRY_ONLY = {
  allowGit: 'none',
  allowRemote: 'none',
  allowFile: 'none',
  allowDirectory: 'none',
  ignoreScripts: true,
  preferOnline: true,
  fetchRetries: 2,
  fetchRetryFactor: 2,
  fetchRetryMintimeout: 500,
  fetchRetryMaxtimeout: 5000,
} as const;

/** Asks the registry which version the source means. Throws `ModError` with a plain sentence. */
export async function resolveNpm(source: NpmSource, access: NpmAccess): Promise<NpmRelease> {
  const { default: pacote } = await import('pacote');
  const spec = `${source.name}@${source.want.value}`;
  const keys = await signatureKeys(spec, { ...REGISTRY_ONLY, ...access.settings }, access.signal).catch(
    (thrown) => {
      throw npmFailure(thrown, spec, access.signal);
    },
  );
  const options = {
    ...REGISTRY_ONLY,
    ...access.settings,
    ...keys,
    fullMetadata: true,
    ...(access.signal === undefined ? {} : { signal: access.signal }),
  };
  const ask = async (before?: Date) => {
    const limited: Record<string, unknown> = before === undefined ? options : { ...options, before };
    return (await pacote.manifest(spec, limited)) as unknown as Manifest;
  };
  try {
    return release(source.name, await ask(access.before), keys.verifySignatures === true, access.before);
  } catch (thrown) {
    const tooYoung = access.before !== undefined && ['ETARGET', 'ENOVERSIONS'].includes(codeOf(thrown) ?? '');
    if (!tooYoung) throw npmFailure(thrown, spec, access.signal);
    const newest = await ask().catch((cause: unknown) => {
      throw npmFailure(cause, spec, access.signal);
    });
    throw young(`${newest.name}@${newest.version}`, newest._time);
  }
}

/** Downloads the archive of a release into `file`, checked against the registry's checksum. Throws `ModError`. */
export async function downloadNpm(release: NpmRelease, file: string, access: NpmAccess): Promise<void> {
  const { default: pacote } = await import('pacote');
  const spec = `${release.name}@${release.version}`;
  // Ends the transfer of an archive that is given up on; nothing else would.
  const givenUp = new AbortController();
  const options: Record<string, unknown> = {
    ...REGISTRY_ONLY,
    ...access.settings,
    resolved: release.tarball,
    ...(release.integrity === undefined ? {} : { integrity: release.integrity }),
    signal: access.signal === undefined ? givenUp.signal : AbortSignal.any([access.signal, givenUp.signal]),
  };
  try {
    await pacote.tarball.stream(
      spec,
      (stream) => save(stream as unknown as ArchiveStream, file, spec),
      options,
    );
  } catch (thrown) {
    givenUp.abort();
    throw npmFailure(thrown, spec, access.signal);
  }
}

/** The parts of a registry manifest that are read here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly _resolved?: string;
  readonly _integrity?: string;
  readonly _time?: string;
  readonly _signatures?: readonly unknown[];
  readonly deprecated?: string;
}

function release(name: string, manifest: Manifest, verified: boolean, before: Date | undefined): NpmRelease {
  if (manifest._resolved === undefined) {
    throw sourceError('NPM_FAILED', {
      message: `The registry names no archive for ${name}@${manifest.version}.`,
    });
  }
  // A registry that keeps no times cannot show that a version is old enough.
  if (before !== undefined && manifest._time === undefined)
    throw young(`${name}@${manifest.version}`, undefined);
  const signed = (manifest._signatures?.length ?? 0) > 0;
  return {
    kind: 'npm',
    name,
    version: manifest.version,
    tarball: manifest._resolved,
    ...(manifest._integrity === undefined ? {} : { integrity: manifest._integrity }),
    ...(manifest._time === undefined ? {} : { published: manifest._time }),
    signature: verified ? (signed ? 'verified' : 'unsigned') : 'not-checked',
    ...(typeof manifest.deprecated === 'string' ? { deprecated: manifest.deprecated } : {}),
  };
}

function young(what: string, published: string | undefined): Error {
  return sourceError('RELEASE_TOO_YOUNG', {
    message:
      published === undefined
        ? `The registry does not say when ${what} was published.`
        : `${what} was published at ${published}, which is younger than mods.minimumReleaseAge allows.`,
  });
}

/** What pacote hands over: a stream that can fail before anybody has read from it. */
interface ArchiveStream {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'error', listener: (cause: Error) => void): unknown;
  pause(): void;
  resume(): void;
}

/** Writes the stream to the file. All listeners are there at once: an error that nobody hears ends the process. */
function save(stream: ArchiveStream, file: string, spec: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const output = createWriteStream(file);
    let size = 0;
    const fail = (cause: Error) => {
      output.destroy();
      reject(cause);
    };
    output.on('error', fail);
    output.on('close', () => resolve());
    stream.on('error', fail);
    stream.on('end', () => output.end());
    stream.on('data', (chunk) => {
      size += chunk.length;
      if (size > LIMITS.archiveBytes) {
        const limit = `${LIMITS.archiveBytes / 2 ** 20} MiB`;
        fail(
          sourceError('PACKAGE_TOO_LARGE', { message: `The archive of ${spec} is larger than ${limit}.` }),
        );
      } else if (!output.destroyed && !output.write(chunk)) {
        stream.pause();
        output.once('drain', () => stream.resume());
      }
    });
  });
}
