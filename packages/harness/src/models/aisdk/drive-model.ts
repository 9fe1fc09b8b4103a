import type {
  LanguageModelV2,
  LanguageModelV2CallOptions,
  LanguageModelV3,
  LanguageModelV3CallOptions,
} from '@ai-sdk/provider';
import type { StreamParams, StreamResult } from '@cmd-mods/mod-api';
import { isRecord, kindOf } from '../../hooks/content.ts';
import { ModelError } from '../model-client.ts';
import { createGrowingAnswer } from './answer-parts.ts';
import { effortOptions } from './effort-options.ts';
import { readFinish } from './finish.ts';
import { isLaterEvent } from './later-event.ts';
import { buildPrompt, buildTools } from './prompt.ts';
import { type RequestTarget, requestError, streamCut } from './request-error.ts';

/** A model that the host can drive, of either version of the AI SDK's interface. */
export type DrivenModel = LanguageModelV2 | LanguageModelV3;

/**
 * Takes what a provider's `buildModel` gave for a model.
 * @throws A `ModelError` (`TRANSPORT_UNSUPPORTED`) that says what it is instead.
 */
export function readModel(value: unknown, provider: string): DrivenModel {
  if (isRecord(value) && typeof value.doStream === 'function') {
    const { specificationVersion } = value;
    if (specificationVersion === 'v2' || specificationVersion === 'v3')
      return value as unknown as DrivenModel;
    throw unsupported(provider, `a model of version "${String(specificationVersion)}" of the interface`);
  }
  throw unsupported(provider, kindOf(value));
}

function unsupported(provider: string, what: string): ModelError {
  return new ModelError(
    'TRANSPORT_UNSUPPORTED',
    `The provider "${provider}" built ${what}. This host drives AI SDK language models of version "v2" (ai 5) and "v3" (ai 6).`,
  );
}

/**
 * Sends one request to an AI SDK model and reports its answer while it streams. An abort closes the connection. The model's own
 * retries are not used: the loop has its own, which show.
 *
 * @throws A `ModelError` without any key in it; the signal's reason when it was aborted.
 *
 * Source: AI SDK, `LanguageModelV3.doStream`.
 */
export async function driveModel(
  model: DrivenModel,
  params: StreamParams,
  target: RequestTarget & { readonly headers: Readonly<Record<string, string>> },
): Promise<StreamResult> {
  const { signal } = params;
  try {
    const { stream } = await model.doStream(callOptions(model, params, target.headers));
    const answer = createGrowingAnswer(params);
    let finish: ReturnType<typeof readFinish>;
    for await (const part of stream) {
      if (part.type === 'error') {
        if (isLaterEvent(part.error)) continue;
        throw part.error;
      }
      if (part.type === 'finish') finish = readFinish(part);
      else answer.take(part);
    }
    if (finish === undefined) throw streamCut(target);
    const broken = answer.brokenCall();
    if (broken !== undefined && finish.stopReason !== 'max_tokens') throw broken;
    return { content: answer.content(), ...finish };
  } catch (error) {
    signal.throwIfAborted();
    throw requestError(error, target);
  }
}

/** Both versions of the interface take the same options, but for a kind of picture; see `buildPrompt`. */
function callOptions(
  model: DrivenModel,
  params: StreamParams,
  headers: Readonly<Record<string, string>>,
): LanguageModelV3CallOptions & LanguageModelV2CallOptions {
  const { tools, effort, temperature, maxOutputTokens, signal } = params;
  const options: LanguageModelV3CallOptions = {
    prompt: buildPrompt(params, model.specificationVersion),
    ...(tools.length === 0 ? {} : { tools: buildTools(tools), toolChoice: { type: 'auto' } }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    providerOptions: effortOptions(effort, params.model),
    abortSignal: signal,
    headers,
  };
  return options as LanguageModelV3CallOptions & LanguageModelV2CallOptions;
}
