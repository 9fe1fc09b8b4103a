import type { Files, LicenseName } from './templates.ts';

/** What takes the place of the texts that every template has; see templates/README.md. */
export interface Filling {
  readonly packageName: string;
  readonly modName: string;
  readonly description: string;
  /** Undefined leaves the stand-in, to be filled in by hand. */
  readonly author: string | undefined;
  /** The owner on GitHub; undefined as for the author. */
  readonly owner: string | undefined;
  /** YYYY-MM-DD. */
  readonly day: string;
}

/** Writes a template's files with the answers in place of the stand-ins. Pure. */
export function fillTemplate(template: Files, filling: Filling): Files {
  const replacements = replacementsFor(template, filling);
  // All in one pass: what an answer holds is never taken for a stand-in itself.
  const standIns = new RegExp([...replacements.keys()].map(escaped).join('|'), 'g');
  return mapFiles(template, (path, text) =>
    text.replace(standIns, (found) => {
      const answer = replacements.get(found) ?? found;
      return path.endsWith('.json') ? JSON.stringify(answer).slice(1, -1) : answer;
    }),
  );
}

/** Puts a template under another licence than its own. `text` has the stand-ins for the year and the author. Pure. */
export function withLicense(template: Files, license: LicenseName, text: string): Files {
  const named: Files = mapFiles(template, (path, old) => {
    if (path === 'package.json') return old.replace('"license": "MIT"', `"license": "${license}"`);
    return path === 'README.md' ? old.replace('MIT, see', `${license}, see`) : old;
  });
  return { ...named, LICENSE: text };
}

/** The description of a template, which its mods have unless told otherwise. */
export function descriptionOf(template: Files): string {
  return JSON.parse(template['package.json'] ?? '{}').description;
}

/** The command that tries a template's mod, as its package.json has it. */
export function devCommandOf(template: Files): string {
  return JSON.parse(template['package.json'] ?? '{}').scripts.dev;
}

function replacementsFor(template: Files, filling: Filling): ReadonlyMap<string, string> {
  const { packageName, modName, description, author = 'Your Name', owner = 'your-name', day } = filling;
  return new Map([
    ['@your-scope/my-mod', packageName],
    ['my-mod', modName],
    [descriptionOf(template), description],
    ['Your Name', author],
    ['your-name', owner],
    ['(c) 2026', `(c) ${day.slice(0, 4)}`],
    ['2026-01-01', day],
  ]);
}

function mapFiles(files: Files, write: (path: string, text: string) => string): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, write(path, text)]));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
