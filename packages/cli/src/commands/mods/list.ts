import {
  type BuiltinMod,
  decideBuiltins,
  findMods,
  hasFaults,
  listMods,
  loadMods,
} from '@cmd-mods/loader/load';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { modListJson } from '../../render/mod-list-json.ts';
import { droppedText, modListText } from '../../render/mod-list-text.ts';
import { printJson } from '../../render/print-json.ts';
import { showDiagnostics } from '../../render/show-diagnostics.ts';
import { builtinMods } from '../../run/builtin-mods.ts';
import { storeFolderIn, whereIn } from '../../run/load-run-mods.ts';
import { untilAborted } from '../../run/until-aborted.ts';

/** The options of `cmd mods list`. */
export interface ListOptions {
  readonly builtin?: boolean;
  readonly why?: boolean;
  readonly verify?: boolean;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/**
 * `cmd mods list`: loads the mods as an interactive start in this folder would, and shows what came of each.
 *
 * @returns 0, also when a mod did not load; with `--strict` 1 when anything is wrong.
 */
export async function list(
  options: ListOptions,
  io: Io,
  builtins: readonly BuiltinMod[] = builtinMods(io),
): Promise<ExitCode> {
  const where = whereIn(io);
  const loading = loadMods({
    ...where,
    builtins,
    verify: options.verify ?? false,
    onlyToList: true,
    host: async () => {
      const { createModHost } = await import('@cmd-mods/harness');
      const host = createModHost({ cwd: io.cwd, storeFolder: storeFolderIn(io) });
      io.onHost?.(host);
      return host;
    },
  });
  const loaded = await untilAborted(loading, io.signal);
  const listed = listMods(loaded, {
    builtin: options.builtin ?? false,
    ...(options.builtin && { onceTrusted: await builtinsOnceTrusted(builtins, where) }),
  });
  if (options.json) {
    printJson(modListJson(listed), io);
  } else {
    io.stdout(modListText(listed, io));
    if (options.why) io.stdout(droppedText(listed.dropped, io));
  }
  showDiagnostics(listed.warnings, io);
  return options.strict && hasFaults(listed) ? EXIT.failed : EXIT.ok;
}

/** Which built-in mods are on if the project's settings count. */
async function builtinsOnceTrusted(
  builtins: readonly BuiltinMod[],
  where: ReturnType<typeof whereIn>,
): Promise<ReadonlyMap<string, boolean>> {
  if (builtins.length === 0) return new Map();
  const { settings } = await findMods({ ...where, allowProject: true });
  return new Map(decideBuiltins(builtins, settings).map(({ mod, enabled }) => [mod.name, enabled]));
}
