/** What is allowed, read from a policy or from a package, and held against a report. */

import { HOOKS } from '@cmd-mods/mod-api';
import { isRecord } from './package/manifest.ts';
import type { Allowance, DeclaredReach, Excess, InspectReport } from './report.ts';
import { REACHES, type Reach } from './tables/capability.ts';

const LISTS = ['reach', 'env', 'hosts', 'externals', 'hooks'] as const;

/** An allowance, or what is wrong with it: each problem names the member. */
export type ReadAllowance = { readonly allow: Allowance } | { readonly problems: readonly string[] };

/** Checks that a value is an allowance. `at` is what problems call it. */
export function readAllowance(value: unknown, at: string): ReadAllowance {
  if (!isRecord(value)) return { problems: [`${at} is not an object`] };
  const problems: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (key === 'unknown') {
      if (typeof member !== 'boolean') problems.push(`${at}.unknown is neither true nor false`);
    } else if (!(LISTS as readonly string[]).includes(key)) {
      problems.push(
        `${at} has a key that nothing reads: '${key}' (it takes ${[...LISTS, 'unknown'].join(', ')})`,
      );
    } else if (!Array.isArray(member) || member.some((one) => typeof one !== 'string')) {
      problems.push(`${at}.${key} is not a list of strings`);
    } else {
      const known: readonly string[] | undefined =
        key === 'reach' ? REACHES : key === 'hooks' ? [...Object.keys(HOOKS), '*'] : undefined;
      for (const one of member as string[])
        if (known && !known.includes(one))
          problems.push(`${at}.${key} has '${one}', which is none of ${known.join(', ')}`);
    }
  }
  return problems.length > 0 ? { problems } : { allow: value as Allowance };
}

/**
 * What a report has beyond an allowance, one entry a thing, with the first line that shows it.
 * `*` in a list of names allows all of them; `*.example.com` in `hosts` allows every host below it.
 */
export function beyondAllowance(report: InspectReport, allow: Allowance): Excess[] {
  const excess: Excess[] = [];
  for (const kind of REACHES) {
    const { state, evidence } = report.reach[kind];
    if (state === 'yes' && !allow.reach?.includes(kind))
      excess.push({ kind: 'reach', name: kind, ...placeOf(evidence[0]) });
    if (state === 'unknown' && allow.unknown !== true && !allow.reach?.includes(kind))
      excess.push({ kind: 'unknown', name: kind });
  }
  for (const name of report.env) if (!includes(allow.env, name)) excess.push({ kind: 'env', name });
  for (const name of report.hosts) if (!allowsHost(allow.hosts, name)) excess.push({ kind: 'hosts', name });
  for (const { specifier, file, line } of uniqueBy(report.externals, ({ specifier }) => packageOf(specifier)))
    if (!includes(allow.externals, packageOf(specifier)))
      excess.push({ kind: 'externals', name: packageOf(specifier), where: { file, line, column: 1 } });
  if (allow.hooks)
    for (const hook of uniqueBy(report.hooks, ({ name }) => name))
      if (!includes(allow.hooks, hook.name))
        excess.push({ kind: 'hooks', name: hook.name, ...placeOf(hook) });
  return excess;
}

/** Sets what a package declares against what was found. */
export function heldAgainst(report: InspectReport, allow: Allowance): DeclaredReach {
  const unused = [
    ...(allow.reach ?? [])
      .filter((kind: Reach) => report.reach[kind].state === 'no')
      .map((kind) => `reach ${kind}`),
    ...(allow.env ?? [])
      .filter((name) => name !== '*' && !report.env.includes(name))
      .map((name) => `env ${name}`),
  ];
  return { allow, undeclared: beyondAllowance(report, allow), unused };
}

/** The package that a specifier names; a path stays as it is. */
function packageOf(specifier: string): string {
  if (/^[./]/.test(specifier)) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function includes(list: readonly string[] | undefined, name: string): boolean {
  return list !== undefined && (list.includes(name) || list.includes('*'));
}

function allowsHost(list: readonly string[] | undefined, host: string): boolean {
  if (includes(list, host)) return true;
  return list?.some((one) => one.startsWith('*.') && host.endsWith(one.slice(1))) ?? false;
}

function placeOf(
  position: { file: string; line: number; column: number } | undefined,
): Pick<Excess, 'where'> {
  return position ? { where: { file: position.file, line: position.line, column: position.column } } : {};
}

function uniqueBy<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(list.map((item) => [keyOf(item), item])).values()];
}
