/** Finds, installs, filters, orders, loads and reloads mods. Start reading at `load-mods.ts`. */

export { LOADER_CATALOGUE, type LoaderCode } from './diagnostics.ts';
export { type ImportedMod, type ImportOptions, importMod } from './import/import-mod.ts';
