/** A TypeScript program over the mods of a target: the author's settings or ours, and types that are always there. */

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Compiler } from '@cmd-mods/inspect';
import { API_PACKAGE_NAMES } from '@cmd-mods/mod-api';
import type {
  CompilerHost,
  CompilerOptions,
  Diagnostic,
  Program,
  ResolvedModuleFull,
  SourceFile,
} from 'typescript';

/** What a mod is checked with. */
export interface ModProgram {
  readonly program: Program;
  /** The author's tsconfig, where one covers the mods. */
  readonly config: string | undefined;
  /** What is wrong with that file. */
  readonly configFaults: readonly Diagnostic[];
  /** Files that are nested more deeply than the stack holds; they are empty in the program. */
  readonly tooDeep: readonly string[];
}

const HERE = fileURLToPath(import.meta.url);

/** Makes a program of these entries and all that they import. Emits nothing. */
export function makeProgram(ts: Compiler, root: string, entries: readonly string[]): ModProgram {
  const author = authorsConfig(ts, root, entries);
  const options = author?.options ?? ownOptions(ts);
  const tooDeep: string[] = [];
  const host = hostOf(ts, options, root, tooDeep);
  // A mod without types imports nothing, and what the API has is to be known all the same.
  const api = hostTypes(ts, host)?.resolvedFileName;
  const ambient = [...(author?.ambient ?? []), ...nodeTypes(root), ...(api === undefined ? [] : [api])];
  const roots = [...entries, ...ambient];
  const program = ts.createProgram({ rootNames: [...new Set(roots)], options, host });
  return { program, config: author?.file, configFaults: author?.faults ?? [], tooDeep };
}

/** What holds without a tsconfig: strict where it finds mistakes, lenient about how things are imported and annotated. */
function ownOptions(ts: Compiler): CompilerOptions {
  return {
    ...ALWAYS,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    strict: true,
    noImplicitAny: false,
    useUnknownInCatchVariables: false,
    allowJs: true,
    checkJs: false,
    esModuleInterop: true,
    resolveJsonModule: true,
    jsx: ts.JsxEmit.Preserve,
    types: [],
  };
}

/** Nothing is written, and other people's declarations are not the author's business. */
const ALWAYS: CompilerOptions = {
  noEmit: true,
  skipLibCheck: true,
  skipDefaultLibCheck: true,
  allowImportingTsExtensions: true,
  incremental: false,
  composite: false,
  declaration: false,
  declarationMap: false,
  isolatedDeclarations: false,
  emitDeclarationOnly: false,
};

interface AuthorsConfig {
  readonly file: string;
  readonly options: CompilerOptions;
  /** Declaration files that the config names: they may say what globals there are. */
  readonly ambient: readonly string[];
  readonly faults: readonly Diagnostic[];
}

/** The nearest tsconfig up to the folder of the package, if it is about these files. */
function authorsConfig(ts: Compiler, root: string, entries: readonly string[]): AuthorsConfig | undefined {
  const file = nearestConfig(root);
  if (file === undefined) return undefined;
  const read = ts.readConfigFile(file, ts.sys.readFile);
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
    read.config ?? {},
    ts.sys,
    dirname(file),
    undefined,
    file,
  );
  const isAboutThem = entries.some((entry) => fileNames.includes(entry.split(sep).join('/')));
  const faults = [...(read.error ? [read.error] : []), ...errors.filter(({ code }) => code !== NO_INPUTS)];
  if (!isAboutThem && faults.length === 0) return undefined;
  return {
    file,
    options: { ...options, ...ALWAYS },
    ambient: fileNames.filter((name) => name.endsWith('.d.ts')),
    faults,
  };
}

const NO_INPUTS = 18003;

function nearestConfig(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const file = join(folder, 'tsconfig.json');
    if (existsSync(file)) return file;
    const isTop = folder === dirname(folder);
    if (isTop || existsSync(join(folder, 'package.json')) || existsSync(join(folder, '.git')))
      return undefined;
  }
}

/** Node's types: the author's own where they are installed, else those that the toolkit brings. */
function nodeTypes(root: string): readonly string[] {
  for (let folder = root; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules/@types/node/index.d.ts');
    // By its real path, as the compiler finds it for others: the folder may be a link, and all of it would be read twice.
    if (existsSync(file)) return [realpathSync(file)];
    if (folder === dirname(folder)) break;
  }
  const manifest = createRequire(import.meta.url).resolve('@types/node/package.json');
  return [join(dirname(manifest), 'index.d.ts')];
}

/** Declarations of packages do not change while a program runs, and reading Node's takes longer than all the rest. */
const declarations = new Map<string, SourceFile | undefined>();

function hostOf(ts: Compiler, options: CompilerOptions, root: string, tooDeep: string[]): CompilerHost {
  const host = ts.createCompilerHost(options);
  // As the compiler's own command does: comments of declarations are read for nobody here.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const { getSourceFile } = host;
  // A declaration that was read belongs to the settings it was read with, wherever these are written.
  const settings = JSON.stringify({ ...options, configFilePath: undefined });
  host.getSourceFile = (name, languageVersion, onError, shouldCreate) => {
    // The scanner counts a byte order mark as a character, and the compiler's own reading would drop it.
    if (!/\.d\.[cm]?ts$/.test(name)) {
      const text = readOrNothing(name);
      if (text === undefined) return undefined;
      try {
        return ts.createSourceFile(name, text, languageVersion, true);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        tooDeep.push(name);
        return ts.createSourceFile(name, '', languageVersion, true);
      }
    }
    if (name.startsWith(`${root}/`)) return getSourceFile(name, languageVersion, onError, shouldCreate);
    const key = `${name}\0${JSON.stringify(languageVersion)}\0${settings}`;
    if (!declarations.has(key))
      declarations.set(key, getSourceFile(name, languageVersion, onError, shouldCreate));
    return declarations.get(key);
  };
  const cache = ts.createModuleResolutionCache(root, (name) => name, options);
  host.resolveModuleNameLiterals = (literals, containingFile, redirected, _options, sourceFile) =>
    literals.map((literal) => {
      const mode = sourceFile && ts.getModeForUsageLocation(sourceFile, literal, options);
      const found = ts.resolveModuleName(
        literal.text,
        containingFile,
        options,
        host,
        cache,
        redirected,
        mode,
      );
      const hasTypes =
        found.resolvedModule !== undefined && !/\.[cm]?jsx?$/.test(found.resolvedModule.resolvedFileName);
      return hasTypes || !isHostPackage(literal.text) ? found : { resolvedModule: hostTypes(ts, host) };
    });
  return host;
}

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // The compiler asks for files that may not be there, and reports those that had to be.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** Whether an import means the API, under any of its names. */
export function isHostPackage(specifier: string): boolean {
  return API_PACKAGE_NAMES.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** The declarations of the API that this toolkit was made with. */
function hostTypes(ts: Compiler, host: CompilerHost): ResolvedModuleFull | undefined {
  const options = { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.Preserve };
  return ts.resolveModuleName(API_PACKAGE_NAMES[0], HERE, options, host).resolvedModule;
}
