import type { Dialogs, PermissionSettings } from '@cmd-mods/harness';
import type { ModUi, OnPermissionRequestInput, PermissionAnswer } from '@cmd-mods/mod-api';

type Question<TKind extends keyof Dialogs> = Parameters<ModUi[TKind]>[0];
type Answer<TAnswer, TQuestion> = TAnswer | ((question: TQuestion) => TAnswer | Promise<TAnswer>);

/** What a person answers: a value, or a function of the question. Without one, a question gets the headless default. */
export interface Answers {
  readonly confirm?: Answer<boolean, Question<'confirm'>>;
  /** The label of an option. */
  readonly select?: Answer<string | undefined, Question<'select'>>;
  readonly input?: Answer<string | undefined, Question<'input'>>;
  /** Whether a tool call may run, with `permissions: 'ask'`. Without it `confirm` is asked, titled with the tool's name. */
  readonly permission?: Answer<PermissionAnswer | undefined, OnPermissionRequestInput>;
}

/** A question that was put to the person of a test. */
export interface AskedQuestion {
  readonly kind: 'confirm' | 'select' | 'input' | 'permission';
  readonly question: Question<'confirm'> | Question<'select'> | Question<'input'> | OnPermissionRequestInput;
  readonly answer: unknown;
}

/** Who decides about tool calls that would be asked about, once the mods have had their say. */
export type TestPermissions = 'allow' | 'deny' | 'ask';

/** The person of a test: answers the dialogs of mods and permission prompts, and tells `asked` of each. */
export function personOf(
  answers: Answers,
  permissions: TestPermissions,
  asked: (question: AskedQuestion) => void,
): { readonly dialogs: Dialogs; readonly permissions: PermissionSettings } {
  const dialogs: Required<Dialogs> = {
    async confirm(question) {
      const answer = await answerTo(answers.confirm, question);
      asked({ kind: 'confirm', question, answer });
      return answer ?? false;
    },
    async select(question) {
      const answer = await answerTo(answers.select, question);
      asked({ kind: 'select', question, answer });
      return answer;
    },
    async input(question) {
      const answer = await answerTo(answers.input, question);
      asked({ kind: 'input', question, answer });
      return answer;
    },
  };
  const decide = async (request: OnPermissionRequestInput): Promise<PermissionAnswer | undefined> => {
    if (permissions !== 'ask') return permissions;
    if (answers.permission !== undefined || answers.confirm === undefined) {
      return answerTo(answers.permission, request);
    }
    const message = request.description;
    const question = { title: request.toolName, ...(message === null ? {} : { message }) };
    return (await answerTo(answers.confirm, question)) === true ? 'allow' : 'deny';
  };
  const askPerson = async (question: OnPermissionRequestInput) => {
    const answer = await decide(question);
    asked({ kind: 'permission', question, answer });
    return answer;
  };
  return { dialogs, permissions: { askPerson } };
}

async function answerTo<TAnswer, TQuestion>(
  answer: Answer<TAnswer, TQuestion> | undefined,
  question: TQuestion,
): Promise<TAnswer | undefined> {
  // An answer is data, so a function is always the kind that is called.
  return typeof answer === 'function'
    ? (answer as (question: TQuestion) => TAnswer | Promise<TAnswer>)(question)
    : answer;
}
