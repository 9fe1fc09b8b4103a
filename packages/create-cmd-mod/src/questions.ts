import type { Readable, Writable } from 'node:stream';
import { readName } from './name.ts';
import { TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './templates.ts';

/** The terminal of a person who can answer. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** What is asked at most. Each gives undefined when the person wants no more. */
export interface Questions {
  name(suggestion: string): Promise<string | undefined>;
  template(): Promise<TemplateName | undefined>;
  /** Whether to go on in a folder that is in use. */
  overwrite(folder: string, inTheWay: readonly string[]): Promise<boolean | undefined>;
}

/** Asks a person at a terminal. What draws the questions is loaded here, since most starts ask none. */
export async function askAt(terminal: Terminal): Promise<Questions> {
  const { confirm, isCancel, select, text } = await import('@clack/prompts');
  return {
    name: async (suggestion) => {
      const validate = (answer: string | undefined) => {
        const name = readName(answer || suggestion);
        return 'reason' in name ? `${name.reason} Perhaps ${name.suggestion}?` : undefined;
      };
      const message = 'What is the mod called?';
      const answer = await text({
        message,
        placeholder: suggestion,
        defaultValue: suggestion,
        validate,
        ...terminal,
      });
      return isCancel(answer) ? undefined : answer;
    },
    template: async () => {
      const options = TEMPLATE_NAMES.map((value) => ({ value, label: value, hint: TEMPLATES[value] }));
      const answer = await select({ message: 'What does it start with?', options, ...terminal });
      return isCancel(answer) ? undefined : answer;
    },
    overwrite: async (folder, inTheWay) => {
      const message = `${folder} is not empty (${listed(inTheWay)}). Replace files of the same name?`;
      const answer = await confirm({ message, initialValue: false, ...terminal });
      return isCancel(answer) ? undefined : answer;
    },
  };
}

/** Some names, and how many more there are. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8).join(', ');
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}
