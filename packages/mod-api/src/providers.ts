import type { AgentMessage, Block, ThinkingEffort, Usage } from './messages.ts';
import type { ToolSchema } from './tools.ts';

/** A model of a provider. */
export interface ModelDefinition {
  /** What `--model` takes. */
  readonly id: string;
  readonly name?: string;
  readonly label?: string;
  readonly description?: string;
  readonly provider?: string;
  /** In tokens. */
  readonly contextWindow?: number;
  readonly reasoning?: boolean;
  /** The efforts it understands; an effort it lacks becomes the nearest lower one. */
  readonly reasoningEfforts?: readonly ThinkingEffort[];
  readonly inputModalities?: readonly ('text' | 'image')[];
}

/** What an auth method produced, as headers. */
export interface ProviderAuth {
  readonly headers: Readonly<Record<string, string>>;
}

/** One request, and the calls that report its answer while it streams. */
export interface StreamParams {
  readonly model: string;
  /** Valid for the wire: roles alternate, every call has its result. Holds until the request ends; copy what must last. */
  readonly messages: readonly AgentMessage[];
  readonly system: string;
  readonly tools: readonly ToolSchema[];
  readonly effort?: ThinkingEffort;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  /** Aborted when the run is interrupted; reject then. */
  readonly signal: AbortSignal;
  readonly auth?: ProviderAuth;
  /** A chunk of the answer's text. */
  onTextDelta(delta: string): void;
  /** The model begins to think aloud. */
  onThinkingStart(): void;
  /** A chunk of thinking. */
  onThinkingDelta(delta: string): void;
  /** The thinking is complete: all of it. */
  onThinkingEnd(text: string): void;
  /** The whole partial message, tool input that is still partial included. */
  onMessageUpdate(message: AgentMessage): void;
}

/** A complete answer. */
export interface StreamResult {
  readonly content: readonly Block[];
  readonly usage: Usage;
  /** `'end_turn'`, `'tool_use'`, `'max_tokens'` and the like. */
  readonly stopReason: string;
  /** The provider's own word, which events prefer. */
  readonly rawFinishReason?: string;
}

/** How a provider reaches its models. */
export type ProviderTransport =
  | {
      /** The mod does the request itself. A rejection whose error has `retryable: true` is tried again. */
      readonly kind: 'direct';
      /** Makes the request and reports the answer while it comes; resolves to all of it. */
      stream(params: StreamParams): Promise<StreamResult>;
    }
  | {
      /** The host speaks an OpenAI-compatible protocol to this address. */
      readonly kind: 'direct';
      readonly baseUrl: string;
      readonly headers?: Readonly<Record<string, string>>;
      /**
       * Asked before each request, for models that are somewhere else than the rest: an object `{baseUrl?, headers?, model?}`, now or as a
       * promise, goes before what stands here. Anything else changes nothing.
       */
      resolveProvider?(params: { readonly model: string }): unknown;
    }
  | {
      /** The mod builds an AI SDK language model, and the host drives it. */
      readonly kind: 'aisdk';
      /** Builds the model for an id; a language model of the AI SDK, of its version 2 or 3. */
      buildModel(params: { readonly model: string }): unknown;
    };

/** What a person has stored for a provider. */
export interface ProviderCredential {
  readonly kind: 'api';
  /** Secret: it belongs into headers and nowhere else. */
  readonly key: string;
}

/** One way in which a person gives a provider their key. */
export interface ProviderAuthMethod {
  readonly kind: 'api';
  /** What is asked for, such as `Acme API key`. */
  readonly label: string;
  /** The environment variable that may have the key as well. While it is set, nothing that is stored is read. */
  readonly variable?: string;
  /**
   * Looks at a key before it is stored. `false`, a throw, or a text that says why refuses it, as does an object whose `ok`, `valid` or
   * `isValid` is false; now or as a promise. Anything else takes it.
   */
  validate?(params: { readonly key: string }): unknown;
}

/** What a loader answers with. */
export interface ProviderAuthAnswer {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** How a person gives a provider their key, and how requests carry it. */
export interface ProviderAuthModule {
  readonly methods: readonly ProviderAuthMethod[];
  /** Called before each request, with what is stored for the provider. Its headers go with the request; one that is undefined does not. */
  loader(params: {
    readonly credential: ProviderCredential | undefined;
  }): ProviderAuthAnswer | Promise<ProviderAuthAnswer>;
}

/**
 * A model provider. The host appends it to its own set; a mod extends the set and never replaces it.
 *
 * Source: mods page, `cmd.addProvider`.
 */
export interface ProviderModule {
  readonly id: string;
  readonly displayName: string;
  readonly models?: readonly ModelDefinition[];
  /** Claims model ids that are not in the list. */
  matchesModelId?(id: string): boolean;
  readonly transport: ProviderTransport;
  readonly auth?: ProviderAuthModule;
  readonly hooks?: Readonly<Record<string, unknown>>;
}
