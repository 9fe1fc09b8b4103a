import type { AgentDefinition } from '@cmd-mods/mod-api';
import type { RunTool } from '../loop/run-context.ts';
import type { OccasionalTool } from '../session-tools.ts';
import { defineTool } from '../tools/define-tool.ts';
import { findNamed } from '../tools/find-named.ts';
import { TASK_TOOL } from './agent-tools.ts';

/**
 * The tool `task`: hands a piece of work to a sub-agent. It is there while there is an agent, and its description names them.
 * Delegating changes nothing by itself, so it asks nobody; each call that the sub-agent makes is judged as the run's own would be.
 *
 * Source: mods page, `cmd.addAgent`.
 */
export function taskTool(agents: () => readonly AgentDefinition[]): OccasionalTool {
  return {
    name: TASK_TOOL,
    now() {
      const present = agents();
      return present.length === 0 ? undefined : toolFor(present);
    },
  };
}

function toolFor(agents: readonly AgentDefinition[]): RunTool {
  const forCall: RunTool['forCall'] = (run, toolCallId) =>
    define(agents, async (agent, prompt) => {
      const { runAgent } = await import('./run-agent.ts');
      return runAgent(run, toolCallId, agent, prompt);
    });
  const { schema } = define(agents, async () => '');
  return { schema, readOnly: true, forCall };
}

function define(
  agents: readonly AgentDefinition[],
  work: (agent: AgentDefinition, prompt: string) => Promise<string>,
) {
  return defineTool({
    name: TASK_TOOL,
    description:
      'Hands a piece of work to a sub-agent. It has its own conversation, so the prompt must say everything it needs; ' +
      `only its last answer comes back. The agents:\n${agents.map(lineOf).join('\n')}`,
    readOnly: true,
    required: {
      agent: { type: 'string', minLength: 1, description: 'The name of the agent.' },
      prompt: { type: 'string', minLength: 1, description: 'The work, with everything it takes to do it.' },
    },
    optional: { description: { type: 'string', description: 'The work in a few words, for the person.' } },
    run: ({ agent, prompt }) => work(findNamed(agents, agent, 'agent'), prompt),
  });
}

function lineOf({ name, description }: AgentDefinition): string {
  return `- ${name}: ${description}`;
}
