/** The commands `cmd mods registry …` without their command line: options in, output and exit code out. Faults are reported, nothing is thrown but bugs. */

import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { type AuditRequest, auditRegistry } from './audit/audit.ts';
import { registryDiagnostic, registryError } from './diagnostics.ts';
import { type EntryRequest, renderEntry, writeEntry } from './entry/write-entry.ts';
import { exitCodeOf } from './exit-code.ts';
import { type BuildRequest, buildExitCode, buildHub } from './hub/build.ts';
import type { RegistryIo } from './io.ts';
import { renderGithub } from './render/github.ts';
import { renderJson } from './render/json.ts';
import { renderMarkdown } from './render/markdown.ts';
import { renderPretty } from './render/pretty.ts';
import { renderSarif } from './render/sarif.ts';
import { plural } from './render/visible.ts';
import { type ValidateRequest, type ValidateResult, validateRegistry } from './validate.ts';

/** What a command is given to work with. */
export interface RegistryCommandIo extends RegistryIo {
  /** Whether findings are coloured. */
  readonly color: boolean;
  /** Writes what the command was asked for. */
  out(text: string): void;
  /** Told of each fault and warning that is no finding. */
  report(diagnostic: Diagnostic): void;
}

/** The forms of `validate`. */
export const VALIDATE_FORMATS = ['pretty', 'json', 'github', 'sarif', 'markdown'] as const;

/** The options of `cmd mods registry validate`. */
export interface ValidateOptions extends ValidateRequest {
  /** `pretty` when left out. */
  readonly format?: (typeof VALIDATE_FORMATS)[number];
  /** Append the table to this file too, as GitHub wants step summaries. */
  readonly summary?: string;
  readonly maxWarnings?: number;
}

/** 0: done; 1: it found faults; 2: it could not run. */
export type RegistryExitCode = 0 | 1 | 2;

/** `cmd mods registry validate`. */
export function runValidate(options: ValidateOptions, io: RegistryCommandIo): Promise<RegistryExitCode> {
  return reporting(io, async () => {
    const result = await validateRegistry(options, io);
    io.out(rendered(result, options.format ?? 'pretty', io));
    if (options.summary !== undefined) await appendText(options.summary, renderMarkdown(result), io);
    return exitCodeOf(result.report, options.maxWarnings);
  });
}

/** `cmd mods registry entry`: the entry, ready to paste; with `json` the whole report. */
export function runEntry(
  { json, ...request }: EntryRequest & { readonly json?: boolean },
  io: RegistryCommandIo,
): Promise<RegistryExitCode> {
  return reporting(io, async () => {
    const report = await writeEntry(request, io);
    io.out(json ? print(report) : renderEntry(report.entry));
    if (!json) {
      for (const { rule, severity, message, hint } of report.findings) {
        const fix = hint === undefined ? {} : { hint };
        io.report({ code: rule, severity, message, ...fix });
      }
    }
    return exitCodeOf(report);
  });
}

/** `cmd mods registry audit`. Mods that nobody could look at are warnings. */
export function runAudit(
  { json, ...request }: AuditRequest & { readonly json?: boolean },
  io: RegistryCommandIo,
): Promise<RegistryExitCode> {
  return reporting(io, async () => {
    const { audit, failed } = await auditRegistry(request, io);
    for (const mod of audit.mods) {
      if (!('error' in mod)) continue;
      io.report(
        registryDiagnostic('REGISTRY_UNSCANNED', { message: `${mod.name}: ${mod.error}`, mod: mod.name }),
      );
    }
    const looked = plural(audit.mods.length - failed, 'mod');
    io.out(json ? print(audit) : `${looked} scanned, ${failed} could not be; written to ${request.out}\n`);
    return 0;
  });
}

/** `cmd mods registry build`. */
export function runBuild(
  { json, strict, ...request }: BuildRequest & { readonly json?: boolean; readonly strict?: boolean },
  io: RegistryCommandIo,
): Promise<RegistryExitCode> {
  return reporting(io, async () => {
    const report = await buildHub(request, io);
    for (const diagnostic of report.diagnostics) io.report(diagnostic);
    if (json) io.out(print(report));
    else {
      for (const { rule, severity, message, file, line, column, hint } of report.findings) {
        const fix = hint === undefined ? {} : { hint };
        io.report({ code: rule, severity, message, where: { file, line, column }, ...fix });
      }
      const { written, kept, removed } = report.pages;
      if (report.state === 'built') {
        io.out(
          `${plural(report.mods, 'mod')} in ${request.out}: ${plural(written, 'file')} written, ${kept} unchanged, ${removed} removed\n`,
        );
      }
    }
    return buildExitCode(report, strict);
  });
}

async function reporting(
  io: RegistryCommandIo,
  run: () => Promise<RegistryExitCode>,
): Promise<RegistryExitCode> {
  try {
    return await run();
  } catch (error) {
    if (!ModError.isInstance(error)) throw error;
    io.report(error.diagnostic);
    return 2;
  }
}

function rendered(
  result: ValidateResult,
  format: (typeof VALIDATE_FORMATS)[number],
  { color }: RegistryCommandIo,
): string {
  if (format === 'json') return renderJson(result);
  if (format === 'github') return renderGithub(result);
  if (format === 'sarif') return renderSarif(result);
  return format === 'markdown' ? renderMarkdown(result) : renderPretty(result, { color });
}

async function appendText(file: string, text: string, io: RegistryCommandIo): Promise<void> {
  await appendFile(resolve(io.cwd, file), text).catch((cause: unknown) => {
    throw registryError('REGISTRY_FILE_UNWRITABLE', { message: `${file} cannot be written.`, cause });
  });
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
