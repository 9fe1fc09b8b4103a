/** Changes to environment variables; `undefined` takes one away. */
export type EnvChanges = Readonly<Record<string, string | undefined>>;

/** The changes in force, the newest last. */
const layers: EnvChanges[] = [];

/** What each changed variable was before any change. */
const before = new Map<string, string | undefined>();

/**
 * Changes the environment of this process until the returned function is called. Mods run in this process and read it from
 * there. Several changes may be in force and end in any order; the newest one counts.
 */
export function changeEnv(changes: EnvChanges): () => void {
  for (const name of Object.keys(changes)) {
    if (!before.has(name)) before.set(name, process.env[name]);
  }
  const layer = { ...changes };
  layers.push(layer);
  apply(Object.keys(layer));
  return () => {
    const index = layers.indexOf(layer);
    if (index === -1) return;
    layers.splice(index, 1);
    apply(Object.keys(layer));
    for (const name of Object.keys(layer)) {
      if (!layers.some((other) => name in other)) before.delete(name);
    }
  };
}

function apply(names: readonly string[]): void {
  for (const name of names) {
    const layer = layers.findLast((each) => name in each);
    const value = layer === undefined ? before.get(name) : layer[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
