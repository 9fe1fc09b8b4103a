import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as api from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';

describe('what the package exports at run time', () => {
  it('is a handful of helpers and tables; all else is types', () => {
    expect(Object.keys(api).toSorted()).toEqual([
      'API_PACKAGE_NAMES',
      'API_VERSION',
      'EFFORTS',
      'ELEMENT_TYPES',
      'EVENTS',
      'HOOKS',
      'ModError',
      'OVERRIDABLE_COMPONENTS',
      'defineMod',
      'diagnosticsOf',
      'getModState',
      'setModState',
    ]);
  });

  it('takes nothing from anywhere else, so that a mod pays for nothing', () => {
    const source = join(import.meta.dirname, '../src');
    const imports = readdirSync(source).flatMap((file) => [
      ...readFileSync(join(source, file), 'utf8').matchAll(/^(?:import|export) .* from '([^']+)';$/gm),
    ]);
    expect(imports.length).toBeGreaterThan(10);
    expect(
      imports.map(([, specifier]) => specifier).filter((specifier) => !specifier?.startsWith('./')),
    ).toEqual([]);
  });

  it('is answered by the host under its own name and under the one that mods in the wild use', () => {
    expect(api.API_PACKAGE_NAMES).toEqual(['@cmd-mods/mod-api', '@commandcode/harness']);
    expect(api.API_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('the table of hooks', () => {
  it('has the eighteen hooks of the page', () => {
    expect(Object.keys(api.HOOKS).toSorted()).toEqual([
      'afterToolCall',
      'appendSystemPrompt',
      'beforeModelRequest',
      'beforeToolCall',
      'onPermissionRequest',
      'onRunEnd',
      'onSessionEnd',
      'onSessionStart',
      'onStop',
      'onTurnEnd',
      'onTurnStart',
      'prepareNextTurn',
      'shouldStopAfterTurn',
      'transformContext',
      'transformInput',
      'transformMessage',
      'transformSystemPrompt',
      'transformTextDelta',
    ]);
  });

  it('makes one hook answer at once: the one inside the stream', () => {
    const atOnce = Object.entries(api.HOOKS).filter(([, { timing }]) => timing === 'sync');
    expect(atOnce.map(([name]) => name)).toEqual(['transformTextDelta']);
  });

  it('says of each hook when it fires and what becomes of a throw and of a wrong return', () => {
    for (const [name, spec] of Object.entries(api.HOOKS)) {
      expect(
        [spec.fires, spec.onThrow, spec.onMalformed].every((text) => /^[a-z]/.test(text)),
        name,
      ).toBe(true);
    }
  });
});

describe('the table of events', () => {
  it('has the run events of the page, and the two that frame a session', () => {
    const levels = Object.values(api.EVENTS).map(({ level }) => level);
    expect(levels.filter((level) => level === 'host')).toHaveLength(2);
    expect(levels).toHaveLength(41);
  });
});
