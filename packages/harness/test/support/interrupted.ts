import { afterAll, beforeAll, expect } from 'vitest';
import { runScripted, type Scene, type ScriptedRun } from './run-scripted.ts';

/** "Within a second", with room for a busy machine. */
export const SOON = 2000;

/** Runs a scene and aborts it as soon as it hangs, which the scene tells by calling `hangs`. */
export async function interrupted(make: (hangs: () => void) => Scene): Promise<ScriptedRun> {
  const controller = new AbortController();
  let abortedAt = Number.NaN;
  const scene = make(() =>
    setTimeout(() => {
      abortedAt = performance.now();
      controller.abort();
    }, 5),
  );
  const run = await runScripted({ ...scene, config: { ...scene.config, signal: controller.signal } });
  expect(performance.now() - abortedAt).toBeLessThan(SOON);
  expectEveryCallAnswered(run);
  return run;
}

function expectEveryCallAnswered({ state }: ScriptedRun): void {
  const blocks = state.messages.flatMap(({ content }) => content);
  const asked = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  const answered = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
  expect(answered).toEqual(asked);
}

/** The rejections that nobody took while the tests of a file ran. */
export function unhandledRejections(): readonly unknown[] {
  const unhandled: unknown[] = [];
  const remember = (error: unknown) => unhandled.push(error);
  beforeAll(() => void process.on('unhandledRejection', remember));
  afterAll(() => void process.off('unhandledRejection', remember));
  return unhandled;
}
