import { marked, type Token } from 'marked';
import { remember } from '../text/remember.ts';
import { NodeProblem } from './fields.ts';

/** More is cut: nobody reads it on a screen. */
const MAX_LENGTH = 16_384;

/** Deeper markdown is malformed: drawing it would take more stack than there is. */
const MAX_DEPTH = 40;

/**
 * Reads markdown.
 * @throws NodeProblem when it is nested too deep.
 */
export const readMarkdown: (text: string) => readonly Token[] = remember(
  { most: 64, longest: MAX_LENGTH },
  (text) => {
    const tokens = lex(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
    for (let level = tokens, depth = 0; level.length > 0; level = level.flatMap(childrenOf), depth += 1) {
      if (depth > MAX_DEPTH) throw tooDeep();
    }
    return tokens;
  },
);

function lex(text: string): readonly Token[] {
  try {
    return marked.lexer(text);
  } catch (error) {
    // The library reads nested blocks by recursion.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

function childrenOf(token: Token): readonly Token[] {
  if (token.type === 'list') return (token as Token & { items: readonly Token[] }).items;
  return 'tokens' in token ? (token.tokens ?? []) : [];
}

function tooDeep(): NodeProblem {
  return new NodeProblem(`markdown is nested more than ${MAX_DEPTH} deep`);
}
