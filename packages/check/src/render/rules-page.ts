import type { RuleText } from '../rules/rule.ts';
import { describeRules } from '../rules/table.ts';

const GROUPS = {
  source:
    'The code of the mods. These follow the API through aliases, parameters, spreads and imports, as far as the text shows it.',
  package: 'The package around them: what is published, and how it meets a host and a registry.',
} as const;

/** The page docs/check.md, printed from the table of rules. */
export function renderRulesPage(): string {
  const rules = describeRules();
  const sections = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => {
    const title = group === 'source' ? '# Code' : '# Package';
    return [title, GROUPS[group], ...rules.filter((rule) => rule.group === group).map(section)].join('\n\n');
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `# Checking a mod

<!-- Printed from packages/check/src/rules: npm run generate -w @cmd-mods/check -->

\`cmd mods check [path]\` says everything an author wants to know before publishing: types, mistakes that fail in silence, the
manifest, what npm would publish, and whether the mods load from that. An error cannot work or would be rejected; a warning is risky.
Nothing of the mod runs but its import, in a process of its own; \`--no-load\` leaves that out. No script of the package runs.
So a check says nothing of a factory that always throws, nor of what hooks and tools do: \`cmd mods test\` runs the tests of a mod, and
\`cmd -p --mod <path>\` the mod itself.
The options are in [the \`cmd mods\` commands](commands.md#check-path).

Where a fault is meant, a comment with a reason lets it stand, on the same line or the line above:

\`\`\`js
// check-ignore guard-throws: the input was parsed before, in the same hook
\`\`\``;

function section({
  id,
  severity,
  summary,
  why,
  fix,
  bad,
  good,
  isFixable,
}: RuleText & { readonly id: string }): string {
  const kind = `**${severity === 'error' ? 'Error' : 'Warning'}**${isFixable ? ', fixable' : ''}`;
  // The wrong examples are not compiled, so their fence has another name than those that a test compiles.
  const isJson = bad.startsWith('{');
  return [
    `## ${id}`,
    `${kind}. ${summary}.`,
    why,
    fix,
    'Wrong:',
    fence(isJson ? 'json' : 'typescript', bad),
    'Right:',
    fence(isJson ? 'json' : 'ts', good),
  ].join('\n\n');
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\`\`\``;
}
