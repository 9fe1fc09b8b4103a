/** Everything an author wants to know before publishing. Start reading at `check.ts`, then `rules/table.ts`. */

export {
  type CheckOptions,
  type CheckResult,
  checkTarget,
} from './check.ts';
export { CHECK_CATALOGUE, type CheckCode } from './diagnostics.ts';
export type { World } from './facts/facts.ts';
export { diagnosticOf, type Finding } from './finding.ts';
export { type FixedFile, planFixes, writeFixes } from './fix/apply-fixes.ts';
export type { Edit, Problem, Span } from './problem.ts';
export { renderSarif } from './render/sarif.ts';
export { renderText, type TextOptions } from './render/text.ts';
export type { RuleText } from './rules/rule.ts';
export { describeRules, RULE_IDS, type RuleId, ruleDocs } from './rules/table.ts';
export {
  type CheckCommandIo,
  type CheckCommandOptions,
  type CheckExitCode,
  exitCodeOf,
  runCheck,
} from './run.ts';
export type { Target } from './target.ts';
