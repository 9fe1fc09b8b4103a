/** What came of asking a server. A server that is away, refuses or makes no sense says nothing about what was asked. */
export type Answer<T> =
  | { readonly state: 'found'; readonly value: T }
  | { readonly state: 'missing' }
  /** `why` is the end of a sentence: "it did not answer in 10 s". */
  | { readonly state: 'unverified'; readonly why: string };

/** Applies a reading to what was found; `undefined` from it means that the answer makes no sense. */
export function readAnswer<T, U>(answer: Answer<T>, read: (value: T) => U | undefined): Answer<U> {
  if (answer.state !== 'found') return answer;
  const value = read(answer.value);
  return value === undefined
    ? { state: 'unverified', why: 'the answer makes no sense' }
    : { state: 'found', value };
}

/** Remembers answers by key, so that nothing is asked twice in one run. */
export function remembering<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (key) => {
    const known = answers.get(key) ?? ask(key);
    answers.set(key, known);
    return known;
  };
}
