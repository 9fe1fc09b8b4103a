/** A report as sections of rows, worst first: what text and page have in common. */

import type { InspectReport } from '../report.ts';
import { becauseWords, counted, inState, placeWords, REACH_WORDS, reasonsOf } from './words.ts';

/** One line: what it is about, what it says, and where that stands. */
export interface Row {
  readonly label: string;
  readonly text: string;
  readonly details?: readonly string[];
}

/** A group of lines under one heading. `alarm` is worth a second look, `calm` is not. */
export interface Section {
  readonly title: string;
  readonly tone: 'alarm' | 'plain' | 'calm';
  readonly rows: readonly Row[];
}

/** The first line: what was looked at, and how much of it was read. */
export function headline(report: InspectReport): string {
  const name = report.name ?? report.target;
  const version = report.version === undefined ? '' : ` ${report.version}`;
  const read = report.files.filter((file) => file.read !== 'none').length;
  const unread = report.files.filter((file) => file.reached && file.read !== 'full').length;
  const parts = [counted(report.entries.length, 'entry', 'entries'), `${counted(read, 'file')} read`];
  if (unread > 0) parts.push(`${unread} not read in full`);
  return `${name}${version}: ${parts.join(', ')}`;
}

/** All sections that have something to say. */
export function sectionsOf(report: InspectReport): Section[] {
  const sections: Section[] = [
    {
      title: 'Scripts of the package (an install of a mod never runs them)',
      tone: 'alarm',
      rows: report.scripts.map(({ name, command }) => ({ label: name, text: command })),
    },
    {
      title: 'Programs of the package',
      tone: 'alarm',
      rows: report.binaries.map((path) => ({ label: path, text: '' })),
    },
    {
      title: 'Not read in full',
      tone: 'alarm',
      rows: report.files
        .filter((file) => file.reached && file.read !== 'full')
        .map(({ path, reason }) => ({ label: path, text: reason ?? '' })),
    },
    ...declaredSections(report),
    {
      title: 'Reaches',
      tone: 'plain',
      rows: inState(report, 'yes').map((kind) => ({
        label: kind,
        text: REACH_WORDS[kind],
        details: report.reach[kind].evidence.map(
          (evidence) =>
            `${placeWords(evidence)}  ${evidence.what}${evidence.via ? `  (by way of ${evidence.via.join(' > ')})` : ''}`,
        ),
      })),
    },
    {
      title: 'Cannot be told',
      tone: 'alarm',
      rows:
        inState(report, 'unknown').length === 0
          ? []
          : [{ label: inState(report, 'unknown').join(', '), text: becauseWords(reasonsOf(report)) }],
    },
    {
      title: 'Does not reach, as far as the text shows',
      tone: 'calm',
      rows: inState(report, 'no').length === 0 ? [] : [{ label: inState(report, 'no').join(', '), text: '' }],
    },
    {
      title: 'Hooks',
      tone: 'plain',
      rows: [...report.hooks]
        .sort((a, b) => MODES.indexOf(a.mode) - MODES.indexOf(b.mode))
        .map((hook) => ({
          label: hook.mode,
          text: `${hook.name === '*' ? 'names that only run time knows' : hook.name}${hook.computed && hook.name !== '*' ? ' (the name is computed)' : ''}  ${placeWords(hook)}`,
        })),
    },
    {
      title: 'Adds',
      tone: 'plain',
      rows: report.adds.map((add) => ({
        label: add.kind,
        text: `${add.name ?? '(a name that only run time knows)'}  ${placeWords(add)}`,
      })),
    },
    {
      title: 'Observes',
      tone: 'calm',
      rows: report.events.map((event) => ({ label: event.name, text: placeWords(event) })),
    },
    {
      title: 'Environment variables',
      tone: 'plain',
      rows: report.env.map((name) => ({
        label: name,
        text: name === '*' ? 'all of them, or names that only run time knows' : '',
      })),
    },
    {
      title: 'Hosts in the text',
      tone: 'plain',
      rows: report.hosts.map((host) => ({ label: host, text: '' })),
    },
    {
      title: 'Imports from outside',
      tone: 'plain',
      rows: report.externals.map(({ specifier, file, line }) => ({
        label: specifier,
        text: `${file}:${line}`,
      })),
    },
    { title: 'Notes', tone: 'calm', rows: report.notes.map((note) => ({ label: '', text: note })) },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

const MODES = ['gates', 'mutates', 'observes'];

function declaredSections(report: InspectReport): Section[] {
  if (!report.declared) return [];
  const { undeclared, unused } = report.declared;
  return [
    {
      title: 'Found, but not declared by the package',
      tone: 'alarm',
      rows: undeclared.map(({ kind, name, where }) => ({
        label: kind,
        text: `${name}${where ? `  ${placeWords(where)}` : ''}`,
      })),
    },
    { title: 'Declared, but not found', tone: 'calm', rows: unused.map((one) => ({ label: one, text: '' })) },
  ];
}
