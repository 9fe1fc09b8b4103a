import type { ValidateReport } from './validate.ts';

/**
 * The exit code of a validation that ran: 1 when there is an error, or more warnings than allowed; else 0. Exit code 2 is for
 * one that could not run, which throws.
 */
export function exitCodeOf({ findings }: Pick<ValidateReport, 'findings'>, maxWarnings?: number): 0 | 1 {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  if (warnings < findings.length) return 1;
  return maxWarnings !== undefined && warnings > maxWarnings ? 1 : 0;
}
