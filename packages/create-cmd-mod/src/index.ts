/** The scaffold of mods. Start with `scaffold`. */

export type { GivenAnswers } from './answers.ts';
export {
  SCAFFOLD_CATALOGUE,
  type ScaffoldCode,
  type ScaffoldDiagnostic,
  ScaffoldError,
} from './diagnostics.ts';
export type { GitOutcome } from './git.ts';
export type { NextCommand } from './next-commands.ts';
export { reportText } from './render.ts';
export { type Ended, type ProcessOptions, runProcess } from './run-process.ts';
export {
  type ScaffoldOptions,
  type ScaffoldReport,
  type ScaffoldWorld,
  type StepOutcome,
  scaffold,
} from './scaffold.ts';
export { TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './templates.ts';
