import type { AgentMessage, ProviderModule, StreamParams, StreamResult } from '@cmd-mods/mod-api';
import { createModelRouter } from '../../src/index.ts';
import { user } from './run-scripted.ts';

/** One request to a provider, and what it reported meanwhile. */
export interface Asked {
  readonly result: StreamResult;
  /** `text Hello`, `thinking start`, `thinking Let me`, `thinking end ...`. */
  readonly log: readonly string[];
  /** Every partial message. */
  readonly updates: readonly AgentMessage[];
}

/** Asks the only model of a provider, through the router. */
export async function ask(provider: ProviderModule, more: Partial<StreamParams> = {}): Promise<Asked> {
  const log: string[] = [];
  const updates: AgentMessage[] = [];
  const result = await createModelRouter(() => [provider]).complete({
    model: `${provider.id}/model-1`,
    messages: [user('hi')],
    system: '',
    tools: [],
    signal: new AbortController().signal,
    onTextDelta: (delta) => void log.push(`text ${delta}`),
    onThinkingStart: () => void log.push('thinking start'),
    onThinkingDelta: (delta) => void log.push(`thinking ${delta}`),
    onThinkingEnd: (text) => void log.push(`thinking end ${text}`),
    onMessageUpdate: (message) => void updates.push(message),
    ...more,
  });
  return { result, log, updates };
}

/** What a request was rejected with. */
export async function rejection(asked: Promise<unknown>): Promise<unknown> {
  try {
    await asked;
  } catch (error) {
    return error;
  }
  throw new Error('The request was answered.');
}
