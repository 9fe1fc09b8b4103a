import { describe, expect, it } from 'vitest';
import { createProgress } from '../../src/render/progress.ts';

function shown(io: { readonly isTerminal: boolean; readonly columns?: number }, source = 'npm:pack'): string {
  let text = '';
  const progress = createProgress({
    ...io,
    stderr: (more) => {
      text += more;
    },
  });
  progress.show({ source, phase: 'resolving' });
  progress.show({ source, phase: 'fetching' });
  progress.clear();
  progress.clear();
  return text;
}

describe('progress on stderr', () => {
  it('is plain lines where there is no terminal', () => {
    expect(shown({ isTerminal: false })).toBe('npm:pack: looking up the version\nnpm:pack: fetching\n');
  });

  it('is one line that is written anew on a terminal, and taken away once at the end', () => {
    const clear = '\r\u001b[K';
    expect(shown({ isTerminal: true })).toBe(
      `${clear}npm:pack: looking up the version${clear}npm:pack: fetching${clear}`,
    );
  });

  it('never fills the line of a terminal, since a line that wraps could not be written over', () => {
    const lines = shown({ isTerminal: true, columns: 20 }, 'npm:a-rather-long-name').split('\r\u001b[K');
    expect(lines.map((line) => line.length)).toEqual([0, 19, 19, 0]);
  });
});
