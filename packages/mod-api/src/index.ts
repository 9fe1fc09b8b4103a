/**
 * What a mod author imports. Read the modules in this order: the factory and `ModApi`, the hooks, the events, and then
 * the shapes that these mention.
 */

export * from './agent-mod.ts';
export * from './commands.ts';
export * from './define-mod.ts';
export * from './diagnostics.ts';
export * from './disposable.ts';
export * from './elements.ts';
export * from './events.ts';
export * from './hooks.ts';
export * from './live.ts';
export * from './messages.ts';
export * from './mod-api.ts';
export * from './mod-state.ts';
export * from './providers.ts';
export * from './session.ts';
export * from './tools.ts';
export * from './ui.ts';
export * from './version.ts';
