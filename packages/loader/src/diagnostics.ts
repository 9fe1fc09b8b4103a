import { type Catalogue, diagnosticsOf } from '@cmd-mods/mod-api';
import { PIPELINE_CATALOGUE } from './pipeline/diagnostics.ts';
import { SOURCE_CATALOGUE } from './sources/diagnostics.ts';

/** Every code of the loader. Each has an anchor in docs/errors.md. */
export const LOADER_CATALOGUE = { ...PIPELINE_CATALOGUE, ...SOURCE_CATALOGUE } as const satisfies Catalogue;

/** A code of the loader. */
export type LoaderCode = keyof typeof LOADER_CATALOGUE;

/** Turns a code of the loader into a diagnostic. */
export const loaderDiagnostic: ReturnType<typeof diagnosticsOf<LoaderCode>> =
  diagnosticsOf<LoaderCode>(LOADER_CATALOGUE);
