import type { AgentDefinition } from '@cmd-mods/mod-api';
import type { RunContext, SessionTool } from '../loop/run-context.ts';
import { nearest } from '../nearest.ts';

/** The name of the tool that delegates. A sub-agent never has it, so nesting ends after one step. */
export const TASK_TOOL = 'task';

/** The tools that a sub-agent has: those of the run that delegates, as far as its definition names them. */
export function agentTools(
  tools: ReadonlyMap<string, SessionTool>,
  { tools: wanted = '*' }: AgentDefinition,
): ReadonlyMap<string, SessionTool> {
  const isWanted = (name: string) => wanted === '*' || wanted.includes(name) || wanted.includes('*');
  return new Map([...tools].filter(([name]) => name !== TASK_TOOL && isWanted(name)));
}

/** Warns, once in a run, of tools that a definition names and the session does not have. */
export function warnOfMissingTools(run: RunContext, { name, tools = '*' }: AgentDefinition): void {
  if (tools === '*') return;
  const present = [...run.harness.tools().keys()];
  for (const wanted of tools) {
    if (wanted === '*' || present.includes(wanted)) continue;
    const suggestion = nearest(wanted, present);
    const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
    const message = `The agent "${name}" names the tool "${wanted}", and there is no such tool.${hint}`;
    if (run.noticed.has(message)) continue;
    run.noticed.add(message);
    run.harness.emit({ type: 'notice', level: 'warning', message });
  }
}
