import { writeFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { BUILTIN_NAMES } from './builtin-names.ts';
import { registryError } from './diagnostics.ts';
import { readDocument } from './document/registry-document.ts';
import { type Finding, locateProblems, withoutOld } from './findings.ts';
import { fixText } from './fix/fix-text.ts';
import { currentTime, type RegistryIo, type Scan } from './io.ts';
import { type ReadRegistry, readRegistryFile, readTextFile } from './read-file.ts';
import { type OfflineContext, seniority } from './rules/context.ts';
import { checkDiff, checkOfficial, checkOtherFiles, type Proposer } from './rules/diff/diff.ts';
import { type EntryView, hiddenNames, viewEntries } from './rules/entry-view.ts';
import { checkOffline } from './rules/offline/checks.ts';
import type { Problem } from './rules/problem.ts';
import { RULE_IDS, type RuleId } from './rules/table.ts';
import { registryValidator } from './schema/validators.ts';

/** What to validate, and how; the options of `cmd mods registry validate`. Paths are relative to `io.cwd`. */
export interface ValidateRequest {
  readonly file: string;
  /** The file before the change: what is wrong there already is tolerated, and the diff rules run. */
  readonly base?: string;
  /** Ask npm and GitHub: about all entries, or with a base about the changed ones. */
  readonly online?: boolean;
  /** With a base too, ask about all entries. */
  readonly all?: boolean;
  /** Mend the file first, and report what is left. */
  readonly fix?: boolean;
  /** The login of who proposes the change. */
  readonly actor?: string;
  /** A file with the maintainers' logins, one a line; `#` begins a comment. */
  readonly maintainers?: string;
  /** Ids of rules to leave out, each text one or several with commas between. */
  readonly waive?: readonly string[];
  /** A file with the paths that the change touches, one a line, from the repository's root. */
  readonly changedFiles?: string;
  /** Reads what published packages register; the scanner when left out. */
  readonly scan?: Scan;
  /** How many servers' answers to wait for at a time; 8 when left out. */
  readonly concurrency?: number;
}

/** What came of it: `--format json` prints this object. */
export interface ValidateReport {
  readonly schemaVersion: 1;
  /** How many entries the file has. */
  readonly entries: number;
  readonly findings: readonly Finding[];
  /** How many faults the base has too. */
  readonly tolerated: number;
  /** How many findings were waived. */
  readonly waived: number;
  /** How many findings `--fix` mended. */
  readonly fixed: number;
}

/** The report, and the text that its lines and columns count in. */
export interface ValidateResult {
  readonly report: ValidateReport;
  readonly text: string;
}

/**
 * Validates a registry file. Everything that is wrong with it is a finding, and all findings come at once.
 *
 * @throws ModError when it cannot run: a file is missing, or a waived rule does not exist (exit code 2).
 */
export async function validateRegistry(request: ValidateRequest, io: RegistryIo): Promise<ValidateResult> {
  const waived = waivedRules(request.waive ?? []);
  const [read, base, proposer, changedFiles] = await Promise.all([
    readRegistryFile(request.file, io),
    request.base === undefined ? undefined : readRegistryFile(request.base, io),
    readProposer(request, io),
    request.changedFiles === undefined ? undefined : readLines(request.changedFiles, io),
  ]);
  const others = changedFiles?.filter((path) => !isRegistry(path, request.file, io)) ?? [];
  const change = { base, proposer, others };
  const first = await checkFile(read, change, io);
  const checked = request.fix ? await fixFile(request, first, change, io) : first;

  const online = request.online ? await checkOnline(request, checked, io) : [];
  const problems = [...checked.problems, ...online];
  const kept = problems.filter(({ rule }) => !waived.has(rule));
  const { document } = checked.read;
  return {
    report: {
      schemaVersion: 1,
      entries: checked.entries.length,
      findings: locateProblems(document, kept),
      tolerated: checked.tolerated,
      waived: problems.length - kept.length,
      fixed: Math.max(0, first.problems.length - checked.problems.length),
    },
    text: document.text,
  };
}

interface Change {
  readonly base: ReadRegistry | undefined;
  readonly proposer: Proposer;
  readonly others: readonly string[];
}

interface Checked {
  readonly read: ReadRegistry;
  readonly entries: readonly EntryView[];
  readonly baseEntries: readonly EntryView[] | undefined;
  readonly problems: readonly Problem[];
  readonly tolerated: number;
}

async function checkFile(
  read: ReadRegistry,
  { base, proposer, others }: Change,
  io: RegistryIo,
): Promise<Checked> {
  const entries = viewEntries(read.document.content);
  const baseEntries = base && viewEntries(base.document.content);
  const otherFiles = [...checkOtherFiles(others, proposer)];
  if (read.problems.some(({ rule }) => rule === 'file-size')) {
    return { read, entries, baseEntries, problems: [...read.problems, ...otherFiles], tolerated: 0 };
  }
  const problems = await problemsOf(read, entries, baseEntries, io);
  // Without a fault there is none to tolerate.
  const isFaultless = problems.length === 0;
  const old =
    base && baseEntries && !isFaultless ? await problemsOf(base, baseEntries, undefined, io) : undefined;
  const { fresh, tolerated } =
    base && old
      ? withoutOld({ document: read.document, problems }, { document: base.document, problems: old })
      : { fresh: problems, tolerated: 0 };
  const diff =
    baseEntries === undefined ? [] : [...checkDiff({ base: baseEntries, head: entries, proposer })];
  const official = [...checkOfficial(entries, baseEntries, proposer)];
  return { read, entries, baseEntries, problems: [...fresh, ...official, ...diff, ...otherFiles], tolerated };
}

/** What is wrong with one file for itself. */
async function problemsOf(
  { document, problems }: ReadRegistry,
  entries: readonly EntryView[],
  base: readonly EntryView[] | undefined,
  io: RegistryIo,
): Promise<Problem[]> {
  const context: OfflineContext = {
    document,
    entries,
    hidden: hiddenNames(document.content),
    builtinNames: BUILTIN_NAMES,
    now: currentTime(io),
    validate: await registryValidator(),
    bySeniority: seniority(entries, base),
  };
  return [...problems, ...checkOffline(context)];
}

async function fixFile(
  request: ValidateRequest,
  { read, problems }: Checked,
  change: Change,
  io: RegistryIo,
): Promise<Checked> {
  const { document } = read;
  const fixed = fixText(document, problems);
  const before = document.hasBom ? `\ufeff${document.text}` : document.text;
  if (fixed !== before) {
    await writeFile(resolve(io.cwd, request.file), fixed).catch((cause: unknown) => {
      throw registryError('REGISTRY_FILE_UNWRITABLE', {
        message: `${request.file} cannot be written.`,
        cause,
      });
    });
  }
  return checkFile({ document: readDocument(request.file, fixed), problems: read.problems }, change, io);
}

async function checkOnline(request: ValidateRequest, checked: Checked, io: RegistryIo): Promise<Problem[]> {
  const { checkEntriesOnline } = await import('./rules/online/online.ts');
  const { entries, baseEntries } = checked;
  const before = new Map(baseEntries?.map((entry) => [entry.name, JSON.stringify(entry.raw)]));
  const isChanged = (entry: EntryView) => before.get(entry.name) !== JSON.stringify(entry.raw);
  const asked = baseEntries === undefined || request.all ? entries : entries.filter(isChanged);
  return checkEntriesOnline(asked, {
    io,
    concurrency: request.concurrency ?? 8,
    ...(request.scan === undefined ? {} : { scan: request.scan }),
  });
}

function waivedRules(texts: readonly string[]): ReadonlySet<RuleId> {
  const ids = texts.flatMap((text) => text.split(',').map((id) => id.trim())).filter((id) => id !== '');
  for (const id of ids) {
    if (RULE_IDS.some((known) => known === id)) continue;
    const message = `There is no rule "${id}".`;
    throw registryError('REGISTRY_RULE_UNKNOWN', {
      message,
      hint: `Did you mean ${closest(id, [...RULE_IDS])}?`,
    });
  }
  return new Set(ids as RuleId[]);
}

async function readProposer({ actor, maintainers }: ValidateRequest, io: RegistryIo): Promise<Proposer> {
  const lines = maintainers === undefined ? [] : await readLines(maintainers, io);
  const logins = lines
    .map((line) => line.replace(/#.*$/, '').trim().replace(/^@/, ''))
    .filter((login) => login !== '');
  return { maintainers: logins, ...(actor === undefined || actor === '' ? {} : { actor }) };
}

async function readLines(file: string, io: RegistryIo): Promise<string[]> {
  const text = await readTextFile(file, io);
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Whether a path from the repository's root is the registry, wherever in the repository the command runs. */
function isRegistry(path: string, file: string, io: RegistryIo): boolean {
  const absolute = resolve(io.cwd, file).split(sep).join('/');
  const fromCwd = relative(io.cwd, resolve(io.cwd, file)).split(sep).join('/');
  return path === fromCwd || absolute.endsWith(`/${path}`);
}
