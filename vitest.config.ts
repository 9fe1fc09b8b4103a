import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@cmd-mods/source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@cmd-mods/source', 'node', 'import', 'default'] } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/fixtures/**', '**/dist/**'],
    setupFiles: ['test/support/isolate-home.ts'],
    // One less than the cores would be the default, which leaves half of a small machine idle.
    maxWorkers: '100%',
    testTimeout: 20_000,
    typecheck: {
      enabled: true,
      include: ['packages/*/test/**/*.test-d.ts'],
      tsconfig: 'tsconfig.test.json',
    },
  },
});
