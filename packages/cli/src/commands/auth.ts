import { stripVTControlCharacters } from 'node:util';
import { createModHost } from '@cmd-mods/harness';
import {
  type CredentialChange,
  checkKey,
  credentialFileIn,
  readCredentials,
  removeCredential,
  storeCredential,
  variableWithKey,
} from '@cmd-mods/harness/credentials';
import { nearest } from '@cmd-mods/loader';
import { type Diagnostic, ModError, type ProviderAuthMethod, type ProviderModule } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { columnsText } from '../render/columns.ts';
import { diagnosticJson } from '../render/diagnostic-text.ts';
import { pathText } from '../render/path-text.ts';
import { printJson } from '../render/print-json.ts';
import { showDiagnostics } from '../render/show-diagnostics.ts';
import { loadRunMods, missingModPaths } from '../run/load-run-mods.ts';
import { UsageError } from './mods/usage-error.ts';

/** What every command of `cmd auth` is given. */
export interface AuthOptions {
  readonly mod?: readonly string[];
  readonly json?: boolean;
}

/** The arguments of `cmd auth login` and `cmd auth logout`. */
export interface ProviderOptions extends AuthOptions {
  readonly provider: string;
}

/** `cmd auth login`: reads a key, has the provider look at it, and stores it. No key is ever shown, nor asked for as an argument. */
export async function login({ provider: id, mod = [], json }: ProviderOptions, io: Io): Promise<ExitCode> {
  const { providers, warnings } = await providersHere(mod, io);
  const { provider, method } = methodOf(id, providers);
  const key = (await io.readSecret(`${method.label}: `)).trim();
  await checkKey(key, method);
  const change = await storeCredential(credentialFileIn(io.home), provider.id, key);
  const variable = variableWithKey(provider, io.env);
  const said = [...warnings, ...exposure(change)];
  if (json) {
    const { file, wasStored } = change;
    const overridden = variable === undefined ? {} : { overriddenBy: variable };
    printJson(
      { provider: id, file, replaced: wasStored, ...overridden, warnings: said.map(diagnosticJson) },
      io,
    );
  } else {
    const place = pathText(change.file, io);
    io.stdout(
      `The ${method.label} is stored in ${place}${change.wasStored ? ', in the place of another' : ''}.\n`,
    );
    if (variable !== undefined) io.stdout(`${variable} is set in the environment and goes before it.\n`);
  }
  showDiagnostics(said, io);
  return EXIT.ok;
}

/** `cmd auth list`: every provider and where its key comes from; also what is stored for a provider that is not there. */
export async function list({ mod = [], json }: AuthOptions, io: Io): Promise<ExitCode> {
  const { providers, warnings } = await providersHere(mod, io);
  const file = credentialFileIn(io.home);
  const stored = new Map(
    [...(await readCredentials(file))].filter(([, credential]) => credential !== undefined),
  );
  const rows = [
    ...providers.map((provider) => {
      const variable = variableWithKey(provider, io.env);
      const isStored = stored.has(provider.id);
      const source = variable === undefined ? (isStored ? 'file' : 'none') : 'environment';
      const common = {
        provider: provider.id,
        name: provider.displayName,
        registered: true,
        stored: isStored,
      };
      return { ...common, source, ...(variable === undefined ? {} : { variable }) };
    }),
    ...[...stored.keys()]
      .filter((id) => !providers.some((provider) => provider.id === id))
      .map((id) => ({ provider: id, name: id, registered: false, stored: true, source: 'file' as const })),
  ];
  if (json) printJson({ file, providers: rows, warnings: warnings.map(diagnosticJson) }, io);
  else
    io.stdout(
      columnsText(
        rows.map((row) => [plain(row.provider), plain(row.name), sourceText(row, pathText(file, io))]),
      ),
    );
  showDiagnostics(warnings, io);
  return EXIT.ok;
}

/** `cmd auth logout`: takes a stored key away; the provider need not be there any more. */
export async function logout({ provider, json }: ProviderOptions, io: Io): Promise<ExitCode> {
  const change = await removeCredential(credentialFileIn(io.home), provider);
  const said = exposure(change);
  if (!change.wasStored) {
    showDiagnostics(said, io);
    const message = `Nothing is stored for "${provider}".`;
    throw new ModError(diagnostic('KEY_NOT_STORED', { message, ...suggestion(provider, change.providers) }));
  }
  if (json) printJson({ provider, file: change.file, warnings: said.map(diagnosticJson) }, io);
  else io.stdout(`The key of ${provider} is gone from ${pathText(change.file, io)}.\n`);
  showDiagnostics(said, io);
  return EXIT.ok;
}

/** The providers that a headless run in this folder has. */
async function providersHere(
  mod: readonly string[],
  io: Io,
): Promise<{ readonly providers: readonly ProviderModule[]; readonly warnings: readonly Diagnostic[] }> {
  const [missing] = await missingModPaths({ mod }, io);
  if (missing !== undefined) throw new UsageError(missing);
  const host = createModHost({ cwd: io.cwd });
  const { diagnostics } = await loadRunMods({ mod }, host, io);
  return { providers: host.providers(), warnings: diagnostics };
}

function methodOf(
  id: string,
  providers: readonly ProviderModule[],
): { readonly provider: ProviderModule; readonly method: ProviderAuthMethod } {
  const provider = providers.find((one) => one.id === id);
  if (provider === undefined) {
    const ids = providers.map((one) => one.id);
    throw new ModError(
      diagnostic('PROVIDER_UNKNOWN', { message: `No provider has the id "${id}".`, ...suggestion(id, ids) }),
    );
  }
  const method = provider.auth?.methods?.find(({ kind }) => kind === 'api');
  if (method === undefined) {
    const message = `The provider "${id}" takes no key that could be stored.`;
    throw new ModError(diagnostic('PROVIDER_WITHOUT_KEY', { message }));
  }
  return { provider, method };
}

function suggestion(name: string, names: readonly string[]): { readonly hint?: string } {
  const meant = nearest(name, names);
  return meant === undefined ? {} : { hint: `Did you mean ${meant}?` };
}

function exposure({ file, wasExposed }: CredentialChange): readonly Diagnostic[] {
  if (!wasExposed) return [];
  const message = `Others could read ${file} until now. It is yours alone again.`;
  return [diagnostic('CREDENTIALS_WERE_EXPOSED', { message, where: { file } })];
}

function sourceText(
  row: {
    readonly source: string;
    readonly variable?: string;
    readonly stored: boolean;
    readonly registered: boolean;
  },
  place: string,
): string {
  if (!row.registered) return `${place}, but there is no such provider here`;
  if (row.variable !== undefined)
    return row.stored ? `${row.variable}, before the one in ${place}` : row.variable;
  return row.source === 'file' ? place : 'no key';
}

/** What a mod calls its provider, without what could move the cursor. */
function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' ');
}
