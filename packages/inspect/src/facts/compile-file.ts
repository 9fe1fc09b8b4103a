import { CodeBuilder, type FileFacts, NOTHING } from './code.ts';
import { type Compiler, loadCompiler } from './compiler.ts';
import { type FileContext, type Visitor, visitAll } from './context.ts';
import { onGlobal } from './globals.ts';
import { closeScope, openScope } from './scope.ts';
import { suspiciousIn } from './suspicious.ts';
import { visitorsOf } from './visitors.ts';

/** What came of one file: its facts, or why it could not be read. */
export type CompiledFile = { readonly facts: FileFacts } | { readonly unread: string };

let visitors: readonly (Visitor | undefined)[] | undefined;

/**
 * Reads one source file into facts. Never throws, whatever the text is: a file that is nested more deeply than the stack
 * holds is answered as unread, and one with a syntax error is read around it.
 *
 * @param path decides the dialect by its ending
 */
export function compileFile(path: string, text: string): CompiledFile {
  const ts = loadCompiler();
  visitors ??= visitorsOf(ts);
  try {
    return { facts: compile(path, text, ts, visitors) };
  } catch (error) {
    if (error instanceof RangeError) return { unread: 'it is nested too deeply to be parsed' };
    return { unread: `the parser failed on it (${error instanceof Error ? error.message : String(error)})` };
  }
}

function compile(
  path: string,
  text: string,
  ts: Compiler,
  table: readonly (Visitor | undefined)[],
): FileFacts {
  const sourceFile = ts.createSourceFile(path, text, {
    languageVersion: ts.ScriptTarget.ESNext,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const code = new CodeBuilder();
  const context: FileContext = {
    ts,
    sourceFile,
    code,
    visitors: table,
    requests: [],
    hosts: [],
    isJavaScript: /\.[cm]?jsx?$/.test(path),
    scope: openScope(undefined, true),
    frame: {
      thisSlot: code.slot(),
      returned: code.slot(),
      argumentsSlot: NOTHING,
      usesArguments: false,
      heritage: NOTHING,
    },
  };
  visitAll(sourceFile.statements, context);
  closeScope(context.scope, code, (name, slot, pos) => onGlobal(name, slot, pos, context));
  const [error] =
    (sourceFile as unknown as { parseDiagnostics?: readonly { messageText: unknown; start?: number }[] })
      .parseDiagnostics ?? [];
  return {
    ...code.finish(),
    requests: context.requests,
    hosts: context.hosts,
    notes: suspiciousIn(text),
    lineStarts: Int32Array.from(sourceFile.getLineStarts()),
    ...(error
      ? {
          syntaxError: {
            message: ts.flattenDiagnosticMessageText(error.messageText as string, ' '),
            pos: error.start ?? 0,
          },
        }
      : {}),
  };
}
