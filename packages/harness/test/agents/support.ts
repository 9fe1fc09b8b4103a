import type { AgentDefinition, ModFactory } from '@cmd-mods/mod-api';
import type { ScriptTurn } from '../../src/index.ts';
import { calls } from '../support/run-scripted.ts';

/** A mod with one agent, `helper` unless it says otherwise. */
export function agentMod(agent: Partial<AgentDefinition> = {}): ModFactory {
  return (cmd) => void cmd.addAgent({ name: 'helper', description: 'helps', prompt: 'You help.', ...agent });
}

/** A turn in which the model delegates; the call is `call_1` when it is the script's first. */
export function delegates(prompt = 'work', agent = 'helper'): ScriptTurn {
  return calls(['task', { agent, prompt }]);
}
