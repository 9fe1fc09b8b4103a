import type { ModApi, ModFactory } from '@cmd-mods/mod-api';
import { createModHost } from '../../src/index.ts';
import { tempFolder } from './run-scripted.ts';

/** Throws. */
export const boom = () => {
  throw new Error('boom');
};

/** The `cmd` of a mod of that name, kept for the test. */
export async function cmdOf(
  factory: ModFactory = () => {},
  options: { storeFolder?: string; name?: string } = {},
) {
  const { name = 'm', ...rest } = options;
  const host = createModHost({ cwd: tempFolder(), ...rest });
  let kept: ModApi | undefined;
  await host.register({
    name,
    factory: (cmd) => {
      kept = cmd;
      return factory(cmd);
    },
  });
  if (kept === undefined) throw new Error('The factory did not run.');
  return { host, cmd: kept };
}

/** A value that JSON cannot hold. */
export function cyclic(): unknown {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}
