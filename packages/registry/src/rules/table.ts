/** Every rule, as data: the docs page, SARIF and the renderers read this table; the checks stand beside it. */

/** What is said about one rule. */
export interface RuleText {
  readonly severity: 'error' | 'warning';
  /** When it runs: on the file alone, on base and head, or by asking npm and GitHub. */
  readonly group: 'offline' | 'diff' | 'online';
  /** One line that names what is wrong. */
  readonly title: string;
  /** Why it matters. */
  readonly why: string;
  /** What to do. */
  readonly fix: string;
  /** Whether `--fix` can mend it. */
  readonly isFixable?: true;
}

const ERROR = { severity: 'error' } as const;
const WARNING = { severity: 'warning' } as const;
const OFFLINE = { group: 'offline' } as const;
const DIFF = { group: 'diff' } as const;
const ONLINE = { group: 'online' } as const;

/** All rules by id, in the order in which they are explained. */
export const RULES = {
  'json-syntax': {
    ...ERROR,
    ...OFFLINE,
    title: 'The file is not JSON',
    why: 'No program can read the list while it stands like this.',
    fix: 'Correct the text at this place; every line with a mistake has its own finding.',
  },
  'json-duplicate-key': {
    ...ERROR,
    ...OFFLINE,
    title: 'A key is written twice in one object',
    why: 'Readers take the last one and drop the other without a word.',
    fix: 'Keep one of the two.',
  },
  schema: {
    ...ERROR,
    ...OFFLINE,
    title: 'The shape is not what the schema says',
    why: 'The hub and the command line rely on the fields and their types.',
    fix: 'Compare the entry with schemas/registry.schema.json.',
  },
  'name-charset': {
    ...ERROR,
    ...OFFLINE,
    title: 'A name is not ASCII kebab-case',
    why: 'Names are typed in commands, and letters that only look alike pass one mod off as another.',
    fix: 'Use lower-case letters a-z, digits, and single hyphens between them.',
  },
  'name-unique': {
    ...ERROR,
    ...OFFLINE,
    title: 'A name is taken',
    why: 'People add and disable a mod by its name; letter case does not tell two apart.',
    fix: 'Choose another name.',
  },
  'name-confusable': {
    ...ERROR,
    ...OFFLINE,
    title: 'A name can be taken for another',
    why: 'A name that reads like that of another mod gets installed by mistake. Equal without -, _ and . is an error; look-alike letters or one differing letter are a warning.',
    fix: 'Choose a name that nobody mistakes for the other one.',
  },
  'source-unique': {
    ...ERROR,
    ...OFFLINE,
    title: 'Two entries have the same source',
    why: 'Version, ref, protocol, .git and the letter case of GitHub do not make another package.',
    fix: 'Keep one entry for each package.',
  },
  'source-kind': {
    ...ERROR,
    ...OFFLINE,
    title: 'A source is not one that everybody can add',
    why: 'Only npm packages and git repositories at https or ssh addresses can be installed by others.',
    fix: 'Name an npm package, owner/repo on GitHub, or an https address of a repository.',
  },
  'npm-source-mismatch': {
    ...ERROR,
    ...OFFLINE,
    title: 'The source and npm name different packages',
    why: 'The hub would show the downloads of a package that is not the one people get.',
    fix: 'Set both to the full package name.',
  },
  'npm-version': {
    ...ERROR,
    ...OFFLINE,
    title: 'A version range or tag stands where none may',
    why: 'What a range or tag means changes after the review. A source may pin one exact version; npm is a bare name.',
    fix: 'Leave out what follows the @, or pin an exact version in the source.',
  },
  'description-length': {
    ...ERROR,
    ...OFFLINE,
    title: 'A description is empty or longer than 240 characters',
    why: 'Cards and terminals have room for that much. Code points count, as a reader would count letters.',
    fix: 'Say what it does in one or two short sentences.',
  },
  'description-text': {
    ...ERROR,
    ...OFFLINE,
    title: 'A description is not one line of plain text',
    why: 'It is shown as it stands: markup shows as signs, and invisible or direction-changing characters deceive.',
    fix: 'Write one line without markup, line breaks, surrounding spaces or invisible characters.',
  },
  'description-style': {
    ...WARNING,
    ...OFFLINE,
    title: 'A description could say more with less',
    why: 'It stands beside the name, so repeating the name or beginning with "A mod that" says nothing.',
    fix: 'Begin with a capital letter and the verb: "Blocks commands that delete files."',
    isFixable: true,
  },
  'author-name': {
    ...ERROR,
    ...OFFLINE,
    title: 'An author has no name',
    why: 'People want to know who wrote the code that they run.',
    fix: 'Set author.name to a name or a login.',
  },
  'kinds-enum': {
    ...ERROR,
    ...OFFLINE,
    title: 'A kind does not exist',
    why: 'The hub filters by kind.',
    fix: 'Use tool, command, hook, provider, renderer or flag.',
  },
  'kinds-unique': {
    ...ERROR,
    ...OFFLINE,
    title: 'A kind is listed twice',
    why: 'The list is a set.',
    fix: 'Delete the second one.',
    isFixable: true,
  },
  'kinds-order': {
    ...WARNING,
    ...OFFLINE,
    title: 'Kinds stand in another order than usual',
    why: 'One order keeps differences between versions small.',
    fix: 'Order them: tool, command, hook, provider, renderer, flag.',
    isFixable: true,
  },
  'tags-lowercase': {
    ...WARNING,
    ...OFFLINE,
    title: 'A tag has capital letters',
    why: 'Tags are searched and compared in lower case.',
    fix: 'Write it in lower case.',
    isFixable: true,
  },
  'tags-unique': {
    ...WARNING,
    ...OFFLINE,
    title: 'A tag is listed twice',
    why: 'The list is a set; letter case makes no other tag.',
    fix: 'Delete the second one.',
    isFixable: true,
  },
  'added-at': {
    ...ERROR,
    ...OFFLINE,
    title: 'addedAt is no real date, or lies in the future',
    why: 'The hub sorts by it.',
    fix: 'Write YYYY-MM-DD, or an RFC 3339 date-time with its time zone.',
    isFixable: true,
  },
  official: {
    ...ERROR,
    ...OFFLINE,
    title: 'official is for maintainers to set',
    why: 'It tells people that the team maintains a mod.',
    fix: 'Leave the key out; a maintainer adds it.',
  },
  'hidden-conflict': {
    ...ERROR,
    ...OFFLINE,
    title: 'An entry is hidden',
    why: 'Its name or its npm package is in hidden, so it would never be shown.',
    fix: 'Remove the entry, or the name from hidden.',
  },
  'entry-order': {
    ...WARNING,
    ...OFFLINE,
    title: 'An entry is not in its place',
    why: 'Entries are ordered by name, so that two pull requests seldom touch the same lines.',
    fix: 'Move it to its place in the alphabet.',
    isFixable: true,
  },
  format: {
    ...WARNING,
    ...OFFLINE,
    title: 'The layout is not the usual one',
    why: 'One layout keeps differences between versions small: two spaces, LF, no BOM, a final newline; short lists may stand on one line.',
    fix: 'Format the file with --fix.',
    isFixable: true,
  },
  'file-size': {
    ...ERROR,
    ...OFFLINE,
    title: 'The file is too large',
    why: 'A registry of ten thousand mods has some five megabytes; a file many times as large is a mistake or an attack.',
    fix: 'Check what was added.',
  },
  renamed: {
    ...ERROR,
    ...DIFF,
    title: 'An entry was renamed',
    why: 'People disabled, filtered and pinned the mod by its name, and nothing tells them that it changed.',
    fix: 'Keep the name; a mod with another name is another entry with another source.',
  },
  'source-owner-changed': {
    ...ERROR,
    ...DIFF,
    title: "An entry's source went to another owner",
    why: "That is how a trusted name starts to deliver somebody else's code.",
    fix: 'Ask a maintainer, who checks that the old owner agrees and waives the rule.',
  },
  removed: {
    ...ERROR,
    ...DIFF,
    title: 'An entry was removed',
    why: 'Most of the time that is a slip while resolving a conflict.',
    fix: 'Put it back, or ask a maintainer, who waives the rule.',
  },
  'many-new': {
    ...WARNING,
    ...DIFF,
    title: 'More than ten entries are new',
    why: 'Each one needs a review of its own.',
    fix: 'Split the pull request.',
  },
  'other-files': {
    ...ERROR,
    ...DIFF,
    title: 'Other files than the registry were changed',
    why: 'A pull request that lists a mod has no reason to touch the schema, a workflow or anything else.',
    fix: 'Change the registry file alone.',
  },
  'npm-exists': {
    ...ERROR,
    ...ONLINE,
    title: 'The npm package or version does not exist',
    why: 'Nobody can install it, and somebody else can register the name.',
    fix: 'Publish the package first, or correct the name.',
  },
  'npm-deprecated': {
    ...WARNING,
    ...ONLINE,
    title: 'The npm package is deprecated',
    why: 'Its author tells people not to use it.',
    fix: 'Name its successor, or take the entry out.',
  },
  'npm-keyword': {
    ...WARNING,
    ...ONLINE,
    title: 'The package lacks the keyword cmd-mod',
    why: 'Reviewers find packages by it.',
    fix: 'Add "cmd-mod" to the keywords of package.json and publish.',
  },
  'npm-manifest': {
    ...ERROR,
    ...ONLINE,
    title: 'The package offers no mod',
    why: 'cmd mods add would refuse it.',
    fix: 'List the entries in commandcode.mods of package.json, and check that they are in the published files.',
  },
  'kinds-honest': {
    ...WARNING,
    ...ONLINE,
    title: 'kinds and the published code disagree',
    why: 'People choose by kind; a hook that is not listed surprises them.',
    fix: 'List what the mod registers, no more and no less.',
  },
  'repo-matches': {
    ...WARNING,
    ...ONLINE,
    title: 'repo is not the repository that the package names',
    why: 'The hub would show the stars and links of another project.',
    fix: 'Let repo and the repository of package.json name the same place.',
  },
  'lifecycle-scripts': {
    ...WARNING,
    ...ONLINE,
    title: 'The package has install scripts',
    why: 'They never run when a mod is installed, so whatever they prepare is missing.',
    fix: 'Publish what the script makes, and drop the script.',
  },
  license: {
    ...WARNING,
    ...ONLINE,
    title: 'There is no license',
    why: 'Without one nobody may legally use or change the mod.',
    fix: 'Add a license to package.json or to the repository.',
  },
  'github-exists': {
    ...ERROR,
    ...ONLINE,
    title: 'The repository does not exist',
    why: 'Nobody can install from it, and somebody else can register the name.',
    fix: 'Correct the address, or make the repository public.',
  },
  'github-moved': {
    ...WARNING,
    ...ONLINE,
    title: 'The repository moved or is archived',
    why: 'Redirects end when somebody takes the old name; an archived project is not maintained.',
    fix: 'Write the new address.',
  },
  unverified: {
    ...WARNING,
    ...ONLINE,
    title: 'Something could not be checked',
    why: 'A server was away, refused or made no sense. That says nothing about the entry.',
    fix: 'Run the check again later.',
  },
} as const satisfies Readonly<Record<string, RuleText>>;

/** The id of a rule. */
export type RuleId = keyof typeof RULES;

/** All ids, in the table's order. */
export const RULE_IDS: readonly RuleId[] = Object.keys(RULES) as RuleId[];

/** What the table says about a rule. */
export function ruleText(id: RuleId): RuleText {
  return RULES[id];
}

/** Where a rule is explained, from the root of the repository. */
export function ruleDocs(id: RuleId): string {
  return `docs/registry-rules.md#${id}`;
}
