// Writes packages/mod-api/mod-api.api.md: every name that the API exports, with its type. A change of the API then always
// shows in a review. `npm run api-report` writes it; a test compares it with what the sources say.
//
//   node scripts/api-report.mjs [folder]     the folder to write to; the package by default
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const project = resolve(import.meta.dirname, '../packages/mod-api');
const reportFolder = resolve(process.argv[2] ?? project);
const scratch = mkdtempSync(join(tmpdir(), 'cmd-mods-api-report-'));

try {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: join(project, 'api-extractor.json'),
    packageJsonFullPath: join(project, 'package.json'),
    configObject: {
      projectFolder: project,
      mainEntryPointFilePath: join(project, 'dist/index.d.ts'),
      compiler: { tsconfigFilePath: join(project, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: 'mod-api.api.md',
        reportFolder,
        reportTempFolder: scratch,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        // All that is exported is public; there are no release tags to keep.
        extractorMessageReporting: { 'ae-missing-release-tag': { logLevel: 'none' } },
        compilerMessageReporting: { default: { logLevel: 'error' } },
      },
    },
  });
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      // Its own TypeScript is older than ours, which it says on every run; and copying the report is what we asked for.
      if (message.messageId.startsWith('console-')) message.handled = true;
    },
  });
  process.exitCode = succeeded ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
