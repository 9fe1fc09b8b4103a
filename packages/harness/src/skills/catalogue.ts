import type { AgentMessage, Diagnostic } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { textBlock } from '../hooks/content.ts';
import type { SkillsPath } from '../host/host-state.ts';
import type { ModHost } from '../host/mod-host.ts';
import type { Skill } from './skill.ts';
import { skillText } from './skill-text.ts';

/** The skills of a session. */
export interface SkillCatalogue {
  /** The skills as they were read last, in the order of the places they come from. */
  all(): readonly Skill[];
  /**
   * Reads them anew: what a reload or an edit changed counts from then on.
   * @returns `undefined`, and not a promise, while nobody has named a place: then there is nothing to wait for.
   */
  refresh(): Promise<void> | undefined;
  /** The skill that a typed `/name args` activates, and what the model reads then; a command of that name goes first. */
  invoked(prompt: string): { readonly name: string; readonly message: AgentMessage } | undefined;
}

const INVOCATION = /^\/([a-z0-9-]+)(?:\s+([\s\S]*))?$/;

/** Makes the catalogue of a host's session, empty until it is refreshed. What is wrong with a skill is said once. */
export function createSkillCatalogue(host: ModHost): SkillCatalogue {
  let skills: readonly Skill[] = [];
  const said = new Set<string>();
  const say = (found: Diagnostic) => {
    if (said.has(found.message)) return;
    said.add(found.message);
    host.note(found);
  };
  const commandOf = (name: string) => host.commands().find((command) => command.name === name);
  const read = async (places: readonly SkillsPath[]) => {
    const { readSkills } = await import('./read-skills.ts');
    const reading = await readSkills(places);
    skills = reading.skills;
    reading.diagnostics.forEach(say);
    for (const { name, owner } of skills) {
      const command = commandOf(name);
      if (command !== undefined) say(shadowed(name, owner, command.mod));
    }
  };
  return {
    all: () => skills,
    refresh() {
      const places = host.skillsPaths();
      if (places.length > 0) return read(places);
      skills = [];
      return undefined;
    },
    invoked(prompt) {
      const [, name = '', args = ''] = INVOCATION.exec(prompt) ?? [];
      const skill = skills.find((one) => one.name === name);
      if (skill === undefined || commandOf(name) !== undefined) return undefined;
      const content = [skillText(skill), args].filter((text) => text !== '').map(textBlock);
      return { name, message: { role: 'user', content, meta: { source: 'skill' } } };
    },
  };
}

function shadowed(name: string, owner: string, mod: string): Diagnostic {
  const message = `/${name} runs the command of the mod "${mod}", not the skill of ${owner}; the model can load the skill.`;
  return diagnostic('NAME_TAKEN', { message, mod });
}
