import type { OccasionalTool } from '../session-tools.ts';
import { defineTool } from '../tools/define-tool.ts';
import { findNamed } from '../tools/find-named.ts';
import type { Skill } from './skill.ts';
import { skillText } from './skill-text.ts';

const SKILL_TOOL = 'skill';

/**
 * The tool `skill`: loads one skill's instructions. It is there while there is a skill, and its description tells of each in one
 * line; that is all the model sees of a skill until it loads it. It reads nothing from disk.
 */
export function skillTool(all: () => readonly Skill[]): OccasionalTool {
  return {
    name: SKILL_TOOL,
    now() {
      const skills = all().filter(({ isForPersonOnly }) => !isForPersonOnly);
      return skills.length === 0 ? undefined : toolFor(skills);
    },
  };
}

function toolFor(skills: readonly Skill[]) {
  const lines = skills.map(({ name, description }) => `- ${name}: ${description}`);
  return defineTool({
    name: SKILL_TOOL,
    description:
      'Loads the instructions of a skill. Load one when the work at hand is what it is for, before you begin. ' +
      `The skills:\n${lines.join('\n')}`,
    readOnly: true,
    required: { name: { type: 'string', minLength: 1, description: 'The name of the skill.' } },
    optional: {},
    run: async ({ name }) => skillText(findNamed(skills, name, 'skill')),
  });
}
