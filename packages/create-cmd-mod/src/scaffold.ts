import { join } from 'node:path';
import { type Answers, type GivenAnswers, settleAnswers } from './answers.ts';
import { diagnostic, type ScaffoldDiagnostic, ScaffoldError } from './diagnostics.ts';
import { descriptionOf, fillTemplate, withLicense } from './fill-template.ts';
import { type GitIdentity, type GitOutcome, initRepository, readGitIdentity } from './git.ts';
import { installDependencies } from './install.ts';
import { type NextCommand, nextCommands } from './next-commands.ts';
import { askAt, listed, type Questions, type Terminal } from './questions.ts';
import { readTargetFolder, type TargetFolder, writablePaths } from './target-folder.ts';
import { type Files, readLicense, readTemplate, type TemplateName } from './templates.ts';
import { writeFiles } from './write-files.ts';

/** What to make, and how. */
export interface ScaffoldOptions extends GivenAnswers {
  /** Goes on in a folder that is in use: files of the same name are replaced, all others stay. */
  readonly overwrite?: boolean;
  /** False: no repository. */
  readonly git?: boolean;
  /** False: npm is not asked to install anything. */
  readonly install?: boolean;
  /** Says what would be written, and changes nothing. */
  readonly dryRun?: boolean;
}

/** How the new mod's own check or test went. */
export interface StepOutcome {
  readonly status: 'passed' | 'failed' | 'skipped';
  /** What it printed, or why it was not run. */
  readonly output: string;
}

/** What scaffolding may touch of the world around it. */
export interface ScaffoldWorld {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** There only when somebody can answer questions. */
  readonly terminal?: Pick<Terminal, 'input' | 'output'>;
  /** Runs the new mod's own check. */
  check(folder: string, isInstalled: boolean): Promise<StepOutcome>;
  /** Runs the new mod's own test. */
  test(folder: string, isInstalled: boolean): Promise<StepOutcome>;
  /** Told what begins now, for work that takes a while. */
  onStep?(step: 'install' | 'verify'): void;
  readonly now?: Date;
}

/** What was made. */
export interface ScaffoldReport {
  readonly name: string;
  readonly package: string;
  readonly template: TemplateName;
  readonly folder: string;
  /** The files that were written, or would be. */
  readonly files: readonly string[];
  readonly dryRun: boolean;
  readonly git: GitOutcome;
  readonly installed: boolean;
  readonly check: StepOutcome['status'];
  readonly test: StepOutcome['status'];
  /** The three commands to go on with. */
  readonly next: readonly NextCommand[];
  readonly findings: readonly ScaffoldDiagnostic[];
}

/**
 * Makes a new mod from a template: settles the answers, writes the files all at once, makes a repository, installs, and has the
 * mod check and test itself. What goes wrong after the files are written is a finding; nothing is taken back then.
 *
 * @returns undefined when the person wanted no more, or it was interrupted; before the files were written nothing is left then.
 * @throws ScaffoldError for answers that do not fit, and for a folder that is in use.
 */
export async function scaffold(
  options: ScaffoldOptions,
  world: ScaffoldWorld,
): Promise<ScaffoldReport | undefined> {
  const { cwd, env, signal, terminal } = world;
  const questions = terminal && !options.yes ? await askAt({ ...terminal, signal }) : undefined;
  const answers = await settleAnswers(options, cwd, questions);
  if (answers === undefined) return undefined;
  const target = readTargetFolder(answers.folder);
  const overwrite = await mayOverwrite(target, options, questions);
  if (overwrite === undefined) return undefined;

  const identity = await readGitIdentity({ cwd, env, signal });
  const { files: filled, left } = fill(answers, identity, world.now ?? new Date());
  const paths = writablePaths(target, Object.keys(filled), overwrite);
  const files = Object.fromEntries(paths.map((path) => [path, filled[path] ?? '']));
  const report = reportOn(answers, files, cwd, left);
  if (options.dryRun || signal.aborted) return signal.aborted ? undefined : { ...report, dryRun: true };
  writeFiles(answers.folder, files);
  return finish(report, options, world);
}

async function mayOverwrite(
  { path, inTheWay }: TargetFolder,
  { overwrite = false }: ScaffoldOptions,
  questions: Questions | undefined,
): Promise<boolean | undefined> {
  if (overwrite || inTheWay.length === 0) return overwrite;
  const message = `${path} is not empty: it has ${listed(inTheWay)}.`;
  const refused = new ScaffoldError(diagnostic('NEW_FOLDER_NOT_EMPTY', message, { file: path }));
  if (questions === undefined) throw refused;
  const answer = await questions.overwrite(path, inTheWay);
  if (answer === false) throw refused;
  return answer;
}

function fill(
  answers: Answers,
  identity: GitIdentity,
  now: Date,
): { readonly files: Files; readonly left: readonly string[] } {
  const { packageName, modName, license } = answers;
  const template = readTemplate(answers.template);
  const author = answers.author ?? identity.author;
  const owner = /^@([^/]+)\//.exec(packageName)?.[1] ?? identity.owner;
  const text = readLicense(license);
  const files = fillTemplate(text === undefined ? template : withLicense(template, license, text), {
    packageName,
    modName,
    author,
    owner,
    description: answers.description ?? descriptionOf(template),
    day: now.toISOString().slice(0, 10),
  });
  const left = [author === undefined ? ['Your Name'] : [], owner === undefined ? ['your-name'] : []].flat();
  return { files, left };
}

function reportOn(answers: Answers, files: Files, cwd: string, left: readonly string[]): ScaffoldReport {
  const { modName: name, packageName, template, folder } = answers;
  const message = `${left.map((text) => `"${text}"`).join(' and ')} stand for what could not be known, as in package.json and registry-entry.json.`;
  return {
    name,
    package: packageName,
    template,
    folder,
    files: Object.keys(files).toSorted(),
    dryRun: false,
    git: 'not wanted',
    installed: false,
    check: 'skipped',
    test: 'skipped',
    next: nextCommands(files, folder, cwd),
    findings: left.length === 0 ? [] : [diagnostic('NEW_STAND_INS_LEFT', message)],
  };
}

/** Everything that comes after the files. */
async function finish(
  report: ScaffoldReport,
  { git = true, install = true }: ScaffoldOptions,
  world: ScaffoldWorld,
): Promise<ScaffoldReport | undefined> {
  const { folder } = report;
  const where = { cwd: folder, env: world.env, signal: world.signal };
  const findings = [...report.findings];
  const repository = git ? await initRepository(where) : { outcome: 'not wanted' as const, output: '' };
  if (repository.outcome === 'failed') {
    findings.push(diagnostic('NEW_GIT_FAILED', `git did not make a repository: ${repository.output.trim()}`));
  }
  if (install) world.onStep?.('install');
  const problem = install ? await installDependencies(where) : undefined;
  if (problem !== undefined) findings.push(diagnostic('NEW_INSTALL_FAILED', problem));
  const installed = install && problem === undefined;

  world.onStep?.('verify');
  // Neither changes anything, so they need not wait for one another.
  const [check, test] = await Promise.all([world.check(folder, installed), world.test(folder, installed)]);
  for (const [step, outcome] of Object.entries({ check, test })) {
    if (outcome.status !== 'passed')
      findings.push(findingOf(step, outcome.status, outcome.output.trim(), folder));
  }
  if (world.signal.aborted) return undefined;
  return {
    ...report,
    git: repository.outcome,
    installed,
    check: check.status,
    test: test.status,
    findings,
  };
}

function findingOf(
  step: string,
  status: 'failed' | 'skipped',
  output: string,
  folder: string,
): ScaffoldDiagnostic {
  if (status === 'skipped') {
    const [reason] = output.split('\n');
    return diagnostic('NEW_STEP_SKIPPED', `The ${step} was not run: ${reason}`);
  }
  const code = step === 'check' ? 'NEW_CHECK_FAILED' : 'NEW_TEST_FAILED';
  return diagnostic(code, `The ${step} of ${folder} failed:\n${output}`, {
    file: join(folder, 'package.json'),
  });
}
