import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { beyondAllowance, readAllowance } from './allowance.ts';
import { inspectDiagnostic } from './diagnostics.ts';
import { isRecord } from './package/manifest.ts';
import type { Allowance, Excess, InspectReport } from './report.ts';

/**
 * Reads a policy file: `{"$schema"?, "allow": {...}}`.
 *
 * @throws ModError `INSPECT_POLICY_UNREADABLE` when it is not there or no JSON, `INSPECT_POLICY_INVALID` when it has another form
 */
export function readPolicy(path: string, cwd: string): Allowance {
  let text: string;
  let json: unknown;
  try {
    text = readFileSync(resolve(cwd, path), 'utf8');
    json = JSON.parse(text);
  } catch (cause) {
    const message = `The policy '${path}' could not be read: ${(cause as Error).message}`;
    throw new ModError(
      inspectDiagnostic('INSPECT_POLICY_UNREADABLE', { message, where: { file: path }, cause }),
    );
  }
  const problems = problemsOf(json);
  if (problems.length > 0)
    throw new ModError(
      inspectDiagnostic('INSPECT_POLICY_INVALID', {
        message: `The policy '${path}' is not one: ${problems.join('; ')}.`,
        where: { file: path },
      }),
    );
  return (json as { allow: Allowance }).allow;
}

function problemsOf(json: unknown): readonly string[] {
  if (!isRecord(json)) return ['it is not an object'];
  const others = Object.keys(json).filter((key) => key !== '$schema' && key !== 'allow');
  const allowance = readAllowance(json.allow, 'allow');
  return [
    ...others.map((key) => `it has a key that nothing reads: '${key}'`),
    ...('problems' in allowance ? allowance.problems : []),
  ];
}

/** One finding for each thing beyond the policy. */
export function checkPolicy(report: InspectReport, allow: Allowance): Diagnostic[] {
  return beyondAllowance(report, allow).map((excess) =>
    excessDiagnostic('INSPECT_BEYOND_POLICY', excess, report, 'the policy does not allow'),
  );
}

/** One finding for each thing beyond what the package declares; one for a package that declares nothing. */
export function checkDeclared(report: InspectReport): Diagnostic[] {
  if (!report.declared)
    return [
      inspectDiagnostic('INSPECT_NOTHING_DECLARED', {
        message: `${report.target} has no valid commandcode.reach in its package.json.`,
      }),
    ];
  return report.declared.undeclared.map((excess) =>
    excessDiagnostic('INSPECT_BEYOND_DECLARED', excess, report, 'its package does not declare'),
  );
}

const WORDS: Readonly<Record<Excess['kind'], (name: string) => string>> = {
  reach: (name) => `reaches '${name}'`,
  unknown: (name) => `may reach '${name}', which could not be seen`,
  env: (name) =>
    name === '*'
      ? 'reads environment variables whose names could not be seen'
      : `reads the environment variable '${name}'`,
  hosts: (name) => `names the host '${name}'`,
  externals: (name) => `imports '${name}'`,
  hooks: (name) =>
    name === '*' ? 'registers hooks whose names could not be seen' : `registers the hook '${name}'`,
};

function excessDiagnostic(
  code: 'INSPECT_BEYOND_POLICY' | 'INSPECT_BEYOND_DECLARED',
  excess: Excess,
  report: InspectReport,
  why: string,
): Diagnostic {
  const message = `${report.name ?? report.target} ${WORDS[excess.kind](excess.name)}, which ${why}.`.replace(
    /, which could not be seen, which/,
    ' (it could not be seen), which',
  );
  return inspectDiagnostic(code, { message, ...(excess.where ? { where: excess.where } : {}) });
}
