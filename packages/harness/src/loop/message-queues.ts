import type { AgentMessage, DeliverAs } from '@cmd-mods/mod-api';
import { textBlock } from '../hooks/content.ts';

/** What mods queued for a run that is going. */
export interface MessageQueues {
  add(content: string, deliverAs: DeliverAs): void;
  /** Takes what has to land after the present batch of tools. */
  takeSteering(): readonly AgentMessage[];
  /** Takes what was kept for the time when the run would stop; steering that found no batch of tools comes first. */
  takeFollowUps(): readonly AgentMessage[];
}

/** Makes the queues of one harness. They outlive a run: what is queued between runs is found by the next one. */
export function createMessageQueues(): MessageQueues {
  const steering: AgentMessage[] = [];
  const followUps: AgentMessage[] = [];
  return {
    add(content, deliverAs) {
      const isSteering = deliverAs === 'steer';
      (isSteering ? steering : followUps).push({
        role: 'user',
        content: [textBlock(content)],
        meta: { isAutomated: true, source: isSteering ? 'steering' : 'follow_up' },
      });
    },
    takeSteering: () => steering.splice(0),
    takeFollowUps: () => [...steering.splice(0), ...followUps.splice(0)],
  };
}
