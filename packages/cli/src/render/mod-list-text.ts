import { basename, extname } from 'node:path';
import type { DropReason, ListedDrop, ListedMod, ModList, SourceSummary } from '@cmd-mods/loader/load';
import type { Io } from '../io.ts';
import { type Colours, coloursWhen } from './colours.ts';
import { columnsText } from './columns.ts';
import { placeText } from './diagnostic-text.ts';
import { pathText } from './path-text.ts';

type Places = Pick<Io, 'cwd' | 'home' | 'coloured'>;

/**
 * The list for people: a line for each mod with name, scope, origin, and its state where it is not simply loaded; then a line for
 * each source that needs attention and for each mod that is not trusted. A source that works has no line of its own.
 */
export function modListText({ mods, sources, dropped }: ModList, places: Places): string {
  const rows = [
    ...mods.map((mod) => modRow(mod, places)),
    ...sources.filter(({ state }) => state !== 'installed').map((source) => sourceRow(source, places)),
    ...dropped.filter(({ reason }) => reason === 'not-trusted').map((drop) => untrustedRow(drop, places)),
  ];
  return rows.length === 0 ? 'No mods. To install some: cmd mods add <source>\n' : columnsText(rows);
}

function modRow(mod: ListedMod, places: Places): readonly string[] {
  const { name, scope, source, path, origin } = mod;
  const from = source === undefined && path !== '' ? pathText(path, places) : origin;
  return [name, scope, from, stateOf(mod, places)];
}

function stateOf({ enabled, loaded, error, optIn, enabledOnceTrusted }: ListedMod, places: Places): string {
  const colours = coloursOf(places);
  const later =
    enabledOnceTrusted === undefined
      ? ''
      : ` · ${enabledOnceTrusted ? 'enabled' : 'disabled'} once the project is trusted`;
  if (!enabled) return colours.dim(optIn ? 'disabled by default' : 'disabled') + later;
  if (loaded) return later === '' ? '' : `enabled${later}`;
  if (error === undefined) return colours.red('not loaded');
  const { message, where } = error;
  const place =
    where === undefined ? '' : ` (${placeText({ ...where, file: pathText(where.file, places) })})`;
  return `${colours.red('not loaded')}: ${message.split('\n', 1)[0]}${place}`;
}

function coloursOf({ coloured }: Places): Colours {
  return coloursWhen(coloured?.stdout);
}

function sourceRow({ source, scope, state }: SourceSummary, places: Places): readonly string[] {
  const fix = state === 'missing' ? `not installed: cmd mods update ${source}` : 'holds no mods';
  return [source, scope, 'source', coloursOf(places).yellow(fix)];
}

function untrustedRow({ path }: ListedDrop, places: Places): readonly string[] {
  const name = basename(path, extname(path));
  return [name, 'project', pathText(path, places), coloursOf(places).yellow('not trusted: cmd mods trust')];
}

/** What `--why` adds: everything that was found and does not load, and the rule that decided it. */
export function droppedText(dropped: readonly ListedDrop[], places: Places): string {
  if (dropped.length === 0) return '\nNothing was dropped.\n';
  const rows = dropped.map(({ name, path, reason, by }) => [
    `  ${name ?? basename(path)}`,
    pathText(path, places),
    by === undefined ? REASONS[reason] : `${REASONS[reason]} (${pathText(by, places)})`,
  ]);
  return `\nNot loaded:\n${columnsText(rows)}`;
}

const REASONS: Readonly<Record<DropReason, string>> = {
  missing: 'nothing is there',
  'no-mods': 'it holds no mods',
  helper: 'a file beside an index is no mod of its own',
  'not-a-mod': 'its name or kind is not that of a mod',
  'not-trusted': 'the project is not trusted',
  headless: "a project's own mods stay out of a run without a screen",
  'safe-mode': 'safe mode loads built-in mods only',
  'disable-all': 'mods.disableAll switches everything off',
  'settings-unreadable': 'what its settings file switches off is not known',
  shadowed: "another entry of the same source comes first: the project's before the user's",
  filtered: "a pattern in the source's filter left it out",
  duplicate: 'the same file loads already',
  disabled: 'mods.disabled names it',
  'name-taken': 'the mod that comes first keeps the name',
  'not-selected': 'CMD_MODS_ONLY does not name it',
  'does-not-fit': 'it asks for another version of the API',
  changed: 'its files differ from mods.lock.json',
  failed: 'it could not be loaded',
};
