import type { ModApi } from '@cmd-mods/mod-api';
import { createScriptedModel, type ModelClient, type RequestRow, type ScriptTurn } from '../../src/index.ts';
import { ofType, type Scene, type Stage, setStage, texts } from './run-scripted.ts';

const WINDOW = 128_000;
/** More than the share of the window that may be used. */
export const FULL = { inputTokens: 110_000 };

/** A stage, and the API of a mod on it. */
export async function stageOf(scene: Scene): Promise<Stage & { readonly cmd: ModApi }> {
  let cmd: ModApi | undefined;
  const grab = (api: ModApi) => {
    cmd = api;
  };
  const modelClient = {
    ...createScriptedModel({ turns: scene.turns ?? [] }),
    describe: (id: string) => ({ id, contextWindow: WINDOW }),
  } as ModelClient;
  const stage = await setStage({
    ...scene,
    mods: { grab, ...scene.mods },
    harness: { modelClient, ...scene.harness },
  });
  if (cmd === undefined) throw new Error('The factory did not run.');
  return { ...stage, cmd };
}

/** The requests that were made. */
export function requestsOf({ trace }: Stage): RequestRow[] {
  return trace.filter((row) => row.kind === 'request');
}

/** What each request was for, in order. */
export function purposesOf(stage: Stage): string {
  return requestsOf(stage)
    .map(({ purpose }) => purpose)
    .join(' ');
}

/** The texts of the last request. */
export function lastSent(stage: Stage): string[] {
  return texts(requestsOf(stage).at(-1)?.messages ?? []);
}

/** The notices that were raised, with their levels. */
export function notices({ events }: Stage): string[] {
  return ofType(events, 'notice').map(({ level, message }) => `${level}: ${message}`);
}

/** Two prompts and their answers, then whatever else. */
export async function talked(scene: Omit<Scene, 'turns'>, ...turns: readonly ScriptTurn[]) {
  const stage = await stageOf({ ...scene, turns: [{ text: 'one' }, { text: 'two' }, ...turns] });
  await stage.run('first');
  await stage.run('second');
  return stage;
}

/** A model that answers so often and then never again, whatever its signal says. */
export function hangingAfter(times: number): ModelClient {
  const model = createScriptedModel({ turns: Array.from({ length: times }, () => ({ text: 'said' })) });
  return { complete: (params) => (model.turnsLeft > 0 ? model.complete(params) : new Promise(() => {})) };
}
