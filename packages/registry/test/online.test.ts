import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  RULE_IDS,
  RULES,
  type ValidateRequest,
  type ValidateResult,
  validateRegistry,
} from '../src/index.ts';
import { MOD, startWorld, type World } from './support/servers.ts';
import { ioIn, lines, registryText, soundEntry, temporaryFolder } from './support/workbench.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

async function validateOnline(
  text: string,
  request: Partial<ValidateRequest> & { readonly baseText?: string } = {},
  env: object = {},
  cwd: string = temporaryFolder(),
): Promise<ValidateResult> {
  const { baseText, ...rest } = request;
  writeFileSync(join(cwd, 'registry.json'), text);
  if (baseText !== undefined) writeFileSync(join(cwd, 'base.json'), baseText);
  return validateRegistry(
    {
      file: 'registry.json',
      online: true,
      ...(baseText === undefined ? {} : { base: 'base.json' }),
      ...rest,
    },
    ioIn(cwd, { ...world.env, ...env }),
  );
}

const onGithub = (more: object = {}) =>
  soundEntry('a-guard', { source: 'ada/guard', npm: undefined, ...more });
const messages = ({ report }: ValidateResult) =>
  report.findings.map(({ rule, message }) => `${rule}: ${message}`);

describe('a package on npm', () => {
  it('that is all it should be gives no finding', async () => {
    world.packages.set('a-guard', { manifest: { repository: 'github:ada/guard' } });
    world.repositories.set('ada/guard', {});
    expect(lines(await validateOnline(registryText(soundEntry('a-guard', { repo: 'ada/guard' }))))).toEqual(
      [],
    );
  });

  it.each([
    ['npm-exists', 'is not there', {}, undefined],
    ['npm-exists', 'has no version', {}, { packument: { versions: {}, 'dist-tags': {} } }],
    ['npm-exists', 'lacks the pinned version', { source: 'npm:a-guard@2.0.0' }, {}],
    ['npm-deprecated', 'is deprecated', {}, { manifest: { deprecated: 'use b-guard' } }],
    ['npm-keyword', 'lacks the keyword', {}, { manifest: { keywords: ['guard'] } }],
    ['license', 'has no license', {}, { manifest: { license: undefined } }],
    ['license', 'is not licensed', {}, { manifest: { license: 'UNLICENSED' } }],
    [
      'lifecycle-scripts',
      'has install scripts',
      {},
      { manifest: { scripts: { postinstall: 'node x', test: 'y' } } },
    ],
    ['npm-manifest', 'lists a file that it lacks', {}, { files: { 'other.ts': MOD } }],
    [
      'npm-manifest',
      'has a manifest of the wrong type',
      {},
      { manifest: { commandcode: { mods: 'index.ts' } } },
    ],
    [
      'npm-manifest',
      'offers nothing',
      {},
      { manifest: { commandcode: undefined }, files: { 'readme.md': '' } },
    ],
    ['kinds-honest', 'registers more than it says', { kinds: ['tool'] }, {}],
    ['kinds-honest', 'registers less than it says', { kinds: ['tool', 'hook'] }, {}],
  ] as const)('%s: it %s', async (rule, _, entry, published) => {
    if (published !== undefined) world.packages.set('a-guard', published);
    const { report } = await validateOnline(registryText(soundEntry('a-guard', entry)));
    expect([...new Set(report.findings.map((finding) => finding.rule))]).toEqual([rule]);
    for (const { severity, entry: name } of report.findings) {
      expect({ severity, name }).toEqual({ severity: RULES[rule].severity, name: 'a-guard' });
    }
  });

  it('named by npm beside a git source is looked at as well', async () => {
    world.repositories.set('ada/guard', { license: { spdx_id: 'MIT' } });
    const result = await validateOnline(registryText(onGithub({ npm: 'a-guard' })));
    expect(lines(result)).toEqual(['13:14 error npm-exists /mods/0/npm']);
  });

  it('is not called dishonest for what a scan cannot see', async () => {
    const files = {
      'index.ts': 'export default async (cmd) => (await import(process.argv[2])).default(cmd);\n',
    };
    world.packages.set('a-guard', { files });
    expect(
      lines(await validateOnline(registryText(soundEntry('a-guard', { kinds: ['tool', 'hook'] })))),
    ).toEqual([]);
  });

  it('runs nothing of what it looks at', async () => {
    const cwd = temporaryFolder();
    const proof = join(cwd, 'proof');
    const code = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(proof)}, '');\n${MOD}`;
    const scripts = { preinstall: `touch ${proof}`, prepare: `touch ${proof}` };
    world.packages.set('a-guard', { manifest: { scripts }, files: { 'index.ts': code } });
    await validateOnline(registryText(soundEntry('a-guard')), {}, {}, cwd);
    const { existsSync } = await import('node:fs');
    expect(existsSync(proof)).toBe(false);
  });
});

describe('repo', () => {
  it.each([
    ['ada/guard', 'git+https://github.com/ada/guard.git', true],
    ['https://github.com/Ada/Guard', 'git+ssh://git@github.com/ada/guard.git', true],
    ['ada/guard', { type: 'git', url: 'git://github.com/ada/guard' }, true],
    ['https://gitlab.com/ada/guard', 'gitlab:ada/guard', true],
    ['ada/guard', 'https://github.com/ada/guard/tree/main/packages/x', true],
    ['ada/guard', 'ada/other', false],
    ['ada/guard', undefined, false],
  ])('%s matches %j in package.json: %s', async (repo, repository, matches) => {
    world.packages.set('a-guard', { manifest: { repository } });
    world.repositories.set('ada/guard', {}).set('Ada/Guard', {});
    const { report } = await validateOnline(registryText(soundEntry('a-guard', { repo })));
    expect(report.findings.map(({ rule, path }) => `${rule} ${path}`)).toEqual(
      matches ? [] : ['repo-matches /mods/0/repo'],
    );
  });
});

describe('a repository on GitHub', () => {
  it.each([
    ['is there', { license: { spdx_id: 'MIT' } }, []],
    ['is there in other letter case', { full_name: 'Ada/Guard', license: { spdx_id: 'MIT' } }, []],
    ['is not there', undefined, ['5:17 error github-exists /mods/0/source']],
    [
      'is archived',
      { archived: true, license: { spdx_id: 'MIT' } },
      ['5:17 warning github-moved /mods/0/source'],
    ],
    ['has no license', { license: null }, ['5:17 warning license /mods/0/source']],
  ])('%s', async (_, repository, expected) => {
    if (repository !== undefined) world.repositories.set('ada/guard', repository);
    expect(lines(await validateOnline(registryText(onGithub())))).toEqual(expected);
  });

  it('that moved is named as it is called now', async () => {
    world.repositories
      .set('ada/guard', { movedTo: 'grace/guard' })
      .set('grace/guard', { license: { spdx_id: 'MIT' } });
    const { report } = await validateOnline(registryText(onGithub()));
    expect(report.findings).toMatchObject([
      { rule: 'github-moved', severity: 'warning', hint: 'Write grace/guard.' },
    ]);
  });

  it('is asked for with the token, if there is one, and only there', async () => {
    const seen: string[] = [];
    world.intercept = ({ url, headers }) => {
      seen.push(`${url?.split('/')[1]} ${headers.authorization ?? 'nobody'}`);
      return false;
    };
    world.packages.set('a-guard', {});
    world.repositories.set('ada/guard', {});
    await validateOnline(
      registryText(soundEntry('a-guard', { repo: 'ada/guard' })),
      {},
      { GITHUB_TOKEN: 'secret' },
    );
    expect([...new Set(seen)].toSorted()).toEqual(['github Bearer secret', 'npm nobody']);
  });
});

describe('trouble with servers is a warning', () => {
  const text = registryText(soundEntry('a-guard', { repo: 'ada/guard' }));

  it.each([
    ['403', 403, 'no'],
    ['401', 401, '{}'],
    ['500 again and again', 500, 'oops'],
    ['a web page', 200, '<!doctype html>'],
    ['JSON that makes no sense', 200, '["hello"]'],
    ['null', 200, 'null'],
  ])('%s', async (_, status, body) => {
    world.intercept = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      return true;
    };
    const result = await validateOnline(text);
    expect(lines(result)).toEqual([
      '5:17 warning unverified /mods/0/source',
      '14:15 warning unverified /mods/0/repo',
    ]);
  });

  it('a server that says nothing is given up after fetch-timeout', async () => {
    world.intercept = () => true;
    const result = await validateOnline(
      text,
      {},
      { npm_config_fetch_timeout: '50', npm_config_fetch_retries: '0' },
    );
    expect(messages(result)).toEqual([
      'unverified: npm was asked about a-guard, and it did not answer in 0.05 s.',
      'unverified: GitHub was asked about ada/guard, and it did not answer in 0.05 s.',
    ]);
  });

  it('a server that is not there', async () => {
    await world.stop();
    const rules = (await validateOnline(text)).report.findings.map(({ rule }) => rule);
    expect(rules).toEqual(['unverified', 'unverified']);
  });

  it('a package whose archive cannot be fetched, while its description can', async () => {
    world.packages.set('a-guard', {});
    world.intercept = ({ url }, response) => {
      if (url?.includes('/archives/') !== true) return false;
      response.writeHead(503).end();
      return true;
    };
    expect(lines(await validateOnline(registryText(soundEntry('a-guard'))))).toEqual([
      '5:17 warning unverified /mods/0/source',
    ]);
  });

  it('what passes is tried again', async () => {
    let failures = 2;
    world.repositories.set('ada/guard', { license: { spdx_id: 'MIT' } });
    world.intercept = (_request, response) => {
      failures -= 1;
      if (failures < 0) return false;
      response.writeHead(failures === 1 ? 502 : 429, { 'retry-after': '0' }).end();
      return true;
    };
    expect(lines(await validateOnline(registryText(onGithub())))).toEqual([]);
  });

  it('a rate limit that is used up is said, with its end, and not run into again', async () => {
    world.intercept = (_request, response) => {
      response.writeHead(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1796083200' }).end('{}');
      return true;
    };
    const many = ['ash', 'birch', 'cedar', 'elm'].map((name) =>
      soundEntry(name, { source: `ada/${name}`, npm: undefined }),
    );
    const result = await validateOnline(registryText(...many), { concurrency: 1 });
    expect(messages(result)).toHaveLength(4);
    expect(messages(result)[3]).toContain(
      'the rate limit is used up until 2026-12-01T00:00:00.000Z; with GITHUB_TOKEN it is higher',
    );
    expect(world.requests).toHaveLength(1);
  });
});

describe('what is asked', () => {
  const old = soundEntry('a-guard');
  const fresh = soundEntry('b-roast');

  it.each([
    ['with a base, about changed entries', { baseText: registryText(old) }, ['b-roast']],
    ['with a base and --all, about all', { baseText: registryText(old), all: true }, ['a-guard', 'b-roast']],
    ['without a base, about all', {}, ['a-guard', 'b-roast']],
  ])('%s', async (_, request, asked) => {
    const { report } = await validateOnline(registryText(old, fresh), request);
    expect(report.findings.map(({ entry }) => entry)).toEqual(asked);
  });

  it('is not asked twice when ETags say that nothing changed: answers are kept', async () => {
    world.repositories.set('ada/guard', { license: { spdx_id: 'MIT' } });
    world.packages.set('b-roast', {});
    const text = registryText(onGithub(), soundEntry('b-roast'));
    const cwd = temporaryFolder();
    for (let round = 0; round < 2; round += 1)
      expect(lines(await validateOnline(text, {}, {}, cwd))).toEqual([]);
    const asked = (path: string) => world.requests.filter((request) => request.includes(path));
    expect(asked('/github/repos/ada/guard').map((request) => request.slice(-3))).toEqual(['200', '304']);
    expect(asked('/npm/b-roast').map((request) => request.slice(-3))).toContain('304');
  });

  it('goes to several servers at a time, but to no more than --concurrency', async () => {
    let open = 0;
    let most = 0;
    world.intercept = (_request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(404).end('{}');
      }, 20);
      return true;
    };
    const names = 'ash birch cedar elm fir hazel larch maple oak pine'.split(' ');
    await validateOnline(
      registryText(...names.map((name) => soundEntry(name, { source: `ada/${name}`, npm: undefined }))),
      {
        concurrency: 3,
      },
    );
    expect(most).toBe(3);
  });

  it('without --online nobody is asked', async () => {
    await validateOnline(registryText(old), { online: false });
    expect(world.requests).toEqual([]);
  });
});

it('every online rule has its passing and its failing case above', () => {
  const online = RULE_IDS.filter((rule) => RULES[rule].group === 'online');
  expect(online.toSorted()).toEqual(
    [
      'npm-exists',
      'npm-deprecated',
      'npm-keyword',
      'npm-manifest',
      'kinds-honest',
      'repo-matches',
      'lifecycle-scripts',
      'license',
      'github-exists',
      'github-moved',
      'unverified',
    ].toSorted(),
  );
});
