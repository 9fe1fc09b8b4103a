import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { createSettingsWriter } from '../../src/settings/settings-writer.ts';
import { settingsFile, temporaryFolder } from '../support/fixture.ts';

describe('the sources of a settings file', () => {
  it('add and remove preserve hand-written object entries, and `mods.paths`', async () => {
    const file = settingsFile(`{
  "mods": {
    "sources": [
      {"source": "owner/pack@v1", "mods": ["review/*.ts"]}, // mine
      "npm:b"
    ],
    "paths": ["npm:b"]
  }
}
`);
    const writer = createSettingsWriter(file);
    expect(await writer.sources()).toEqual(['owner/pack@v1', 'npm:b']);
    await writer.addSource('npm:c');
    await writer.addSource('owner/pack@v2', 'owner/pack@v1');
    await writer.addSource('npm:b@2', 'npm:b');
    expect(await writer.sources()).toEqual(['owner/pack@v2', 'npm:b@2', 'npm:c']);
    await writer.removeSource('npm:b@2');
    const text = readFileSync(file, 'utf8');
    expect(parse(text)).toEqual({
      mods: { sources: [{ source: 'owner/pack@v2', mods: ['review/*.ts'] }, 'npm:c'], paths: ['npm:b'] },
    });
    expect(text).toContain('// mine');
  });

  it('adding a source that is there changes nothing', async () => {
    const file = settingsFile('{"mods": {"sources": [{"source": "npm:a"}]}}');
    await createSettingsWriter(file).addSource('npm:a');
    expect(readFileSync(file, 'utf8')).toBe('{"mods": {"sources": [{"source": "npm:a"}]}}');
  });

  it('of a file that does not parse cannot be read, so a command ends before it begins', async () => {
    await expect(createSettingsWriter(settingsFile('{')).sources()).rejects.toMatchObject({
      diagnostic: { code: 'SETTINGS_BROKEN' },
    });
  });

  it('of a file that is not there are none, and the first one creates it', async () => {
    const file = join(temporaryFolder(), '.commandcode/settings.json');
    const writer = createSettingsWriter(file);
    expect(await writer.sources()).toEqual([]);
    await writer.addSource('npm:a');
    expect(await writer.sources()).toEqual(['npm:a']);
  });
});
