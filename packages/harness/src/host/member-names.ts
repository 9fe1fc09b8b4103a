/** The names of everything that can be called on an API object, one level deep: `addTool`, `ui.notify`. */
export function memberNames(api: object): readonly string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(api)).flatMap(([name, { value }]) =>
    typeof value === 'object' && value !== null
      ? [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)]
      : [name],
  );
}
