import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECK_CATALOGUE } from '../../packages/check/src/diagnostics.ts';
import { CLI_CATALOGUE } from '../../packages/cli/src/diagnostics.ts';
import { SCAFFOLD_CATALOGUE } from '../../packages/create-cmd-mod/src/diagnostics.ts';
import { CREDENTIAL_CATALOGUE } from '../../packages/harness/src/credentials/diagnostics.ts';
import { HARNESS_CATALOGUE } from '../../packages/harness/src/diagnostics.ts';
import { PERMISSION_CATALOGUE } from '../../packages/harness/src/permissions/diagnostics.ts';
import { PROCESS_CATALOGUE } from '../../packages/harness/src/process/diagnostics.ts';
import { SESSION_CATALOGUE } from '../../packages/harness/src/session/diagnostics.ts';
import { INSPECT_CATALOGUE } from '../../packages/inspect/src/diagnostics.ts';
import { LOADER_CATALOGUE } from '../../packages/loader/src/diagnostics.ts';
import { REGISTRY_CATALOGUE } from '../../packages/registry/src/diagnostics.ts';
import { TESTING_CATALOGUE } from '../../packages/testing/src/diagnostics.ts';
// @ts-expect-error: a script of the repository, without types.
import { errorIndex } from '../../scripts/generate-error-index.mjs';

const catalogues = {
  CHECK_CATALOGUE,
  CLI_CATALOGUE,
  CREDENTIAL_CATALOGUE,
  HARNESS_CATALOGUE,
  INSPECT_CATALOGUE,
  LOADER_CATALOGUE,
  PERMISSION_CATALOGUE,
  PROCESS_CATALOGUE,
  REGISTRY_CATALOGUE,
  SCAFFOLD_CATALOGUE,
  SESSION_CATALOGUE,
  TESTING_CATALOGUE,
};
const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const anchors = [...page.matchAll(/^### (\S+)$/gm)].map(([, code]) => code);

describe('docs/errors.md', () => {
  it('is what the pages of the packages say (npm run error-index writes it)', () => {
    expect(page).toBe(errorIndex());
  });

  it.each(Object.entries(catalogues))('has an anchor for each code of %s', (_name, catalogue) => {
    expect(Object.keys(catalogue).filter((code) => !anchors.includes(code))).toEqual([]);
  });

  it('has no code twice, and none that no package has', () => {
    const codes = Object.values(catalogues).flatMap((catalogue) => Object.keys(catalogue));
    expect(anchors.toSorted()).toEqual(codes.toSorted());
  });
});
