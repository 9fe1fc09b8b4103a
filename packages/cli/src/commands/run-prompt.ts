import {
  builtInTools,
  createHarness,
  createModelRouter,
  createModHost,
  createScriptedModel,
  defaultSystemPrompt,
  ECHO_MODEL,
  type Harness,
  type ModelClient,
  SCRIPTED_MODEL,
  scriptLeftover,
} from '@cmd-mods/harness';
import { type Diagnostic, ModError, type PermissionMode } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { createOutput, type OutputFormat } from '../render/run-output.ts';
import { requireFolder } from '../require-folder.ts';
import { atExit } from '../run/at-exit.ts';
import { credentialsOf } from '../run/credentials-of.ts';
import { loadRunMods, missingModPaths, storeFolderIn } from '../run/load-run-mods.ts';
import { openRunSession } from '../run/open-run-session.ts';
import { promptAnswer, type RunAnswer } from '../run/prompt-answer.ts';
import { readScript } from '../run/read-script.ts';
import { strayErrorsOf } from '../run/stray-errors.ts';
import { openTraceFile } from '../run/trace-file.ts';

/** The options of `cmd -p`. */
export interface PromptOptions {
  readonly mod: readonly string[];
  readonly modOption: readonly string[];
  readonly script?: string;
  readonly model?: string;
  readonly output: OutputFormat;
  readonly trace?: string;
  readonly safeMode?: boolean;
  readonly dangerouslySkipPermissions?: boolean;
  readonly permissionMode: PermissionMode;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly session: boolean;
  readonly continue?: boolean;
  readonly resume?: string;
  readonly maxTurns?: number;
  readonly strict?: boolean;
  readonly verify?: boolean;
}

/** `cmd -p`: loads the mods, runs one headless turn, prints what came of it. */
export async function runPrompt(prompt: string, options: PromptOptions, io: Io): Promise<ExitCode> {
  const output = createOutput(options.output, io);
  try {
    requireFolder(io);
    checkOptions(options);
    const missing = await missingModPaths(options, io);
    if (missing.length > 0) return refuse(missing, output.diagnostic, EXIT.usage);
    const { client, model, leftover } = await chooseModel(options, io);
    const host = createModHost({ cwd: io.cwd, storeFolder: storeFolderIn(io) });
    io.onHost?.(host);
    io.onStrayError?.(strayErrorsOf(host));
    const router = client ?? createModelRouter(() => host.providers(), credentialsOf(io));

    const { diagnostics } = await loadRunMods(options, host, io);
    output.found([...diagnostics, ...host.applyFlags(modOptions(options.modOption))]);
    const known = host.diagnostics().length;
    if (options.strict && diagnostics.some(({ severity }) => severity === 'error')) return EXIT.failed;

    const trace = options.trace === undefined ? undefined : openTraceFile(options.trace, io.cwd);
    let forget = () => {};
    try {
      const { session, isResumed } = openRunSession(options, io);
      forget = atExit(() => session.flush());
      const harness = await createHarness({
        modelClient: router,
        model,
        modHost: host,
        tools: builtInTools({ cwd: io.cwd }),
        session,
        isResumed,
        permissions: {
          allow: options.allow,
          deny: options.deny,
          skipPermissions: options.dangerouslySkipPermissions ?? false,
        },
        onEvent: (event) => output.event(event, host),
        ...(trace === undefined ? {} : { onTrace: trace.write }),
      });
      const answer = await run(harness, prompt, options, io);
      await harness.dispose();
      output.kept(host.diagnostics().slice(known));
      output.found([...session.diagnostics, ...leftover()]);
      output.answer(answer, session);
      return exitCode(answer);
    } finally {
      forget();
      trace?.close();
    }
  } catch (error) {
    if (error instanceof RefusedError) return refuse(error.diagnostics, output.diagnostic, EXIT.usage);
    if (!ModError.isInstance(error)) throw error;
    return refuse([error.diagnostic], output.diagnostic, EXIT.usage);
  }
}

async function run(harness: Harness, prompt: string, options: PromptOptions, io: Io): Promise<RunAnswer> {
  const config = {
    systemPrompt: defaultSystemPrompt({ cwd: io.cwd }),
    permissionMode: options.permissionMode,
    signal: io.signal,
    ...(options.maxTurns === undefined ? {} : { maxTurns: options.maxTurns }),
  };
  return promptAnswer(harness, prompt, config);
}

function exitCode(answer: RunAnswer): ExitCode {
  if (answer.kind === 'failed') return EXIT.failed;
  if (answer.kind === 'interrupted') return EXIT.interrupted;
  if (answer.kind !== 'ran') return EXIT.ok;
  if (answer.result.stopReason === 'interrupted') return EXIT.interrupted;
  return answer.result.stopReason === 'error' ? EXIT.failed : EXIT.ok;
}

function refuse(
  found: readonly Diagnostic[],
  print: (diagnostic: Diagnostic) => void,
  code: ExitCode,
): ExitCode {
  for (const one of found) print(one);
  return code;
}

function checkOptions(options: PromptOptions): void {
  const clashes = [
    options.continue && options.resume !== undefined ? '--continue and --resume' : undefined,
    !options.session && options.continue ? '--no-session and --continue' : undefined,
    !options.session && options.resume !== undefined ? '--no-session and --resume' : undefined,
  ];
  for (const clash of clashes) {
    if (clash !== undefined) {
      throw new ModError(diagnostic('OPTIONS_CLASH', { message: `${clash} cannot go together.` }));
    }
  }
}

function modOptions(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text): [string, string] => {
      const equals = text.indexOf('=');
      if (equals < 1) {
        throw new ModError(
          diagnostic('OPTION_MALFORMED', { message: `--mod-option ${text} is no name=value.` }),
        );
      }
      return [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
}

/** The command cannot run, for several reasons at once. */
class RefusedError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ message }) => message).join('\n'));
    this.diagnostics = diagnostics;
  }
}

interface ChosenModel {
  /** The scripted model; without a script the router answers, once there is a host. */
  readonly client: ModelClient | undefined;
  readonly model: string;
  /** What is to be said of a script that was not used up. */
  leftover(): readonly Diagnostic[];
}

async function chooseModel(options: PromptOptions, io: Io): Promise<ChosenModel> {
  if (options.script === undefined) {
    return { client: undefined, model: options.model ?? ECHO_MODEL, leftover: () => [] };
  }
  const reading = await readScript(options.script, io);
  if (!reading.ok) {
    throw new RefusedError(reading.diagnostics);
  }
  const scripted = createScriptedModel(reading.script);
  const file = options.script;
  return {
    client: scripted,
    model: options.model ?? SCRIPTED_MODEL,
    leftover: () => scriptLeftover(scripted.turnsLeft, file),
  };
}
