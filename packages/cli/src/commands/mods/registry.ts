import {
  type RegistryCommandIo,
  runAudit,
  runBuild,
  runEntry,
  runValidate,
  type ValidateOptions,
} from '@cmd-mods/registry';
import type { ExitCode, Io } from '../../io.ts';
import { commandWorld } from './command-world.ts';

type Options<TRun extends (options: never, io: RegistryCommandIo) => unknown> = Parameters<TRun>[0];

/** `cmd mods registry validate`: every rule over a registry file, with `--json` as `--format json`. */
export function validate(
  { json, ...options }: ValidateOptions & { json?: boolean },
  io: Io,
): Promise<ExitCode> {
  return runValidate(json ? { ...options, format: 'json' } : options, world(io));
}

/** `cmd mods registry audit`: what every listed mod can reach. */
export function audit(options: Options<typeof runAudit>, io: Io): Promise<ExitCode> {
  return runAudit(options, world(io));
}

/** `cmd mods registry build`: `mods.json` and the pages of the hub. */
export function build(options: Options<typeof runBuild>, io: Io): Promise<ExitCode> {
  return runBuild(options, world(io));
}

/** `cmd mods registry entry`: the entry of a package, ready to paste. */
export function entry(options: Options<typeof runEntry>, io: Io): Promise<ExitCode> {
  return runEntry(options, world(io));
}

function world(io: Io): RegistryCommandIo {
  return { ...commandWorld(io), signal: io.signal, onProgress: (text) => io.stderr(`${text}\n`) };
}
