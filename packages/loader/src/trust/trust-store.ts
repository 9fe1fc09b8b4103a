import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import { realPathOf } from '../pipeline/locations.ts';
import { parseJson } from '../pipeline/parse-json.ts';
import { isRecord } from '../pipeline/read-package-json.ts';
import { editJsonFile } from '../settings/edit-json-file.ts';

/** Which projects a person trusts. */
export interface TrustedProjects {
  /** By real path. Trust is not inherited from parent folders. */
  readonly roots: ReadonlySet<string>;
  /** Set when the file is there and cannot be understood; then no project is trusted. */
  readonly diagnostic?: Diagnostic;
}

/** The file that keeps the trusted projects, in the person's own folder: a project cannot bring its own trust. */
export function trustFileOf(home: string): string {
  return join(home, '.commandcode', 'trusted-projects.json');
}

/** Reads the trusted projects. */
export async function readTrustedProjects(home: string): Promise<TrustedProjects> {
  const file = trustFileOf(home);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { roots: new Set() };
    return broken(`${file} cannot be read: ${message}.`, { file });
  }
  const parsed = await parseJson(text, file, { withComments: true });
  if (!parsed.ok) return broken(`${file} does not parse: ${parsed.message}.`, parsed.where);
  const projects = isRecord(parsed.value) ? parsed.value.projects : undefined;
  if (!Array.isArray(projects)) return broken(`${file} has no list of projects.`, { file });
  return { roots: new Set(projects.filter((root) => typeof root === 'string')) };
}

/** Whether a person trusts the project at this root. */
export async function isTrusted(projectRoot: string, home: string): Promise<boolean> {
  const { roots } = await readTrustedProjects(home);
  return roots.has(realPathOf(projectRoot));
}

/** What trusting or distrusting did. Plain data. */
export interface TrustChange {
  /** The project's real path. */
  readonly project: string;
  /** The file in which it is kept. */
  readonly file: string;
  /** False when it was so already. */
  readonly changed: boolean;
}

/** Trusts a project: its own mods, settings and sources count from the next load on. Throws `ModError` as `editJsonFile` does. */
export async function trustProject(projectRoot: string, home: string): Promise<TrustChange> {
  const project = realPathOf(projectRoot);
  const file = trustFileOf(home);
  const changed = await editJsonFile(file, (content) => {
    const projects = projectsOf(content, file);
    return projects.includes(project) ? [] : [{ path: ['projects', -1], value: project }];
  });
  return { project, file, changed };
}

/** Takes a project's trust away. Throws `ModError` as `editJsonFile` does. */
export async function untrustProject(projectRoot: string, home: string): Promise<TrustChange> {
  const project = realPathOf(projectRoot);
  const file = trustFileOf(home);
  const changed = await editJsonFile(file, (content) =>
    projectsOf(content, file)
      .flatMap((each, index) => (each === project ? [{ path: ['projects', index], value: undefined }] : []))
      .reverse(),
  );
  return { project, file, changed };
}

function projectsOf(content: unknown, file: string): readonly unknown[] {
  const projects = isRecord(content) ? (content.projects ?? []) : undefined;
  if (Array.isArray(projects)) return projects;
  const message = `${file} has no list of projects. It was not changed.`;
  throw new ModError(pipelineDiagnostic('TRUST_FILE_BROKEN', { message, where: { file } }));
}

function broken(message: string, where: Diagnostic['where']): TrustedProjects {
  const diagnostic = pipelineDiagnostic('TRUST_FILE_BROKEN', { message, ...(where && { where }) });
  return { roots: new Set(), diagnostic };
}
