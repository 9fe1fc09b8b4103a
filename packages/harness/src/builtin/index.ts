/** Mods that a host program brings along. They are mods like any other: they know the API and nothing of the harness. */

export { learning } from './learning/learning.ts';
export { createProviderAnthropic } from './provider-anthropic.ts';
export {
  type ProviderEnvironment,
  type ProviderSetupCode,
  ProviderSetupError,
} from './provider-environment.ts';
export { createProviderOpenAi } from './provider-openai.ts';
export { titling } from './titling.ts';
export { todos } from './todos/todos.ts';
export { createUpdateNotice, type NewerVersion, type UpdateNoticeOptions } from './update-notice.ts';
