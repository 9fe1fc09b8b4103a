import * as surface from '@cmd-mods/hooks';
import { expect, it } from 'vitest';

it('exports the engine, two loops and the reductions, and nothing else at run time', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'Hooks',
    'any',
    'chainAndCollect',
    'collect',
    'firstBlock',
    'firstCancelOrLast',
    'firstFlagged',
    'firstResult',
    'keeping',
    'merge',
    'patch',
    'replace',
    'sequential',
    'sequentialSync',
    'transform',
    'vote',
  ]);
});
