import { type BuiltinMod, disableMod, type EnabledChange, enableMod, findLocations } from '@cmd-mods/loader';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { diagnostic } from '../../diagnostics.ts';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { diagnosticJson } from '../../render/diagnostic-text.ts';
import { pathText } from '../../render/path-text.ts';
import { printJson } from '../../render/print-json.ts';
import { showDiagnostics } from '../../render/show-diagnostics.ts';
import { builtinMods } from '../../run/builtin-mods.ts';
import { whereIn } from '../../run/load-run-mods.ts';
import { knownNames } from './known-names.ts';

/** The arguments of `cmd mods enable` and `cmd mods disable`. */
export interface SetEnabledOptions {
  readonly verb: 'enable' | 'disable';
  readonly name: string;
  readonly global?: boolean;
  readonly json?: boolean;
}

/**
 * `cmd mods enable` and `disable`: writes the settings of the project, or of the user with `-g`.
 *
 * @returns 1 when the mod is enabled here and stays off all the same, or when there is no such mod to enable.
 */
export async function setEnabled(
  options: SetEnabledOptions,
  io: Io,
  builtins: readonly BuiltinMod[] = builtinMods(io),
): Promise<ExitCode> {
  const { verb, name, json } = options;
  const where = whereIn(io);
  const names = await knownNames(where, builtins);
  const change = await (verb === 'enable' ? enableMod : disableMod)({
    name,
    scope: options.global ? 'user' : 'project',
    locations: findLocations(where),
    optIn: builtins.filter(({ optIn }) => optIn).map((mod) => mod.name),
    ...(names !== undefined && { knownNames: names }),
  });
  const problems = problemsOf(change, verb);
  const isDone = problems.every(({ severity }) => severity !== 'error');
  if (json) {
    const enabled = verb === 'enable' && isDone;
    printJson({ ...change, enabled, problems: problems.map(diagnosticJson) }, io);
  } else if (isDone) {
    io.stdout(sentences(change, verb, io));
  }
  showDiagnostics(problems, io);
  return isDone ? EXIT.ok : EXIT.failed;
}

function problemsOf(
  { name, blockedBy, changed, unknown }: EnabledChange,
  verb: 'enable' | 'disable',
): Diagnostic[] {
  const nobody = () => {
    const message = `No mod has the name ${name}.`;
    const hint = typeof unknown === 'string' ? { hint: `Did you mean ${unknown}?` } : {};
    const code = verb === 'enable' && !changed ? 'NAME_UNKNOWN' : 'NAME_NOT_SEEN';
    return diagnostic(code, { message, ...hint });
  };
  return [
    ...blockedBy.map(({ file, key, fix }) => {
      const message =
        key === 'disabled' ? `${file} still disables ${name}.` : `${file} switches all mods off.`;
      return diagnostic('STILL_DISABLED', { message, where: { file }, mod: name, hint: fix });
    }),
    ...(unknown === undefined || blockedBy.length > 0 ? [] : [nobody()]),
  ];
}

function sentences({ name, file, changed, counts }: EnabledChange, verb: string, io: Io): string {
  const done = `${name} ${changed ? `is ${verb}d` : `was ${verb}d already`} in ${pathText(file, io)}.`;
  const later = counts
    ? 'It counts from the next session or /reload on.'
    : 'This project is not trusted; it counts once it is: cmd mods trust, or use -g.';
  return `${done}\n${later}\n`;
}
