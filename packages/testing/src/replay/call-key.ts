/** A tool call as one text: the same for equal calls, in whatever order their fields stand. */
export function callKey(toolName: string, input: unknown): string {
  return JSON.stringify([toolName, input], (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
