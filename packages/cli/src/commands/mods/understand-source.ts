import { type ModSource, parseSource } from '@cmd-mods/loader';
import { ModError } from '@cmd-mods/mod-api';
import { UsageError } from './usage-error.ts';

/** Understands a source that a person typed. Throws {@link UsageError} for text that is none. */
export function understandSource(text: string): ModSource {
  try {
    return parseSource(text);
  } catch (error) {
    throw ModError.isInstance(error) ? new UsageError(error.diagnostic) : error;
  }
}
