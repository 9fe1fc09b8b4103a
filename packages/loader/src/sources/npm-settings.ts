/** What pacote and arborist are told about registries, under the names that they use. */
export type NpmSettings = Readonly<Record<string, unknown>>;

/** `.npmrc` key -> the libraries' option, and how its value is read. Any other key does not count. */
const KEYS: Readonly<Record<string, readonly [option: string, read: (value: unknown) => unknown]>> = {
  registry: ['registry', asText],
  proxy: ['proxy', asProxy],
  'http-proxy': ['proxy', asProxy],
  'https-proxy': ['httpsProxy', asProxy],
  noproxy: ['noProxy', asText],
  ca: ['ca', asCertificates],
  cert: ['cert', asPem],
  key: ['key', asPem],
  'strict-ssl': ['strictSSL', asBoolean],
  'fetch-timeout': ['timeout', asNumber],
  'fetch-retries': ['fetchRetries', asNumber],
  'fetch-retry-factor': ['fetchRetryFactor', asNumber],
  'fetch-retry-mintimeout': ['fetchRetryMintimeout', asNumber],
  'fetch-retry-maxtimeout': ['fetchRetryMaxtimeout', asNumber],
  'replace-registry-host': ['replaceRegistryHost', asText],
};

/** Picks from one layer of npm configuration what concerns registries. `readFile` gives the text of a `cafile`, if it can. */
export function npmSettings(
  config: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv,
  readFile: (path: string) => string | undefined,
): NpmSettings {
  const settings: Record<string, unknown> = {};
  for (const [rawKey, rawValue] of Object.entries(config)) {
    const key = expandVariables(rawKey, env);
    const value = expandDeep(rawValue, env);
    const known = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
    if (known !== undefined) {
      const read = known[1](value);
      if (read !== undefined) settings[known[0]] = read;
    } else if (/^\/\/.+:[A-Za-z_]+$/.test(key) || /^@[^:]+:registry$/.test(key)) {
      settings[key] = asText(value);
    } else if (key === 'cafile' && typeof value === 'string') {
      const text = readFile(value);
      if (text !== undefined) settings.ca = asCertificates(text);
    }
  }
  return settings;
}

/** `${NAME}` is the variable, `${NAME?}` nothing when it is not set; an unknown one stays as written, as with npm. */
function expandVariables(text: string, env: NodeJS.ProcessEnv): string {
  return text.replace(
    /(?<!\\)(\\\\)*\$\{([^${}?]+)(\?)?\}/g,
    (written, slashes = '', name: string, optional) => {
      const value = env[name] ?? (optional === undefined ? undefined : '');
      return value === undefined ? written : `${slashes}${value}`;
    },
  );
}

function expandDeep(value: unknown, env: NodeJS.ProcessEnv): unknown {
  if (Array.isArray(value)) return value.map((item) => expandDeep(item, env));
  return typeof value === 'string' ? expandVariables(value, env) : value;
}

function asText(value: unknown): string {
  return String(value);
}

/** `false` and `null` say that there is no proxy. */
function asProxy(value: unknown): string | undefined {
  return value === null || value === false || value === 'null' || value === 'false' || value === ''
    ? undefined
    : String(value);
}

function asBoolean(value: unknown): boolean {
  return value !== false && value !== 'false';
}

function asNumber(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function asPem(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replaceAll('\\n', '\n') : undefined;
}

function asCertificates(value: unknown): string[] | undefined {
  const text = (Array.isArray(value) ? value : [value]).map((item) => asPem(item) ?? '').join('\n');
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  return certificates === null ? undefined : [...certificates];
}
