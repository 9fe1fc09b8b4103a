import type { BuiltinMod } from '@cmd-mods/loader/load';

/** The program's own mods, in order. It has none: its tools and its model are parts of the harness. */
export const BUILTIN_MODS: readonly BuiltinMod[] = [];
