import { firstBlock, type HookEvent, Hooks, replace, sequential } from '@cmd-mods/hooks';

// An event owns the type of its result. Without one it is merely observed.
interface Started extends HookEvent<'started'> {
  type: 'started';
}
interface Outgoing extends HookEvent<'outgoing', { lines?: string[] }> {
  type: 'outgoing';
  lines: string[];
}
interface Deleting extends HookEvent<'deleting', { block?: boolean; reason?: string }> {
  type: 'deleting';
  path: string;
}

const hooks = new Hooks<Started | Outgoing | Deleting, { user: string }, { file: string }>({
  context: { user: 'ada' },
  // One reducer for each event with a result. Leave one out, and this does not compile.
  reducers: { outgoing: sequential(replace('lines')), deleting: sequential(firstBlock()) },
  // Report and go on. Without this the first error ends an emission.
  onError: ({ event, source, error }) =>
    process.stderr.write(`${source?.file} failed in ${event}: ${error}\n`),
});

hooks.on('outgoing', ({ lines }, { user }) => ({ lines: [`From: ${user}`, ...lines] }));
const unregister = hooks.on(
  'deleting',
  async ({ path }) => (path.startsWith('/etc') ? { block: true, reason: 'not yours' } : undefined),
  { source: { file: 'guard.ts' }, cleanup: () => undefined },
);

export const letter = await hooks.emit({ type: 'outgoing', lines: ['Hello'] }); // { lines: ['From: ada', 'Hello'] }
export const deletion = await hooks.emit({ type: 'deleting', path: '/etc/passwd' }); // { block: true, reason: ... }
export const nobody = hooks.emit({ type: 'started' }); // undefined, and no promise: nobody listens

await unregister(); // runs the cleanup, once
await hooks.dispose(); // ends the rest, the last registered first
