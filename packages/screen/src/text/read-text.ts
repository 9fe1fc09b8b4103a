import { type CONTROL_CODE, parse } from '@ansi-tools/parser';
import { clustersOf, isSimple } from './clusters.ts';
import { ansiText, EMPTY_LINE, type Line, type Span } from './line.ts';
import { remember } from './remember.ts';
import { applySgr } from './sgr.ts';
import { PLAIN, type Style } from './style.ts';

/** Longer text is cut: nobody reads it on a screen, and it would be read again in every repaint. */
const MAX_LENGTH = 16_384;

/** Columns between the places that tabs go to. */
const TAB = 4;

/** Control characters, those of C1 too, other than newline and tab. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

const ASCII = /^[\u0020-\u007e\n\t]*$/;

/**
 * What takes no column and only does things to the text around it: controls of direction, zero-width spaces, soft hyphens,
 * fillers. What belongs to a character before it stays: joiners, variation selectors, tags of flags, signs before a number.
 */
const IGNORED =
  /(?!\p{Mn}|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{e0020}-\u{e007f}]|\u200c|\u200d)[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Half of a character. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** What a link may go to: an address of printable ASCII, as the OSC 8 convention demands. */
const ADDRESS = /^[!-~]{1,2083}$/;
const LINK_ID = /(?:^|:)(id=[\w.-]{1,64})(?:$|:)/;

/** Text of one style, escapes and control characters gone. */
interface Run {
  readonly text: string;
  readonly style: Style;
}

/**
 * Reads foreign text into lines. This is the only way by which foreign text comes onto a screen. Of its escapes, weight,
 * colours and OSC 8 links become styles; every other one is dropped, and so are control characters. Newlines make lines,
 * tabs become spaces. What takes no column of its own is dropped too: zero-width spaces, marks without a character to stand
 * on, and the controls that change the direction of the text around them.
 *
 * @param base - The style around the text: where it begins, and what a reset goes back to.
 * @returns at least one line.
 *
 * Source: mods page, "Elements" and "Footer status segments"; ECMA-48; the OSC 8 convention.
 */
export function readLines(text: string, base: Style = PLAIN): readonly Line[] {
  const kept = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  if (isSimple(kept)) {
    return [
      kept === ''
        ? EMPTY_LINE
        : { spans: [{ text: kept, width: kept.length, style: base }], width: kept.length },
    ];
  }
  return base === PLAIN ? linesOfPlain(kept) : linesOf(runsOf(kept, base));
}

/** Most text comes again in the next repaint as it was. */
const linesOfPlain = remember({ most: 1_024, longest: 1_000 }, (text) => linesOf(runsOf(text, PLAIN)));

/** Reads foreign text into one line: newlines and tabs become spaces, and the line is trimmed. */
export function readLine(text: string, base: Style = PLAIN): Line {
  return isSimple(text)
    ? (readLines(text.trim(), base)[0] ?? EMPTY_LINE)
    : (readLines(text.trim().replace(/\r\n|[\n\t\u2028\u2029]/g, ' '), base)[0] ?? EMPTY_LINE);
}

/** Foreign text as it may be written to a terminal: only the escapes of weight, colour and OSC 8 links are left. */
export function sanitize(text: string): string {
  return readLines(text).map(ansiText).join('\n');
}

function runsOf(text: string, base: Style): readonly Run[] {
  const runs: Run[] = [];
  let style = base;
  for (const code of parse(text)) {
    if (code.type === 'TEXT') {
      const shown = code.raw
        .replace(CONTROLS, '')
        .replace(IGNORED, '')
        .replace(/[\u2028\u2029]/g, '\n')
        .replace(LONE_SURROGATES, '\ufffd');
      if (shown !== '') runs.push({ text: shown, style });
    } else if (code.type === 'CSI' && code.command === 'm') {
      style = applySgr(style, groupsOf(code), base);
    } else if (code.type === 'OSC' && code.command === '8') {
      style = linked(style, code.params);
    }
  }
  return runs;
}

function groupsOf(code: CONTROL_CODE): readonly (readonly string[])[] {
  if (code.parameterGroups !== undefined) return code.parameterGroups;
  return code.params.length === 0 ? [['0']] : code.params.map((parameter) => [parameter]);
}

/** @param params - What stood between the semicolons: parameters, then the address, which may have semicolons itself. */
function linked(style: Style, params: readonly string[]): Style {
  const { link: _link, ...rest } = style;
  const address = params.slice(1).join(';');
  if (!ADDRESS.test(address)) return style.link === undefined ? style : rest;
  return { ...rest, link: `${LINK_ID.exec(params[0] ?? '')?.[1] ?? ''};${address}` };
}

/** Puts pieces behind one another: characters, text of which every unit is a character, newlines and tabs. */
class LineBuilder {
  readonly #lines: Line[] = [];
  #spans: Span[] = [];
  #width = 0;

  add(text: string, width: number, style: Style): void {
    if (text === '\n') {
      this.#lines.push({ spans: this.#spans, width: this.#width });
      this.#spans = [];
      this.#width = 0;
    } else if (text === '\t') {
      const columns = TAB - (this.#width % TAB);
      this.#append(' '.repeat(columns), columns, style);
    } else if (width > 0) {
      this.#append(text, width, style);
    }
  }

  #append(text: string, width: number, style: Style): void {
    this.#width += width;
    const last = this.#spans.at(-1);
    if (last?.style === style) {
      this.#spans[this.#spans.length - 1] = { text: last.text + text, width: last.width + width, style };
    } else {
      this.#spans.push({ text, width, style });
    }
  }

  finish(): readonly Line[] {
    this.#lines.push({ spans: this.#spans, width: this.#width });
    return this.#lines;
  }
}

function linesOf(runs: readonly Run[]): readonly Line[] {
  const builder = new LineBuilder();
  if (runs.every(({ text }) => ASCII.test(text))) {
    for (const { text, style } of runs) {
      for (const piece of text.match(/[^\n\t]+|[\n\t]/g) ?? []) builder.add(piece, piece.length, style);
    }
    return builder.finish();
  }
  // Characters are told apart in the whole text: an escape may stand inside one, which then has the style it begins with.
  let current = 0;
  let end = runs[0]?.text.length ?? 0;
  for (const { text, width, index } of clustersOf(runs.map((run) => run.text).join(''))) {
    while (index >= end && current < runs.length - 1) {
      current += 1;
      end += runs[current]?.text.length ?? 0;
    }
    builder.add(text, width, runs[current]?.style ?? PLAIN);
  }
  return builder.finish();
}
