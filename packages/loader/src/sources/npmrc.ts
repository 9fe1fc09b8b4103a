import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { sourceDiagnostic } from './diagnostics.ts';
import { codeOf } from './failures.ts';
import { type NpmSettings, npmSettings } from './npm-settings.ts';

/** Where npm's configuration is looked for. */
export interface NpmrcPlaces {
  readonly home: string;
  /** The project's root, given only once the project is trusted: its `.npmrc` names registries and holds tokens. */
  readonly trustedProject?: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What was read, in the form that pacote and arborist take, and what could not be read. */
export interface NpmConfiguration {
  readonly settings: NpmSettings;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads npm's configuration as npm does: the global file, the person's, the trusted project's, then `npm_config_*`
 * variables; the later wins. Only what concerns reaching a registry counts: `registry`, `@scope:registry`, credentials
 * (`//host/path/:…`), proxies, certificates, timeouts and retries. So no file can set `cache`, `git` or `script-shell`.
 */
export async function readNpmrc(places: NpmrcPlaces): Promise<NpmConfiguration> {
  // Its default export: a bundle gives a CommonJS module no other.
  const { default: ini } = await import('ini');
  const warnings: Diagnostic[] = [];
  const readCertificates = (path: string, file: string | undefined) =>
    readOptional(file === undefined ? path : resolve(dirname(file), path), warnings, file);
  const layers = npmrcFiles(places).map((file) => {
    const text = readOptional(file, warnings);
    return text === undefined
      ? {}
      : npmSettings(ini.parse(text), places.env, (path) => readCertificates(path, file));
  });
  layers.push(npmSettings(environmentConfig(places.env), {}, (path) => readCertificates(path, undefined)));
  return { settings: Object.assign({}, ...layers), warnings };
}

function npmrcFiles({ home, trustedProject, env }: NpmrcPlaces): string[] {
  const variable = (name: string) => env[`npm_config_${name}`] ?? env[`NPM_CONFIG_${name.toUpperCase()}`];
  // npm's own prefix, without asking npm: the folder above the one that holds node.
  const globalFile = variable('globalconfig') ?? join(dirname(dirname(process.execPath)), 'etc', 'npmrc');
  const userFile = variable('userconfig') ?? join(home, '.npmrc');
  return [globalFile, userFile, ...(trustedProject === undefined ? [] : [join(trustedProject, '.npmrc')])];
}

/** `npm_config_fetch_retries` is `fetch-retries`; keys that begin with `//` or `@` keep their spelling. */
function environmentConfig(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const entries = Object.entries(env).flatMap(([name, value]) => {
    const key = /^npm_config_(.+)$/i.exec(name)?.[1];
    if (key === undefined || value === undefined || value === '') return [];
    return [[/^(?:\/\/|@)/.test(key) ? key : key.toLowerCase().replaceAll('_', '-'), value] as const];
  });
  return Object.fromEntries(entries);
}

/** An `.npmrc` that is not there is nothing to speak of; a `cafile` that one names, in `namedBy`, is. */
function readOptional(file: string, warnings: Diagnostic[], namedBy?: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = codeOf(cause) ?? String(cause);
    if (namedBy === undefined && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
    warnings.push(
      sourceDiagnostic('NPMRC_UNREADABLE', {
        message: `${file} could not be read (${code}), so what it sets does not count.`,
        where: { file: namedBy ?? file },
        cause,
      }),
    );
    return undefined;
  }
}
