import type { DiagnosticWithLocation } from 'typescript';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** The compiler's own findings about the text. */
export const syntax: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'The file is not valid TypeScript',
  why: 'A mod that cannot be parsed cannot be loaded. Nothing else about the code is checked until it parses.',
  fix: 'Correct the text at this place.',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addFlag('loud', { type: 'boolean' };
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addFlag('loud', { type: 'boolean' });
}
`,
  check: ({ ts, program, files, tooDeep }) => {
    const deep = tooDeep.map(
      (file): Problem => ({
        at: { file, start: 0, end: 1 },
        message: 'The file is nested too deeply to be parsed.',
      }),
    );
    const found = files
      .flatMap((file): readonly DiagnosticWithLocation[] => program.getSyntacticDiagnostics(file))
      .map(
        ({ file, start, length, messageText }): Problem => ({
          at: { file: file.fileName, start, end: start + Math.max(1, length) },
          message: ts.flattenDiagnosticMessageText(messageText, ' '),
        }),
      );
    return [...deep, ...found];
  },
};
