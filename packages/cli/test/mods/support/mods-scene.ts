import { realpathSync } from 'node:fs';
import { QUIET, type Scene, scene } from '../../../../loader/test/support/scene.ts';
import type { Io } from '../../../src/io.ts';
import { type CliResult, runCli } from '../../support/run-cli.ts';

export { QUIET };

/** A home and a project, and `cmd mods` at work in the project. */
export interface ModsScene extends Scene {
  /** Runs `cmd mods` with these arguments. */
  mods(args: readonly string[], more?: Partial<Io>): Promise<CliResult>;
  /** The same with `--json`; gives what was printed as data. */
  json(
    args: readonly string[],
    more?: Partial<Io>,
  ): Promise<{ readonly code: number; readonly printed: Printed }>;
}

/** One printed object. A test says what it expects of it. */
// biome-ignore lint/suspicious/noExplicitAny: what is printed is what a test finds out
export type Printed = any;

/** Lays out a scene as the loader's tests do; see there. */
export function modsScene(layout: Parameters<typeof scene>[0]): ModsScene {
  const made = scene(layout);
  const mods = (args: readonly string[], more: Partial<Io> = {}) =>
    runCli(made, ['mods', ...args], undefined, more);
  return {
    ...made,
    mods,
    json: async (args, more) => {
      const { code, stdout } = await mods([...args, '--json'], more);
      return { code, printed: stdout === '' ? undefined : JSON.parse(stdout) };
    },
  };
}

/** What a command wrote, with the scene's own folders taken out. */
export function scrubbed(text: string, { home, project }: Scene): string {
  return text
    .replaceAll(realpathSync(project), '{project}')
    .replaceAll(project, '{project}')
    .replaceAll(realpathSync(home), '{home}')
    .replaceAll(home, '{home}');
}
