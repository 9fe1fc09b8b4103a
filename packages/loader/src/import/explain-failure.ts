import type { Diagnostic, Where } from '@cmd-mods/mod-api';
import { API_VERSION } from '@cmd-mods/mod-api';
import { type PipelineCode, pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import { CompileError } from './compile.ts';
import { ImportFailure, type ImportFailureKind } from './import-failure.ts';
import type { ModuleGraph } from './module-graph.ts';
import { isFileSpecifier } from './resolve-import.ts';
import { traceThrow } from './trace-throw.ts';

const CODES: Readonly<Record<ImportFailureKind, PipelineCode>> = {
  missing: 'MOD_IMPORT_MISSING',
  'host-subpath': 'HOST_SUBPATH_UNKNOWN',
  'host-export': 'HOST_EXPORT_MISSING',
  export: 'MOD_IMPORTED_NAME_MISSING',
  unreadable: 'MOD_FILE_UNREADABLE',
};

/** Says why the import of a mod failed, where, and what to do, from whatever it threw. */
export function explainFailure(error: unknown, entry: string, graph: ModuleGraph): Diagnostic {
  if (error instanceof CompileError) {
    const { file, line, column } = error;
    const where = { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
    const message = `The file does not parse: ${error.message}.`;
    return pipelineDiagnostic('MOD_SYNTAX_ERROR', { message, where, cause: error });
  }
  if (error instanceof ImportFailure) return explainImport(error, graph);
  const where = traceThrow(error, graph.files, (file) => graph.codeOf(file)) ?? { file: entry };
  if (isRefusedByNode(error, where.file)) {
    const message = `The file does not parse: ${error.message}.`;
    return pipelineDiagnostic('MOD_SYNTAX_ERROR', { message, where, cause: error });
  }
  const message = `The mod threw while it was imported: ${describe(error)}`;
  return pipelineDiagnostic('MOD_THREW_ON_IMPORT', { message, where, cause: error });
}

/** What the compiler lets pass and Node refuses, as a broken regular expression: the stack then begins with the place. */
function isRefusedByNode(error: unknown, file: string): error is SyntaxError {
  return error instanceof SyntaxError && (error.stack?.startsWith(`${file}:`) ?? false);
}

function explainImport(error: ImportFailure, graph: ModuleGraph): Diagnostic {
  const { kind, specifier, importer, message, cause } = error;
  const hint = hintFor(error);
  const where = placeOf(error, graph) ?? { file: importer };
  return pipelineDiagnostic(CODES[kind], {
    message: kind === 'missing' ? missing(error) : message,
    where: kind === 'unreadable' ? { file: specifier } : where,
    ...(hint !== undefined && { hint }),
    ...(cause !== undefined && { cause }),
  });
}

function placeOf({ importer, specifier }: ImportFailure, graph: ModuleGraph): Where | undefined {
  const place = graph.importsOf(importer).find((each) => each.specifier === specifier);
  return place && { file: importer, line: place.line, column: place.column };
}

function missing({ specifier, importer, cause }: ImportFailure): string {
  if (cause === undefined) return `Cannot find ${specifier}, imported from ${importer}.`;
  const { message } = cause as Error;
  return message.includes(importer)
    ? `Cannot find the package ${specifier}, imported from ${importer}.`
    : `The package ${specifier} is incomplete: ${message.split('\n')[0]}`;
}

function hintFor(error: ImportFailure): string | undefined {
  const { kind, specifier, found, exportName } = error;
  if (kind === 'missing' && isFileSpecifier(specifier)) {
    return 'Correct the path, or restore the file; a path starts at the folder of the file that imports it.';
  }
  if (kind === 'missing') {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    return `Add ${name} to the dependencies of the mod's package.json and install them beside the mod.`;
  }
  if (kind === 'host-export') {
    return `This host speaks API ${API_VERSION}. Import a name that it has, or ask for a newer host in engines.commandcode.`;
  }
  if (kind === 'export') {
    const names = found.length === 0 ? 'nothing' : found.join(', ');
    return `Import a name that it exports (${names}) instead of ${exportName}.`;
  }
  return undefined;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return `a value that is no error, ${String(error)}`;
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
}
