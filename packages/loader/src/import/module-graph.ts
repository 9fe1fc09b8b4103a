import { createRequire } from 'node:module';
import type { StaticImport } from './collect-imports.ts';
import { type CompiledFile, type CompileMode, compile, compileSync } from './compile.ts';
import type { CompileCache } from './compile-cache.ts';
import { type HostModules, hostPackageOf } from './host-modules.ts';
import { ImportFailure } from './import-failure.ts';
import { importPackage } from './import-package.ts';
import { createRecord, findCycle, type ModuleRecord, waitsFor } from './module-record.ts';
import { type Namespace, namespaceOf, withImportedNames } from './namespace.ts';
import { isCode, readData, readSource } from './read-file.ts';
import { candidatesFor, isFileSpecifier, resolveFileImport } from './resolve-import.ts';
import { runModule } from './run-module.ts';

/**
 * Evaluates a mod's own files, each once, and leaves its dependencies to Node. A new graph evaluates everything anew, which
 * Node's own cache of ES modules cannot do: that is what a reload needs, for JavaScript as well as for TypeScript.
 * Files that import each other in a circle see each other's exports as far as they are filled.
 */
export class ModuleGraph {
  /**
   * The real path of every own file that was asked for so far, and of those that were not there; a dynamic import may add to
   * it later.
   */
  readonly files: Set<string> = new Set();
  readonly #modules = new Map<string, ModuleRecord>();
  readonly #hostModules: HostModules;
  readonly #cache: CompileCache;

  constructor(options: { readonly hostModules: HostModules; readonly cache: CompileCache }) {
    this.#hostModules = options.hostModules;
    this.#cache = options.cache;
  }

  /**
   * Imports a file by its real path.
   *
   * @throws CompileError, ImportFailure, or whatever the file's code throws.
   */
  async import(file: string): Promise<Namespace> {
    const record = this.#modules.get(file) ?? this.#start(file, undefined);
    await record.done;
    return namespaceOf(record.module.exports);
  }

  /** A circle of imports that can be reached from a file, first file repeated at the end; `undefined` when there is none. */
  findCycle(file: string): readonly string[] | undefined {
    const entry = this.#modules.get(file);
    return entry && findCycle(entry);
  }

  /** What the file imports, with places; empty for a file that was not compiled. */
  importsOf(file: string): readonly StaticImport[] {
    return this.#modules.get(file)?.compiled?.imports ?? [];
  }

  /** The file's compiled text, with the source's lines. */
  codeOf(file: string): string | undefined {
    return this.#modules.get(file)?.compiled?.code;
  }

  #start(file: string, importer: string | undefined): ModuleRecord {
    const record = this.#add(file);
    record.done = this.#evaluate(record, importer).finally(() => {
      record.isDone = true;
    });
    record.done.catch(() => undefined); // Whoever imports the file sees the error; a circle may leave nobody waiting.
    return record;
  }

  #add(file: string): ModuleRecord {
    const record = createRecord(file);
    this.#modules.set(file, record);
    this.files.add(file);
    return record;
  }

  async #evaluate(record: ModuleRecord, importer: string | undefined): Promise<void> {
    if (!isCode(record.file)) record.module.exports = readData(record.file, importer);
    else {
      const source = readSource(record.file, importer);
      await this.#run(record, await compile(record.file, source, 'import', this.#cache), 'import');
    }
  }

  #run(record: ModuleRecord, compiled: CompiledFile, mode: CompileMode): Promise<void> | void {
    record.compiled = compiled;
    return runModule(record.file, compiled.code, mode, record.module, {
      require: this.#requireFor(record),
      import: (specifier) => this.#importFrom(record, specifier),
    });
  }

  async #importFrom(importer: ModuleRecord, specifier: string): Promise<Namespace> {
    const from = { specifier, importer: importer.file };
    const statics = importer.compiled?.imports ?? [];
    const names = statics.filter((each) => each.specifier === specifier).flatMap((each) => each.names);
    const host = this.#hostModule(specifier, importer.file);
    if (host !== undefined) return withImportedNames(host as Namespace, names, 'host-export', from);
    if (isFileSpecifier(specifier)) {
      const target = await this.#load(importer, resolveOrFail(specifier, importer.file, this.files));
      const namespace = namespaceOf(target.module.exports);
      return target.isDone ? withImportedNames(namespace, names, 'export', from) : namespace;
    }
    const answer = await importPackage(
      specifier,
      importer.file,
      (name) => hostPackageOf(name, this.#hostModules) !== undefined,
    );
    const namespace =
      'namespace' in answer
        ? (answer.namespace as Namespace)
        : namespaceOf((await this.#load(importer, answer.compileFile)).module.exports);
    return withImportedNames(namespace, names, 'export', from);
  }

  /** The file's record once it is evaluated, or at once when it waits, itself or through others, for the importer. */
  async #load(importer: ModuleRecord, file: string): Promise<ModuleRecord> {
    const target = this.#modules.get(file) ?? this.#start(file, importer.file);
    importer.imports.add(target);
    if (target === importer || waitsFor(target, importer)) return target;
    importer.waitsFor.add(target);
    try {
      await target.done;
    } finally {
      importer.waitsFor.delete(target);
    }
    return target;
  }

  #hostModule(specifier: string, importer: string): object | undefined {
    const name = hostPackageOf(specifier, this.#hostModules);
    if (name === undefined || name === specifier) return this.#hostModules[specifier];
    const message = `${name} has no subpath ${specifier.slice(name.length + 1)}.`;
    throw new ImportFailure('host-subpath', { message, specifier, importer });
  }

  #requireFor(importer: ModuleRecord): NodeJS.Require {
    const native = createRequire(importer.file);
    const require = (specifier: string): unknown =>
      this.#hostModule(specifier, importer.file) ??
      (isFileSpecifier(specifier)
        ? this.#requireFile(importer, resolveOrFail(specifier, importer.file, this.files))
        : native(specifier));
    return Object.assign(require, {
      resolve: native.resolve,
      cache: native.cache,
      extensions: native.extensions,
      main: native.main,
    });
  }

  #requireFile(importer: ModuleRecord, file: string): unknown {
    const known = this.#modules.get(file);
    const record = known ?? this.#add(file);
    importer.imports.add(record);
    if (known !== undefined) return known.module.exports;
    try {
      this.#evaluateAtOnce(record, importer.file);
    } catch (error) {
      this.#modules.delete(file); // As Node does: the next require tries again.
      throw error;
    }
    record.isDone = true;
    return record.module.exports;
  }

  #evaluateAtOnce(record: ModuleRecord, importer: string): void {
    if (!isCode(record.file)) record.module.exports = readData(record.file, importer);
    else {
      const source = readSource(record.file, importer);
      const requireCompiler = createRequire(import.meta.url);
      void this.#run(
        record,
        compileSync(record.file, source, 'require', this.#cache, requireCompiler),
        'require',
      );
    }
  }
}

/** A file that is not there is asked for all the same: a watcher sees it come. */
function resolveOrFail(specifier: string, importer: string, files: Set<string>): string {
  const file = resolveFileImport(specifier, importer);
  if (file !== undefined) return file;
  for (const candidate of candidatesFor(specifier, importer)) files.add(candidate);
  const message = `Nothing is at ${specifier}, seen from ${importer}.`;
  throw new ImportFailure('missing', { message, specifier, importer });
}
