import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readNpmrc } from '../../src/sources/npmrc.ts';

let home: string;
let project: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'npmrc-'));
  project = join(home, 'project');
  mkdirSync(project);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const user = (text: string) => writeFileSync(join(home, '.npmrc'), text);
async function settings(env: NodeJS.ProcessEnv = {}, trustedProject?: string) {
  const noGlobal = { npm_config_globalconfig: join(home, 'none') };
  const places = {
    home,
    env: { ...noGlobal, ...env },
    ...(trustedProject === undefined ? {} : { trustedProject }),
  };
  return (await readNpmrc(places)).settings;
}

describe('.npmrc', () => {
  it('names the registry, the registry of each scope, and credentials', async () => {
    user(
      [
        'registry=https://registry.example.org/',
        '@team:registry=https://team.example.org/npm/',
        '//team.example.org/npm/:_authToken=secret',
        '//registry.example.org/:username=me',
        '//registry.example.org/:_password=cGFzcw==',
      ].join('\n'),
    );
    expect(await settings()).toEqual({
      registry: 'https://registry.example.org/',
      '@team:registry': 'https://team.example.org/npm/',
      '//team.example.org/npm/:_authToken': 'secret',
      '//registry.example.org/:username': 'me',
      '//registry.example.org/:_password': 'cGFzcw==',
    });
  });

  it('names proxies, timeouts and retries', async () => {
    user(
      'proxy=http://p:1\nhttps-proxy=http://p:2\nnoproxy=a.org\nstrict-ssl=false\nfetch-timeout=5000\nfetch-retries=4\n',
    );
    expect(await settings()).toEqual({
      proxy: 'http://p:1',
      httpsProxy: 'http://p:2',
      noProxy: 'a.org',
      strictSSL: false,
      timeout: 5000,
      fetchRetries: 4,
    });
  });

  it('names certificates, in place, as a list, or in a file', async () => {
    const certificate = (letter: string) =>
      `-----BEGIN CERTIFICATE-----\n${letter}\n-----END CERTIFICATE-----`;
    user(`ca="${certificate('A').replaceAll('\n', '\\n')}"\n`);
    expect(await settings()).toEqual({ ca: [certificate('A')] });
    writeFileSync(join(home, 'ca.pem'), `${certificate('B')}\n${certificate('C')}\n`);
    user('cafile=./ca.pem\n');
    expect(await settings()).toEqual({ ca: [certificate('B'), certificate('C')] });
  });

  const variable = (name: string) => `\${${name}}`;

  it.each([
    [variable('TOKEN'), 'value'],
    [`a-${variable('TOKEN')}-b`, 'a-value-b'],
    [variable('MISSING'), variable('MISSING')],
    [variable('MISSING?'), ''],
  ])('a name in braces after a dollar sign is the variable: %s is %j', async (written, expected) => {
    user(`//example.org/:_authToken=${written}\n`);
    expect(await settings({ TOKEN: 'value' })).toEqual({ '//example.org/:_authToken': expected });
  });

  it("of a project counts over the person's, once the project is trusted, and not before", async () => {
    user('registry=https://user.example.org/\n');
    writeFileSync(join(project, '.npmrc'), 'registry=https://project.example.org/\n');
    expect(await settings()).toEqual({ registry: 'https://user.example.org/' });
    expect(await settings({}, project)).toEqual({ registry: 'https://project.example.org/' });
  });

  it('never sets what is not about registries', async () => {
    user(
      'cache=/tmp/x\ngit=/tmp/evil\nscript-shell=/tmp/evil\nignore-scripts=false\nprefix=/tmp\nforce=true\n__proto__=x\n',
    );
    expect(await settings()).toEqual({});
  });

  it('gives way to npm_config_ variables', async () => {
    user('registry=https://user.example.org/\nfetch-retries=1\n');
    const env = { NPM_CONFIG_REGISTRY: 'https://env.example.org/', npm_config_fetch_retries: '7' };
    expect(await settings(env)).toEqual({ registry: 'https://env.example.org/', fetchRetries: 7 });
  });

  it('may be another file, by npm_config_userconfig; the global one counts least', async () => {
    writeFileSync(join(home, 'other'), 'registry=https://other.example.org/\n');
    writeFileSync(join(home, 'global'), 'registry=https://global.example.org/\nfetch-retries=9\n');
    const env = { npm_config_userconfig: join(home, 'other'), npm_config_globalconfig: join(home, 'global') };
    expect(await settings(env)).toEqual({ registry: 'https://other.example.org/', fetchRetries: 9 });
  });

  it('that cannot be read is a warning with the file, and the others count', async () => {
    mkdirSync(join(home, '.npmrc'));
    const { warnings, settings: found } = await readNpmrc({
      home,
      env: { npm_config_globalconfig: join(home, 'none'), npm_config_registry: 'https://env.example.org/' },
    });
    expect(warnings).toMatchObject([{ code: 'NPMRC_UNREADABLE', where: { file: join(home, '.npmrc') } }]);
    expect(found).toEqual({ registry: 'https://env.example.org/' });
  });

  it('that names a cafile that is not there is a warning, not an end', async () => {
    user('cafile=/no/such/file\nregistry=https://user.example.org/\n');
    chmodSync(join(home, '.npmrc'), 0o600);
    const { warnings, settings: found } = await readNpmrc({
      home,
      env: { npm_config_globalconfig: join(home, 'none') },
    });
    expect(warnings).toMatchObject([
      { code: 'NPMRC_UNREADABLE', message: expect.stringContaining('/no/such/file') },
    ]);
    expect(found).toEqual({ registry: 'https://user.example.org/' });
  });
});
