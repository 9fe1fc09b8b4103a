import type { ModContext, TransformTextDeltaInput } from '@cmd-mods/mod-api';

type TextHook = (params: TransformTextDeltaInput, ctx?: ModContext) => string;

/**
 * On the final flush every mod is called with an empty delta. What a mod before returned from its own flush is text that has
 * not passed this mod yet: it goes through first, as an ordinary chunk, and the flush follows.
 */
export function flushInTwo(hook: TextHook): TextHook {
  return (params, ctx) => {
    if (!params.done || params.delta === '') return hook(params, ctx);
    const chunk = hook({ ...params, done: false }, ctx);
    const rest = hook({ ...params, delta: '' }, ctx);
    // Anything but two strings is malformed; handing one of them on lets the reader say so.
    if (typeof chunk !== 'string') return chunk;
    return typeof rest === 'string' ? chunk + rest : rest;
  };
}
