import { join } from 'node:path';
import ts from 'typescript';
import { type CodeBlock, ROOT } from './pages.ts';

/**
 * Type-checks blocks as the modules they are, all in one program, as strictly as this repository's own tests.
 * @returns a line for each fault, at its place in the page.
 */
export function typeFaults(blocks: readonly CodeBlock[]): readonly string[] {
  const files = new Map(blocks.map((block, index) => [join(ROOT, `test/docs/block-${index}.ts`), block]));
  const options = compilerOptions();
  const host = ts.createCompilerHost(options, true);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path)?.code ?? readFile(path);
  host.getSourceFile = (path, languageVersion, ...others) => {
    const block = files.get(path);
    if (block === undefined) return getSourceFile(path, languageVersion, ...others);
    return ts.createSourceFile(path, block.code, languageVersion, true);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files].flatMap(([path, block]) => {
    const source = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ start = 0, messageText }) => {
      const line = block.line + 1 + (source?.getLineAndCharacterOfPosition(start).line ?? 0);
      return `${block.page}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.test.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, references: [] }, ts.sys, ROOT);
  return {
    ...options,
    // Every block is a module of its own, also one that imports nothing; and an example may name what it does not use.
    moduleDetection: ts.ModuleDetectionKind.Force,
    noUnusedLocals: false,
    noUnusedParameters: false,
  };
}
