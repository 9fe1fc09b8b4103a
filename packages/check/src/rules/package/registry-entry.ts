import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkEntryText, type Finding, writeEntry } from '@cmd-mods/registry';
import type { Facts } from '../../facts/facts.ts';
import type { Problem } from '../../problem.ts';
import type { PackageRule } from '../rule.ts';

/** The entry that a registry would be asked to take. */
export const registryEntry: PackageRule = {
  severity: 'error',
  group: 'package',
  summary: 'The entry for a registry is not valid',
  why: 'A registry would refuse registry-entry.json as it stands. Where there is no such file, the entry that cmd mods registry entry writes is checked, and its faults are warnings.',
  fix: 'docs/registry-rules.md explains each rule.',
  bad: `{
  "name": "Shout",
  "source": "shout",
  "description": "Answers in upper case.",
  "author": { "name": "Ada" },
  "kinds": ["hook"]
}
`,
  good: `{
  "name": "shout",
  "source": "shout",
  "description": "Answers in upper case.",
  "author": { "name": "Ada" },
  "kinds": ["hook"]
}
`,
  check: async (facts): Promise<readonly Problem[]> => {
    const { target } = facts;
    const read = facts.packageJson;
    if (read === undefined || read.faults.length > 0) return [];
    const file = join(target.root, 'registry-entry.json');
    const io = { ...facts.world, cwd: target.root };
    if (existsSync(file)) {
      const text = readFileSync(file, 'utf8');
      const findings = await checkEntryText('registry-entry.json', text, io);
      return findings.map((finding) => written(file, text, finding));
    }
    if (read.content.private === true || target.mods.length === 0) return [];
    const { findings } = await writeEntry({ path: target.root }, io);
    return derived(facts, findings);
  },
};

function written(file: string, text: string, finding: Finding): Problem {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)];
  const at = (line: number, column: number): number => (starts[line - 1] ?? 0) + column - 1;
  return {
    at: {
      file,
      start: at(finding.line, finding.column),
      end: at(finding.endLine, finding.endColumn),
    },
    severity: finding.severity,
    message: `${finding.message} (${finding.rule})`,
    ...(finding.hint === undefined ? {} : { hint: finding.hint }),
  };
}

/** Fields of an entry that come from package.json; the others are what the mods register. */
const FROM = ['name', 'description', 'author', 'repository', 'keywords'];

function derived(facts: Facts, findings: readonly Finding[]): readonly Problem[] {
  const read = facts.packageJson;
  if (read === undefined) return [];
  // A missing description or repository has a rule of its own.
  const said = findings.filter(
    ({ message }) => !/\b(?:description|repo)\b.*missing|lacks.*\b(?:description|repo)\b/i.test(message),
  );
  return said.map((finding): Problem => {
    const field = finding.path.split('/').at(-1) ?? '';
    const key = FROM.find((one) => one === field || (one === 'keywords' && field === 'tags')) ?? 'name';
    return {
      at: read.place([key]),
      severity: 'warning',
      message: `A registry would say of the entry that package.json gives: ${finding.message} (${finding.rule})`,
      ...(finding.hint === undefined ? {} : { hint: finding.hint }),
    };
  });
}
