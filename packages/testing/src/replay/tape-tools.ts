import { builtInTools } from '@cmd-mods/harness';
import type { AgentMod, ToolModule, ToolResult, ToolRunParams } from '@cmd-mods/mod-api';
import { callKey } from './call-key.ts';
import type { Tape } from './tape.ts';

/** The tools of a replay: they act on nothing. */
export interface TapeTools {
  /** Every tool that the recorded model could call, except those that mods have themselves. */
  tools(ofMods: readonly string[]): readonly ToolModule[];
  /** Sees each call before any mod rewrites it. It stands in front of all others. */
  readonly mod: AgentMod;
  /** A call runs now. */
  running(toolCallId: string): void;
  /** Whether the recorded person denied this call. */
  isDenied(toolName: string, input: unknown): boolean;
}

/** The name of the mod that sees calls first; it is left out of what is shown. */
export const TAPE_MOD = 'testing:tape';

/**
 * Makes the tools of a tape. A call that no mod rewrote gets the recorded result of the same call; a rewritten one the recorded
 * result of an equal call, where there is one. Any other call has left the tape: reading tools do their work in `cwd` when there
 * is one; the rest fails, and says so.
 *
 * @param cwd - A real project to read in.
 * @param leftTape - Told of each call that the tape has no result for.
 */
export function createTapeTools(
  tape: Tape,
  cwd: string | undefined,
  leftTape: (call: {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: unknown;
  }) => void,
): TapeTools {
  const own = new Map(builtInTools({ cwd: cwd ?? '/' }).map((tool) => [tool.schema.name, tool]));
  const byKey = new Map(
    [...tape.agentResults, ...tape.results.values()].map((result) => [result.key, result]),
  );
  /** What each call was before mods. */
  const asked = new Map<string, string>();
  let current = '';

  const run = (toolName: string, params: ToolRunParams): ToolResult | Promise<ToolResult> => {
    const toolCallId = current;
    const { input } = params;
    const key = callKey(toolName, input);
    const same = asked.get(toolCallId) === key ? tape.results.get(toolCallId) : undefined;
    // Ids of a sub-agent's calls may be those of the run's.
    const recorded = same?.key === key ? same : byKey.get(key);
    if (recorded !== undefined) return answerOf(recorded);
    leftTape({ toolCallId, toolName, input });
    const reader = own.get(toolName);
    if (cwd !== undefined && reader?.readOnly === true) return reader.run(params);
    return {
      ok: false,
      error: `Not on the cassette: nobody recorded what ${toolName} gives for this input.`,
    };
  };

  return {
    tools: (ofMods) =>
      tape.tools
        .filter(({ name }) => !ofMods.includes(name))
        .map((schema) => ({
          schema,
          readOnly: own.get(schema.name)?.readOnly ?? false,
          run: (params) => run(schema.name, params),
        })),
    mod: {
      id: TAPE_MOD,
      beforeToolCall({ toolCallId, toolName, input }) {
        asked.set(toolCallId, callKey(toolName, input));
        // No event tells when a call of an agent runs.
        current = toolCallId;
        return undefined;
      },
    },
    running(toolCallId) {
      current = toolCallId;
    },
    isDenied: (toolName, input) => tape.denied.has(callKey(toolName, input)),
  };
}

function answerOf({
  content,
  isError,
}: {
  content: Extract<ToolResult, { ok: true }>['content'];
  isError: boolean;
}) {
  if (!isError) return { ok: true, content } as const;
  const error = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return { ok: false, error } as const;
}
