import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import {
  CREDENTIAL_CATALOGUE,
  checkKey,
  credentialFileIn,
  readCredentials,
  removeCredential,
  storeCredential,
  storedCredential,
} from '../../src/credentials/index.ts';
import { tempFolder } from '../support/run-scripted.ts';

const CANARY = 'canary-6f1d2c9b7a';

/** The file of a home of its own, with this content and mode. */
function fileWith(content?: string, mode = 0o600): string {
  const file = credentialFileIn(tempFolder());
  mkdirSync(dirname(file), { recursive: true });
  if (content !== undefined) {
    writeFileSync(file, content);
    chmodSync(file, mode);
  }
  return file;
}

const GOOD = JSON.stringify({ acme: { kind: 'api', key: CANARY } });

async function failureOf(work: Promise<unknown>): Promise<ModError> {
  const error = await work.then(
    () => new Error('It succeeded.'),
    (thrown: unknown) => thrown,
  );
  if (!ModError.isInstance(error)) throw error;
  return error;
}

/** Everything that could be printed of an error. */
function allOf(error: ModError): string {
  return [JSON.stringify(error.diagnostic), error.stack, String(error.cause)].join('\n');
}

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

describe('storing a key', () => {
  it('makes a file for the owner alone, with the key under its provider', async () => {
    const file = credentialFileIn(tempFolder());
    expect(await storeCredential(file, 'acme', CANARY)).toEqual({
      file,
      wasStored: false,
      wasExposed: false,
      providers: [],
    });
    expect(modeOf(file)).toBe('600');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(GOOD));
    expect(readdirSync(dirname(file))).toEqual(['credentials.json']);
  });

  it('takes the place of the key before and leaves those of others', async () => {
    const file = fileWith(GOOD);
    await storeCredential(file, 'other', 'k2');
    expect(await storeCredential(file, 'acme', 'k3')).toMatchObject({ wasStored: true });
    expect([...(await readCredentials(file))]).toEqual([
      ['acme', { kind: 'api', key: 'k3' }],
      ['other', { kind: 'api', key: 'k2' }],
    ]);
  });

  it('of ten at once loses none', async () => {
    const file = credentialFileIn(tempFolder());
    const ids = Array.from({ length: 10 }, (_, index) => `p${index}`);
    await Promise.all(ids.map((id) => storeCredential(file, id, `key-of-${id}`)));
    expect([...(await readCredentials(file)).keys()].sort()).toEqual(ids);
  });

  it('into a file that is open to others closes it, and says so', async () => {
    const file = fileWith(GOOD, 0o644);
    expect(await storeCredential(file, 'b', 'k')).toMatchObject({ wasExposed: true });
    expect(modeOf(file)).toBe('600');
  });

  it('leaves a file that does not parse byte for byte', async () => {
    const text = `{"acme": {"kind": "api", "key": "${CANARY}"`;
    const file = fileWith(text);
    const error = await failureOf(storeCredential(file, 'b', 'k'));
    expect(error.diagnostic).toMatchObject({ code: 'CREDENTIALS_MALFORMED', where: { file, line: 1 } });
    expect(allOf(error)).not.toContain(CANARY);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('says why when the file cannot be written', async () => {
    const home = tempFolder();
    writeFileSync(join(home, '.commandcode'), 'a file where a folder should be');
    const error = await failureOf(storeCredential(credentialFileIn(home), 'acme', CANARY));
    expect(error.diagnostic.code).toBe('CREDENTIALS_NOT_WRITABLE');
    expect(allOf(error)).not.toContain(CANARY);
  });

  it.each(['__proto__', 'constructor', 'toString'])('works for a provider called %s', async (id) => {
    const file = credentialFileIn(tempFolder());
    expect(await storeCredential(file, id, 'k')).toMatchObject({ wasStored: false });
    expect((await readCredentials(file)).get(id)).toEqual({ kind: 'api', key: 'k' });
  });
});

describe('taking a key away', () => {
  it('leaves the others', async () => {
    const file = fileWith(JSON.stringify({ a: { kind: 'api', key: '1' }, b: { kind: 'api', key: '2' } }));
    expect(await removeCredential(file, 'a')).toMatchObject({ wasStored: true, providers: ['a', 'b'] });
    expect([...(await readCredentials(file)).keys()]).toEqual(['b']);
  });

  it('of a provider without one writes nothing', async () => {
    const file = credentialFileIn(tempFolder());
    expect(await removeCredential(file, 'a')).toMatchObject({ wasStored: false });
    expect(readdirSync(dirname(file))).toEqual([]);
  });
});

describe('reading keys', () => {
  it('a file that is not there holds none, and neither does an empty one', async () => {
    expect(await readCredentials(credentialFileIn(tempFolder()))).toEqual(new Map());
    expect(await readCredentials(fileWith(''))).toEqual(new Map());
  });

  it('goes through a link to a file elsewhere, whose rights are those that count', async () => {
    const elsewhere = fileWith(GOOD, 0o640);
    const file = fileWith();
    symlinkSync(elsewhere, file);
    expect((await failureOf(readCredentials(file))).diagnostic.code).toBe('CREDENTIALS_EXPOSED');
    chmodSync(elsewhere, 0o600);
    expect((await readCredentials(file)).get('acme')?.key).toBe(CANARY);
  });

  it.each([0o604, 0o640, 0o620, 0o602, 0o777])('refuses a file with the mode %o', async (mode) => {
    const file = fileWith(GOOD, mode);
    const error = await failureOf(readCredentials(file));
    expect(error.diagnostic).toMatchObject({
      code: 'CREDENTIALS_EXPOSED',
      where: { file },
      hint: expect.stringContaining(`chmod 600 ${file}`),
    });
    expect(allOf(error)).not.toContain(CANARY);
  });

  it.each([0o600, 0o400])('takes a file with the mode %o', async (mode) => {
    expect((await readCredentials(fileWith(GOOD, mode))).get('acme')?.key).toBe(CANARY);
  });

  it.each([
    ['no JSON', `${CANARY}`],
    ['JSON that breaks off', `{"acme": "${CANARY}`],
    ['a comment', `// ${CANARY}\n{}`],
    ['a list', `["${CANARY}"]`],
  ])('refuses %s, and shows nothing of it', async (_what, content) => {
    const error = await failureOf(readCredentials(fileWith(content)));
    expect(error.diagnostic.code).toBe('CREDENTIALS_MALFORMED');
    expect(allOf(error)).not.toContain(CANARY);
  });

  it('says what the system says of a folder in its place', async () => {
    const file = fileWith();
    mkdirSync(file, { mode: 0o700 });
    expect((await failureOf(readCredentials(file))).diagnostic).toMatchObject({
      code: 'CREDENTIALS_UNREADABLE',
      message: expect.stringContaining('EISDIR'),
    });
  });
});

describe('an entry that is no credential', () => {
  it.each([
    ['a text', `"${CANARY}"`],
    ['of another kind', `{"kind": "oauth", "key": "${CANARY}"}`],
    ['with a key that is no text', `{"kind": "api", "key": ["${CANARY}"]}`],
    ['with an empty key', '{"kind": "api", "key": ""}'],
  ])('is refused for its provider, not shown, and left in place: %s', async (_what, entry) => {
    const file = fileWith(`{"acme": ${entry}, "good": {"kind": "api", "key": "k"}}`);
    const error = await failureOf(storedCredential({ id: 'acme' }, { file, env: {} }));
    expect(error.diagnostic.code).toBe('CREDENTIALS_MALFORMED');
    expect(allOf(error)).not.toContain(CANARY);
    expect(await storedCredential({ id: 'good' }, { file, env: {} })).toEqual({ kind: 'api', key: 'k' });
    await storeCredential(file, 'other', 'k2');
    expect(JSON.parse(readFileSync(file, 'utf8')).acme).toEqual(JSON.parse(entry));
  });
});

describe('which key counts', () => {
  const auth = {
    methods: [{ kind: 'api' as const, label: 'Acme key', variable: 'ACME_KEY' }],
    loader: () => ({ headers: {} }),
  };
  const provider = { id: 'acme', auth };

  it('the stored one while the environment has none', async () => {
    const file = fileWith(GOOD);
    for (const env of [{}, { ACME_KEY: '' }, { ACME_KEY: '  ' }]) {
      expect(await storedCredential(provider, { file, env })).toEqual({ kind: 'api', key: CANARY });
    }
  });

  it('that of the environment, and then the file is not even read', async () => {
    const file = fileWith('no JSON', 0o644);
    expect(await storedCredential(provider, { file, env: { ACME_KEY: 'x' } })).toBeUndefined();
  });

  it('none of another provider', async () => {
    expect(
      await storedCredential({ ...provider, id: 'else' }, { file: fileWith(GOOD), env: {} }),
    ).toBeUndefined();
  });
});

describe('a look at a key before it is stored', () => {
  const method = (validate?: (params: { readonly key: string }) => unknown) =>
    ({ kind: 'api', label: 'Acme key', ...(validate && { validate }) }) as const;

  it.each([
    ['nothing at all', undefined],
    ['true', true],
    ['undefined', null],
    ['an object', { ok: true }],
    ['an object that says nothing of it', { user: 'me' }],
  ])('takes it when the method answers with %s', async (_what, answer) => {
    await expect(
      checkKey(
        CANARY,
        method(() => answer),
      ),
    ).resolves.toBeUndefined();
    await expect(
      checkKey(
        CANARY,
        method(async () => answer),
      ),
    ).resolves.toBeUndefined();
  });

  it('takes it when the method does not look', async () => {
    await expect(checkKey(CANARY, method())).resolves.toBeUndefined();
  });

  it.each([
    ['false', false, 'its provider does not take it'],
    ['a text', `${CANARY} is of the old kind.`, '[redacted] is of the old kind'],
    ['{valid: false}', { valid: false }, 'its provider does not take it'],
    ['{ok: false, error}', { ok: false, error: `No ${CANARY}` }, 'No [redacted]'],
    ['{isValid: false, reason}', { isValid: false, reason: 'expired' }, 'expired'],
  ])('refuses it for %s', async (_what, answer, reason) => {
    const error = await failureOf(
      checkKey(
        CANARY,
        method(() => answer),
      ),
    );
    expect(error.message).toBe(`The Acme key was not stored: ${reason}.`);
    expect(allOf(error)).not.toContain(CANARY);
  });

  it('refuses it for a throw and for a rejection, without the key', async () => {
    const fail = ({ key }: { readonly key: string }) => {
      throw new Error(`401 for ${key}`);
    };
    for (const validate of [fail, async (params: { readonly key: string }) => fail(params)]) {
      const error = await failureOf(checkKey(CANARY, method(validate)));
      expect(error.message).toBe('The Acme key was not stored: 401 for [redacted].');
      expect(allOf(error)).not.toContain(CANARY);
    }
  });

  it.each(['', 'two words', 'a\nb: c', 'schlüssel', 'x\u0000', 'k'.repeat(9000)])(
    'refuses what no header can carry, and asks nobody: %j',
    async (key) => {
      const asked: unknown[] = [];
      const error = await failureOf(
        checkKey(
          key,
          method((params) => void asked.push(params)),
        ),
      );
      expect(error.diagnostic.code).toBe('KEY_UNUSABLE');
      expect(asked).toEqual([]);
    },
  );
});

describe('the page about errors of credentials', () => {
  it('has a section for each code, in the order of the catalogue, and for nothing else', () => {
    const page = readFileSync(
      new URL('../../../../docs/errors/harness-credentials.md', import.meta.url),
      'utf8',
    );
    const sections = [...page.matchAll(/^## ([A-Z_]+)$/gm)].map(([, code]) => code);
    expect(sections).toEqual(Object.keys(CREDENTIAL_CATALOGUE));
  });
});
