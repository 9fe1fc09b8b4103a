import { type ModDefinition, whereThrown } from '@cmd-mods/harness';
import type { ModApi, ModFactory, Where } from '@cmd-mods/mod-api';

/** What a mod does with its API that no hook shows. */
export interface ApiUse {
  /** `early`: `getFlag` while factories run. `flag`: `getFlag` later. `answer`: a handler of `cmd.on` returned something. */
  readonly kind: 'early' | 'flag' | 'answer';
  readonly mod: string;
  /** The name of the flag, or of the event. */
  readonly name: string;
  readonly where: Where | undefined;
}

/** The same mod, whose calls of `getFlag` and whose handlers of `cmd.on` are watched. */
export function watchApi(mod: ModDefinition, tell: (use: ApiUse) => void): ModDefinition {
  const here = () => whereThrown(new Error('here'), mod.file);
  const factory: ModFactory = async (cmd) => {
    let isLoading = true;
    const getFlag: ModApi['getFlag'] = (name) => {
      tell({ kind: isLoading ? 'early' : 'flag', mod: mod.name, name, where: here() });
      return cmd.getFlag(name);
    };
    const on: ModApi['on'] = (name, handler) => {
      if (typeof handler !== 'function') return cmd.on(name, handler);
      const where = here();
      return cmd.on(name, (event) => {
        const answer: unknown = handler(event);
        void Promise.resolve(answer).then(
          (value) => {
            if (value !== undefined) tell({ kind: 'answer', mod: mod.name, name, where });
          },
          // It is the host that reports what a handler throws.
          () => undefined,
        );
        return answer as never;
      });
    };
    // Descriptors, since members of the API may be getters.
    const watched = Object.create(Object.getPrototypeOf(cmd), {
      ...Object.getOwnPropertyDescriptors(cmd),
      getFlag: { value: getFlag, enumerable: true },
      on: { value: on, enumerable: true },
    }) as ModApi;
    try {
      await mod.factory(watched);
    } finally {
      isLoading = false;
    }
  };
  return { ...mod, factory };
}
