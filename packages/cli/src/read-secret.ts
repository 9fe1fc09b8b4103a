import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';

/** More than this is no secret. */
const LONGEST = 64 * 1024;

/** Where a secret comes from. */
export interface SecretPlace {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called for Ctrl+C, which does not reach the process while nothing that is typed is shown. */
  interrupt(): void;
}

/**
 * Reads a secret: a line that a person types and nobody sees, or where the input is no terminal all of it.
 * @throws the signal's reason when it is aborted while waiting.
 */
export async function readSecret(question: string, place: SecretPlace): Promise<string> {
  return place.input.isTTY === true ? ask(question, place) : readAll(place);
}

async function ask(question: string, { input, output, signal, interrupt }: SecretPlace): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  lines.on('SIGINT', interrupt);
  output.write(question);
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return await Promise.race([lines.question('', { signal }), ended]);
  } finally {
    lines.close();
    output.write('\n');
  }
}

async function readAll({ input, signal }: SecretPlace): Promise<string> {
  const stop = () => void input.destroy(signal.reason instanceof Error ? signal.reason : undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    let text = '';
    for await (const chunk of input.setEncoding('utf8')) {
      text += chunk;
      // It is refused as too long; nobody waits for the rest.
      if (text.length > LONGEST) break;
    }
    signal.throwIfAborted();
    return text;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
