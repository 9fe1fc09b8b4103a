import type { BisectResult } from '../bisect/bisect.ts';
import type { Judgement } from '../bisect/judges.ts';
import { coloursWhen } from './colours.ts';

/** How many names of mods a line shows. */
const SHOWN_NAMES = 8;

/** One step of a search, as it goes. */
export function stepText(
  number: number,
  mods: readonly string[],
  all: number,
  { verdict, because }: Judgement,
): string {
  const what =
    mods.length === all
      ? all === 1
        ? 'the one mod'
        : `all ${all} mods`
      : namesText(mods, 'without any mod');
  return `${number}. ${mods.length === 0 ? '' : 'with '}${what}: ${verdict} (${because})\n`;
}

/** What the search came to, and what to do next. */
export function bisectText(
  result: BisectResult,
  {
    mods,
    pinned,
    last,
  }: {
    readonly mods: readonly string[];
    readonly pinned: ReadonlySet<string>;
    readonly last: Judgement | undefined;
  },
  isColoured?: boolean,
): string {
  const { bold } = coloursWhen(isColoured);
  const withPinned = pinned.size === 0 ? '' : ` with ${[...pinned].join(', ')}`;
  switch (result.kind) {
    case 'found': {
      const [first = ''] = result.culprits;
      const found =
        result.culprits.length === 1
          ? `${bold(first)} breaks it${withPinned}.\n`
          : `${bold(result.culprits.join(' and '))} break it together${withPinned}; with fewer of them it works.\n`;
      const next = `Next: cmd mods disable ${first}, or run with --trace and see cmd mods trace.\n`;
      return `${found}${OTHERS[result.others]}${next}`;
    }
    case 'all-good':
      return `With ${mods.length === 0 ? 'the mods here, which are none,' : 'all mods'} it works, so there is nothing to find.
A headless run leaves a project's own mods out, unless it has --dangerously-skip-permissions.\n`;
    case 'none-bad':
      return `It is broken ${pinned.size === 0 ? 'without any mod too' : `with ${[...pinned].join(', ')} alone too`}, so no other mod is to blame.
${outputText(last)}`;
    case 'undecided': {
      const known = result.known.length === 0 ? '' : ` together with ${result.known.join(', ')}`;
      return `It cannot be told: too many runs were skipped. It is among these${known}: ${namesText(result.candidates, 'none', Number.POSITIVE_INFINITY)}\n`;
    }
  }
}

const OTHERS = {
  good: '',
  bad: 'Without that it is still broken: there is another fault among the others. Disable what was found, and search again.\n',
  skip: 'Whether the others work without that could not be told.\n',
} as const;

function namesText(names: readonly string[], none: string, shown = SHOWN_NAMES): string {
  if (names.length === 0) return none;
  const rest = names.length - shown;
  return rest > 0 ? `${names.slice(0, shown).join(', ')} and ${rest} more` : names.join(', ');
}

function outputText(last: Judgement | undefined): string {
  const output = last?.output?.trimEnd() ?? '';
  if (output === '') return '';
  const lines = output.split('\n').slice(-12);
  return `It wrote at last:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
