import type { ValidateResult } from '../validate.ts';

/** `--format json`: one object with `schemaVersion`. */
export function renderJson({ report }: ValidateResult): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
