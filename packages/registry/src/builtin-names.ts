/** Names that Command Code's own mods have: no listed mod may be taken for one. (Seed 001, "Built-in mods".) */
export const BUILTIN_NAMES: readonly string[] = [
  'learning',
  'provider-anthropic',
  'provider-copilot',
  'provider-openai',
  'taste-learning',
  'titling',
  'todos',
  'update-notice',
];
