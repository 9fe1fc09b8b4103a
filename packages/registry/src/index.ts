/** Validates a registry of mods, audits it, builds its hub. Start reading at `validate.ts`. */

export { type AuditRequest, type AuditResult, auditRegistry } from './audit/audit.ts';
export type { AuditedMod, AuditFile, ReachSummary } from './audit/audit-file.ts';
export { BUILTIN_NAMES } from './builtin-names.ts';
export { REGISTRY_CATALOGUE, type RegistryCode } from './diagnostics.ts';
export { type LineColumn, lineMap } from './document/line-map.ts';
export {
  checkEntryText,
  type EntryReport,
  type EntryRequest,
  renderEntry,
  writeEntry,
} from './entry/write-entry.ts';
export { exitCodeOf } from './exit-code.ts';
export type { Finding } from './findings.ts';
export { type BuildReport, type BuildRequest, buildExitCode, buildHub } from './hub/build.ts';
export type { HubFile, HubMod, Live } from './hub/hub-file.ts';
export type { RegistryIo, Scan } from './io.ts';
export { codeFrame, type FramedPlace, type FramePaint } from './render/code-frame.ts';
export { renderGithub } from './render/github.ts';
export { renderJson } from './render/json.ts';
export { renderMarkdown } from './render/markdown.ts';
export { type PrettyOptions, renderPretty } from './render/pretty.ts';
export { renderSarif } from './render/sarif.ts';
export { countText, plural, visible } from './render/visible.ts';
export { RULE_IDS, RULES, type RuleId, type RuleText, ruleDocs, ruleText } from './rules/table.ts';
export {
  type RegistryCommandIo,
  type RegistryExitCode,
  runAudit,
  runBuild,
  runEntry,
  runValidate,
  VALIDATE_FORMATS,
  type ValidateOptions,
} from './run.ts';
export { HUB_SCHEMA } from './schema/hub-schema.ts';
export { REGISTRY_SCHEMA } from './schema/registry-schema.ts';
export { type Author, type Entry, KINDS, type Kind, type RegistryFile } from './types.ts';
export {
  type ValidateReport,
  type ValidateRequest,
  type ValidateResult,
  validateRegistry,
} from './validate.ts';
