import { type FileSource, readText } from './files.ts';

/** What the scanner reads of a package.json. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly binaries: readonly string[];
  readonly main?: string;
  readonly exports?: unknown;
  readonly imports?: Readonly<Record<string, unknown>>;
  /** `commandcode.mods`; `undefined` when the manifest does not have it. */
  readonly mods?: readonly string[];
  /** `commandcode.reach`, as it stands there. */
  readonly declaredReach?: unknown;
}

const NO_MANIFEST: Manifest = { scripts: {}, binaries: [] };

/** Reads a package.json. One that does not parse is no manifest, with the reason in `problem`. */
export function readManifest(source: FileSource | undefined): {
  readonly manifest: Manifest;
  readonly problem?: string;
} {
  if (source === undefined) return { manifest: NO_MANIFEST };
  const file = readText(source);
  if ('unread' in file)
    return { manifest: NO_MANIFEST, problem: `package.json was not read: ${file.unread}` };
  let json: unknown;
  try {
    json = JSON.parse(file.text.replace(/^\ufeff/, ''));
  } catch (error) {
    return { manifest: NO_MANIFEST, problem: `package.json does not parse: ${(error as Error).message}` };
  }
  if (!isRecord(json)) return { manifest: NO_MANIFEST, problem: 'package.json is not an object' };
  return manifestOf(json);
}

function manifestOf(json: Readonly<Record<string, unknown>>): { manifest: Manifest; problem?: string } {
  const own = isRecord(json.commandcode) ? json.commandcode : {};
  const mods = own.mods;
  const areModsWrong = mods !== undefined && !isTexts(mods);
  const bin = json.bin;
  const manifest: Manifest = {
    ...text('name', json),
    ...text('version', json),
    ...text('main', json),
    scripts: isRecord(json.scripts)
      ? (Object.fromEntries(
          Object.entries(json.scripts).filter(([, value]) => typeof value === 'string'),
        ) as Record<string, string>)
      : {},
    binaries:
      typeof bin === 'string'
        ? [bin]
        : isRecord(bin)
          ? Object.values(bin).filter((one) => typeof one === 'string')
          : [],
    ...(json.exports === undefined ? {} : { exports: json.exports }),
    ...(isRecord(json.imports) ? { imports: json.imports } : {}),
    ...(isTexts(mods) ? { mods } : areModsWrong ? { mods: [] } : {}),
    ...(own.reach === undefined ? {} : { declaredReach: own.reach }),
  };
  return areModsWrong
    ? { manifest, problem: 'commandcode.mods in package.json is not a list of paths, so it offers no mod' }
    : { manifest };
}

function text<TKey extends string>(
  key: TKey,
  json: Readonly<Record<string, unknown>>,
): { [K in TKey]?: string } {
  const value = json[key];
  return (typeof value === 'string' ? { [key]: value } : {}) as { [K in TKey]?: string };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
