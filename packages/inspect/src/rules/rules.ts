import { environmentNames } from './environment.ts';
import { hooks } from './hooks.ts';
import { hostNotes, providers } from './host.ts';
import { hostNames } from './hosts.ts';
import { reachOfModules } from './modules.ts';
import { reachOfUses } from './reach.ts';
import { adds, events } from './registrations.ts';
import type { Rule } from './rule.ts';
import { texts } from './texts.ts';

/** Every rule. Their order is no matter: each writes findings of its own. */
export const RULES: readonly Rule[] = [
  reachOfUses,
  reachOfModules,
  environmentNames,
  hostNames,
  hooks,
  events,
  adds,
  hostNotes,
  providers,
  texts,
];
