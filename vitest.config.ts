import { defineConfig } from 'vitest/config';

/**
 * Tests that start many processes, or that measure or load what a whole process has: each file gets a process of its own.
 * The others share theirs, and with it what they import.
 */
const ALONE = [
  'test/**/*.test.ts',
  'packages/{create-cmd-mod,testing}/test/**/*.test.ts',
  'packages/cli/test/{completion,providers,run-output,run-prompt,run-with-mods}.test.ts',
  'packages/cli/test/mods/{builtin,bundle,install-npm,new,registry,test-command}.test.ts',
  'packages/loader/test/{import,install,reload}/**/*.test.ts',
  'packages/loader/test/{lazy-imports,startup}.test.ts',
  'packages/harness/test/{process,tools}/**/*.test.ts',
  'packages/harness/test/host/{clock,programs,reload,reload-leaves-nothing,store}.test.ts',
  'packages/harness/test/permissions/shell-differential.test.ts',
  'packages/harness/test/session/session-log.test.ts',
  'packages/hooks/test/allocation.test.ts',
  'packages/inspect/test/{target,threads}.test.ts',
  'packages/mod-api/test/api-report.test.ts',
  'packages/registry/test/{action,page}.test.ts',
  'packages/*/test/**/*.browser.test.ts',
];
const NO_TESTS = ['**/node_modules/**', '**/fixtures/**', '**/dist/**'];

export default defineConfig({
  resolve: { conditions: ['@cmd-mods/source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@cmd-mods/source', 'node', 'import', 'default'] } },
  test: {
    globalSetup: 'test/support/own-temporary-folder.ts',
    setupFiles: ['test/support/isolate-home.ts'],
    testTimeout: 20_000,
    // One more than the usual two cores: tests wait a third of their time for programs, servers and disks.
    maxWorkers: 3,
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['packages/*/test/**/*.test.ts'],
          exclude: [...NO_TESTS, ...ALONE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          exclude: NO_TESTS,
          typecheck: {
            enabled: true,
            include: ['packages/*/test/**/*.test-d.ts'],
            tsconfig: 'tsconfig.test.json',
          },
        },
      },
    ],
  },
});
