import { decodeAnsiC } from './ansi-c.ts';
import type { ShellCommand, ShellRedirection, ShellScript, ShellWord } from './shell-script.ts';

/** Words after which another command begins: they are passed over, and the line counts as not understood. */
const PASSED_OVER = new Set(
  'if then elif else fi while until do done esac { } ! time coproc function'.split(' '),
);
/** Words that begin what is no simple command, yet are kept as one. */
const CONTROL = new Set(['for', 'case', 'select', '[[']);
const REDIRECTION = /^(?:&>>?|<<<|<<-?|<&|<>|<(?!\()|>>|>&|>\||>(?!\())/;
const SEPARATOR = /^(?:&&|\|\||\|&|;;&|;&|;;|[;&|\n])/;
// No other white space: to the shell, a carriage return or a no-break space is a letter like any other.
const WORD_END = /[ \t\n;&|()<>]/;
const MAX_DEPTH = 40;

/** A here-document that begins at the next line. */
interface PendingDocument {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly stripsTabs: boolean;
  readonly inputs: string[];
  readonly words: ShellWord[];
}

/**
 * Takes a POSIX or bash command line apart. Never throws: what it does not know makes the result "not understood",
 * while every command that it can make out is in it all the same, for rules that deny.
 * Written here because the parsers that libraries offer either treat a line end as a blank and `$(...)` as text,
 * or weigh more than the whole host.
 */
export function parseShell(text: string): ShellScript {
  const script = new Parser(text, 0).script('', false);
  return text.includes('\0') ? { ...script, isUnderstood: false } : script;
}

class Parser {
  readonly #text: string;
  readonly #depth: number;
  #at = 0;
  #isUnderstood = true;
  #commands: ShellCommand[] = [];
  #pending: PendingDocument[] = [];
  #words: ShellWord[] = [];
  #redirections: ShellRedirection[] = [];
  #inputs: string[] = [];
  #isPiped = false;

  constructor(text: string, depth: number) {
    this.#text = text;
    this.#depth = depth;
    if (depth > MAX_DEPTH) this.#isUnderstood = false;
  }

  get end(): number {
    return this.#at;
  }

  /** Everything up to the closing character, or the end of the text. */
  script(closer: ')' | '', isPiped: boolean): ShellScript {
    this.#isPiped = isPiped;
    let depth = 0;
    while (this.#at < this.#text.length) {
      const rest = this.#text.slice(this.#at, this.#at + 4);
      const character = rest[0] ?? '';
      if (rest.startsWith('\\\n')) this.#at += 2;
      else if (character === ' ' || character === '\t') this.#at += 1;
      else if (character === '#') this.#skipTo('\n');
      else if (character === '(') {
        this.#unknown();
        depth += 1;
        this.#at += 1;
        this.#finish(this.#isPiped);
      } else if (character === ')') {
        this.#at += 1;
        if (depth === 0 && closer === ')') {
          this.#finish(false);
          return this.#result();
        }
        this.#unknown();
        depth = Math.max(0, depth - 1);
        this.#finish(false);
      } else this.#piece(rest);
    }
    if (closer !== '') this.#unknown();
    this.#readDocuments();
    this.#finish(false);
    return this.#result();
  }

  /** A separator, a redirection or a word. */
  #piece(rest: string): void {
    const redirection = REDIRECTION.exec(rest)?.[0];
    if (redirection !== undefined) {
      this.#at += redirection.length;
      this.#redirect(redirection);
      return;
    }
    const separator = SEPARATOR.exec(rest)?.[0];
    if (separator !== undefined) {
      this.#at += separator.length;
      if (separator.startsWith(';') && separator.length > 1) this.#unknown();
      if (separator === '\n') this.#readDocuments();
      this.#finish(separator === '|' || separator === '|&');
      return;
    }
    const word = this.#word();
    const isFirst = this.#words.length === 0;
    if (isFirst && PASSED_OVER.has(word.raw)) this.#unknown();
    else {
      if (isFirst && CONTROL.has(word.raw)) this.#unknown();
      // The number of a redirection, as in `2>&1`, is no argument.
      const isNumber = /^\d+$/.test(word.raw) && /[<>]/.test(this.#text[this.#at] ?? '');
      if (!isNumber) this.#words.push(word);
    }
  }

  #redirect(operator: string): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at += 1;
    const target = this.#word();
    if (target.raw === '') this.#unknown();
    this.#redirections.push({ operator, target });
    if (!operator.startsWith('<<')) return;
    this.#unknown();
    if (operator === '<<<') this.#inputs.push(target.value);
    else {
      this.#pending.push({
        delimiter: target.value,
        isQuoted: target.raw !== target.value,
        stripsTabs: operator === '<<-',
        inputs: this.#inputs,
        words: this.#words,
      });
    }
  }

  /** Reads the here-documents that the finished line announced; their substitutions run, unless the delimiter is quoted. */
  #readDocuments(): void {
    for (const document of this.#pending.splice(0)) {
      const lines: string[] = [];
      while (this.#at < this.#text.length) {
        const lineEnd = this.#text.indexOf('\n', this.#at);
        const end = lineEnd === -1 ? this.#text.length : lineEnd;
        const line = this.#text.slice(this.#at, end);
        this.#at = Math.min(end + 1, this.#text.length);
        if ((document.stripsTabs ? line.replace(/^\t+/, '') : line) === document.delimiter) break;
        lines.push(line);
      }
      const body = lines.join('\n');
      document.inputs.push(body);
      if (document.isQuoted) continue;
      const nested = new Parser(body, this.#depth + 1).quoted('').nested;
      if (nested.length > 0) document.words.push({ raw: '', value: '', isComputed: true, nested });
    }
  }

  #finish(nextIsPiped: boolean): void {
    if (this.#words.length > 0 || this.#redirections.length > 0) {
      this.#commands.push({
        words: this.#words,
        redirections: this.#redirections,
        isPiped: this.#isPiped,
        inputs: this.#inputs,
      });
      this.#words = [];
      this.#redirections = [];
      this.#inputs = [];
    }
    this.#isPiped = nextIsPiped;
  }

  /** One word; empty when none begins here. */
  #word(): ShellWord {
    const start = this.#at;
    const parts: WordParts = { value: '', isComputed: false, nested: [] };
    const process = /^[<>]\(/.exec(this.#text.slice(start, start + 2))?.[0];
    if (process !== undefined) {
      this.#at += 2;
      this.#nest(parts, start, process === '>(');
    }
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? '';
      if (WORD_END.test(character)) break;
      if (character === "'") parts.value += this.#singleQuoted();
      else if (character === '"') {
        this.#at += 1;
        const inner = this.quoted('"');
        parts.value += inner.value;
        parts.isComputed ||= inner.isComputed;
        parts.nested.push(...inner.nested);
      } else if (character === '\\') parts.value += this.#escaped();
      else if (character === '$' || character === '`') this.#expansion(parts, true);
      else {
        parts.value += character;
        this.#at += 1;
      }
    }
    return { raw: this.#text.slice(start, this.#at), ...parts };
  }

  /** What stands between double quotes, or with `''` as closer a whole here-document. */
  quoted(closer: '"' | ''): WordParts {
    const parts: WordParts = { value: '', isComputed: false, nested: [] };
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? '';
      if (character === closer) {
        this.#at += 1;
        return parts;
      }
      if (character === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        this.#at += 2;
        if (next !== '\n') parts.value += '$`"\\'.includes(next) && next !== '' ? next : `\\${next}`;
      } else if (character === '$' || character === '`') this.#expansion(parts, false);
      else {
        parts.value += character;
        this.#at += 1;
      }
    }
    if (closer !== '') this.#unknown();
    return parts;
  }

  /** `$(...)`, backticks, `${...}`, a variable, `$'...'`, or a dollar sign alone. */
  #expansion(parts: WordParts, isBare: boolean): void {
    const start = this.#at;
    if (this.#text[start] === '`') {
      this.#backquoted(parts);
      return;
    }
    // The shell joins lines first, so a dollar sign at the end of one begins what stands on the next.
    const next = start + 1 + (/^(?:\\\n)+/.exec(this.#text.slice(start + 1))?.[0].length ?? 0);
    const character = this.#text[next] ?? '';
    if (character === '(') {
      this.#at = next + 1;
      this.#nest(parts, start, false);
    } else if (character === '{') {
      this.#at = next + 1;
      this.#braced(parts, start);
    } else if (character === "'" && isBare) {
      this.#unknown();
      this.#at = next;
      parts.value += decodeAnsiC(this.#ansiQuoted());
    } else if (character === '"' && isBare) {
      this.#unknown();
      this.#at = next;
    } else {
      const name = /^(?:\w+|[@*#?$!-])/.exec(this.#text.slice(next, next + 100))?.[0];
      this.#at = name === undefined ? start + 1 : next + name.length;
      parts.value += `$${name ?? ''}`;
      if (name !== undefined || character === '[') {
        this.#unknown();
        parts.isComputed = true;
      }
    }
  }

  /** The command line up to the `)` that closes it. */
  #nest(parts: WordParts, start: number, isPiped: boolean): void {
    this.#unknown();
    const inner = new Parser(this.#text.slice(this.#at), this.#depth + 1);
    if (this.#depth < MAX_DEPTH) parts.nested.push(inner.script(')', isPiped));
    this.#at = this.#depth < MAX_DEPTH ? this.#at + inner.end : this.#text.length;
    parts.value += this.#text.slice(start, this.#at);
    parts.isComputed = true;
  }

  #backquoted(parts: WordParts): void {
    this.#unknown();
    const start = this.#at;
    let inner = '';
    for (this.#at += 1; this.#at < this.#text.length && this.#text[this.#at] !== '`'; this.#at += 1) {
      if (this.#text[this.#at] === '\\' && '`\\$'.includes(this.#text[this.#at + 1] ?? ' ')) this.#at += 1;
      inner += this.#text[this.#at] ?? '';
    }
    this.#at = Math.min(this.#at + 1, this.#text.length);
    if (this.#depth < MAX_DEPTH) parts.nested.push(new Parser(inner, this.#depth + 1).script('', false));
    parts.value += this.#text.slice(start, this.#at);
    parts.isComputed = true;
  }

  /** `${...}`: what its default value would run is nested too. */
  #braced(parts: WordParts, start: number): void {
    this.#unknown();
    let depth = 1;
    const inner: WordParts = { value: '', isComputed: true, nested: [] };
    while (this.#at < this.#text.length && depth > 0) {
      const character = this.#text[this.#at] ?? '';
      if (character === '\\') this.#at += 2;
      else if (character === "'") this.#singleQuoted();
      else if (character === '`' || this.#text.startsWith('$(', this.#at)) this.#expansion(inner, false);
      else {
        if (character === '{') depth += 1;
        if (character === '}') depth -= 1;
        this.#at += 1;
      }
    }
    this.#at = Math.min(this.#at, this.#text.length);
    parts.nested.push(...inner.nested);
    parts.value += this.#text.slice(start, this.#at);
    parts.isComputed = true;
  }

  #singleQuoted(): string {
    const end = this.#text.indexOf("'", this.#at + 1);
    const value = this.#text.slice(this.#at + 1, end === -1 ? this.#text.length : end);
    if (end === -1) this.#unknown();
    this.#at = end === -1 ? this.#text.length : end + 1;
    return value;
  }

  /** The inside of `'...'` in which a backslash escapes the quote. */
  #ansiQuoted(): string {
    const start = this.#at + 1;
    for (this.#at = start; this.#at < this.#text.length && this.#text[this.#at] !== "'"; this.#at += 1) {
      if (this.#text[this.#at] === '\\') this.#at += 1;
    }
    const inner = this.#text.slice(start, this.#at);
    this.#at = Math.min(this.#at + 1, this.#text.length);
    return inner;
  }

  #escaped(): string {
    const next = this.#text[this.#at + 1];
    if (next === undefined) this.#unknown();
    this.#at = Math.min(this.#at + 2, this.#text.length);
    return next === undefined || next === '\n' ? '' : next;
  }

  #skipTo(character: string): void {
    const found = this.#text.indexOf(character, this.#at);
    this.#at = found === -1 ? this.#text.length : found;
  }

  #unknown(): void {
    this.#isUnderstood = false;
  }

  #result(): ShellScript {
    return { commands: this.#commands, isUnderstood: this.#isUnderstood };
  }
}

interface WordParts {
  value: string;
  isComputed: boolean;
  readonly nested: ShellScript[];
}
