import { isRecord } from '../document/shape.ts';

/** What the registry says of a package, as far as it is read here. */
export interface NpmPackage {
  readonly name: string;
  /** What the tag `latest` names. */
  readonly latest: string;
  readonly versions: ReadonlyMap<string, NpmVersion>;
  /** When each version was published, as ISO 8601 times. */
  readonly times: ReadonlyMap<string, string>;
  readonly readme?: string;
}

/** What package.json of one version says. */
export interface NpmVersion {
  readonly deprecated?: string;
  readonly keywords: readonly string[];
  /** As it is written there: an address or `owner/repo`. */
  readonly repository?: string;
  readonly license?: string;
  /** Scripts that an ordinary install would run. */
  readonly installScripts: readonly string[];
}

/** Reads a packument. Gives nothing for what is none; a package without a version has an empty `latest`. */
export function readPackument(data: unknown): NpmPackage | undefined {
  if (!isRecord(data) || typeof data.name !== 'string') return undefined;
  const tags = isRecord(data['dist-tags']) ? data['dist-tags'] : {};
  const versions = isRecord(data.versions) ? data.versions : {};
  return {
    name: data.name,
    latest: typeof tags.latest === 'string' ? tags.latest : '',
    versions: new Map(
      Object.entries(versions)
        .filter(isObjectEntry)
        .map(([name, value]) => [name, readVersion(value)]),
    ),
    times: new Map(Object.entries(isRecord(data.time) ? data.time : {}).filter(isTextEntry)),
    ...(typeof data.readme === 'string' && isReadme(data.readme) ? { readme: data.readme } : {}),
  };
}

function readVersion(manifest: Record<string, unknown>): NpmVersion {
  const { deprecated, keywords, repository, license, scripts } = manifest;
  const address = isRecord(repository) ? repository.url : repository;
  const licenseName = isRecord(license) ? license.type : license;
  const names = Object.keys(isRecord(scripts) ? scripts : {});
  const install = names.filter((name) => ['preinstall', 'install', 'postinstall'].includes(name));
  return {
    ...(typeof deprecated === 'string' && deprecated !== '' ? { deprecated } : {}),
    keywords: Array.isArray(keywords) ? keywords.filter((word) => typeof word === 'string') : [],
    ...(typeof address === 'string' ? { repository: address } : {}),
    ...(typeof licenseName === 'string' && licenseName !== '' ? { license: licenseName } : {}),
    // npm adds `hasInstallScript` for what binding.gyp makes it run.
    installScripts: install.length === 0 && manifest.hasInstallScript === true ? ['install'] : install,
  };
}

/** npm writes this where a package has no README. */
function isReadme(text: string): boolean {
  return text.trim() !== '' && !text.startsWith('ERROR: No README');
}

function isObjectEntry(entry: [string, unknown]): entry is [string, Record<string, unknown>] {
  return isRecord(entry[1]);
}

function isTextEntry(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
