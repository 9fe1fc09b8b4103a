import { removeBacking, removeSource } from '@cmd-mods/loader';
import { ModError } from '@cmd-mods/mod-api';
import { diagnostic } from '../../diagnostics.ts';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { diagnosticJson } from '../../render/diagnostic-text.ts';
import { printJson } from '../../render/print-json.ts';
import { type Removed, removedText, targetText } from '../../render/removed-text.ts';
import { showDiagnostics } from '../../render/show-diagnostics.ts';
import { findTargets, type Target } from './find-targets.ts';
import { type InstallWorld, installWorld } from './install-world.ts';
import { outcomeJson } from './show-outcomes.ts';

/** The arguments of `cmd mods remove`. */
export interface RemoveOptions {
  /** A source in any spelling, or the name of a mod. */
  readonly target: string;
  readonly global?: boolean;
  readonly json?: boolean;
}

/**
 * `cmd mods remove`: removes what backs the text, and says which mods went with it. Of several it asks which; when nobody can
 * answer, nothing is removed.
 */
export async function remove(options: RemoveOptions, io: Io): Promise<ExitCode> {
  const { target: text, json } = options;
  const scopes = options.global ? (['user'] as const) : (['project', 'user'] as const);
  const world = await installWorld(io);
  try {
    const targets = await findTargets(text, scopes, world, io);
    const target = await chooseTarget(text, targets, io, json ?? false);
    const removed = await removeTarget(target, world, io);
    world.progress.clear();
    if (json) printJson(removedJson(removed, world), io);
    else io.stdout(removed.map((one) => removedText(one, io)).join(''));
    showDiagnostics(world.notices, io);
    return EXIT.ok;
  } finally {
    world.progress.clear();
  }
}

async function chooseTarget(
  text: string,
  targets: readonly Target[],
  io: Io,
  json: boolean,
): Promise<Target> {
  const [first, ...others] = targets;
  if (first !== undefined && others.length === 0) return first;
  const choices = targets.map((target) => targetText(target, io));
  const place = json ? undefined : await io.choose?.(`What is meant by ${text}?`, choices);
  const chosen = place === undefined ? undefined : targets[place];
  if (chosen !== undefined) return chosen;
  const message = `${text} may mean ${choices.join('; or ')}. Nothing was removed.`;
  throw new ModError(diagnostic('NAME_AMBIGUOUS', { message }));
}

async function removeTarget(
  target: Target,
  { installIo }: InstallWorld,
  io: Io,
): Promise<readonly Removed[]> {
  if (target.kind === 'source') {
    const { source, scopes, cwd } = target;
    const outcomes = await removeSource({ source, scopes, cwd }, installIo);
    return outcomes.map((outcome) => ({ kind: 'source', outcome }));
  }
  io.signal.throwIfAborted();
  await removeBacking(target.backing);
  return [target];
}

function removedJson(removed: readonly Removed[], { notices }: InstallWorld): object {
  const plain = removed.map((one) => {
    if (one.kind === 'source') return { kind: one.kind, ...outcomeJson(one.outcome) };
    const { origin, scope, path, mods } = one.backing;
    const settings = origin.kind === 'path' && { written: origin.written, settingsFile: origin.settingsFile };
    return { kind: origin.kind, scope, path, mods, ...settings };
  });
  return { removed: plain, notices: notices.map(diagnosticJson) };
}
