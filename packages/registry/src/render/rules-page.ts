import { RULE_IDS, type RuleId, ruleText } from '../rules/table.ts';

const GROUPS = {
  offline: 'The file alone. These run always.',
  diff: 'Base against head. These run with `--base`; `official` does as well.',
  online: 'npm and GitHub. These run with `--online`.',
} as const;

/** The page docs/registry-rules.md, printed from the table of rules. */
export function renderRulesPage(): string {
  const sections = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => {
    const ids = RULE_IDS.filter((id) => ruleText(id).group === group);
    return [`# ${title(group)}`, GROUPS[group], ...ids.map(section)].join('\n\n');
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `# Rules of the registry

<!-- Printed from packages/registry/src/rules/table.ts: npm run generate -w @cmd-mods/registry -->

\`cmd mods registry validate\` checks these. An error makes it exit with 1, a warning does not, unless \`--max-warnings\` says so.
"Fixable" rules are mended by \`--fix\`, which never changes what an entry means. How to set it up: [registry](registry.md).`;

function title(group: keyof typeof GROUPS): string {
  return { offline: 'Offline', diff: 'Base and head', online: 'Online' }[group];
}

function section(id: RuleId): string {
  const { severity, title: text, why, fix, isFixable } = ruleText(id);
  const kind = `**${severity === 'error' ? 'Error' : 'Warning'}**${isFixable ? ', fixable' : ''}`;
  return `## ${id}\n\n${kind}. ${text}.\n\n${why}\n\n${fix}`;
}
