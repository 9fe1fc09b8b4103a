import { type Capability, capability, each } from './capability.ts';
import { MODULE_INSTANCE, REQUIRE } from './modules.ts';

const PROCESS: Capability = capability('process', {
  members: [
    ['env', capability('process.env', { reach: ['env'], whole: ['env'] })],
    ...each('process', 'kill _kill _debugProcess execve', ['process']),
    ...each('process', 'dlopen binding _linkedBinding', ['native']),
    ['getBuiltinModule', capability('process.getBuiltinModule')],
    ['mainModule', MODULE_INSTANCE],
    ['nextTick', capability('process.nextTick')],
    ['loadEnvFile', capability('process.loadEnvFile', { reach: ['fs_read', 'env'] })],
    [
      'report',
      capability('process.report', { members: each('process.report', 'writeReport', ['fs_write']) }),
    ],
  ],
  rest: capability('process'),
  whole: ['env', 'process', 'native', 'dynamic'],
  isOpen: true,
});

/** `Function`, by which a text becomes code. Only a call counts: `instanceof Function` asks a harmless question. */
export const FUNCTION: Capability = capability('Function', { reach: ['dynamic'], on: 'call', members: [] });

/** What `anything.constructor` is: calling it makes another such thing, and its own `constructor` is `Function`. */
export const CONSTRUCTOR: Capability = capability('constructor', { members: [['constructor', FUNCTION]] });

/** What the prototype of a function leads to. */
export const FUNCTION_PROTOTYPE: Capability = capability('Function.prototype', {
  members: [['constructor', FUNCTION]],
});

const inert = (path: string, names = ''): Capability =>
  capability(path, { isInert: true, members: each(path, names, [], { isInert: true }) });

const BY_NAME: readonly (readonly [string, Capability])[] = [
  ['process', PROCESS],
  ['require', REQUIRE],
  ['module', { ...MODULE_INSTANCE, whole: [], isOpen: false }],
  ['exports', capability('exports')],
  ['eval', capability('eval', { reach: ['dynamic'] })],
  ['Function', FUNCTION],
  ...['setTimeout', 'setInterval'].map(
    (name) => [name, capability(name, { reach: ['dynamic'], on: 'call' })] as const,
  ),
  ['setImmediate', capability('setImmediate')],
  ['ShadowRealm', capability('ShadowRealm', { reach: ['dynamic'] })],
  ['fetch', capability('fetch', { reach: ['network'] })],
  ['WebSocket', capability('WebSocket', { reach: ['network'] })],
  ['EventSource', capability('EventSource', { reach: ['network'] })],
  ['XMLHttpRequest', capability('XMLHttpRequest', { reach: ['network'] })],
  ['navigator', capability('navigator', { members: each('navigator', 'sendBeacon', ['network']) })],
  ['Worker', capability('Worker', { on: 'call' })],
  ['importScripts', capability('importScripts', { reach: ['dynamic'] })],
  [
    'WebAssembly',
    capability('WebAssembly', {
      members: each(
        'WebAssembly',
        'validate Memory Table Global Tag CompileError LinkError RuntimeError',
        [],
      ),
      rest: capability('WebAssembly', { reach: ['native'] }),
      whole: ['native'],
    }),
  ],
  [
    'Reflect',
    inert(
      'Reflect',
      'get apply construct has ownKeys getOwnPropertyDescriptor getPrototypeOf setPrototypeOf set defineProperty',
    ),
  ],
  [
    'Object',
    inert(
      'Object',
      'values entries assign create freeze seal preventExtensions fromEntries getPrototypeOf keys getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames defineProperty defineProperties setPrototypeOf hasOwn is isFrozen',
    ),
  ],
  ['Array', inert('Array', 'from of isArray')],
  ['String', inert('String', 'fromCharCode fromCodePoint raw')],
  ['Number', inert('Number', 'parseInt')],
  ['Symbol', inert('Symbol', 'for')],
  ['Buffer', capability('Buffer', { members: each('Buffer', 'from', []) })],
  ['Promise', inert('Promise', 'resolve all race any allSettled')],
  ['JSON', inert('JSON', 'stringify parse')],
  ['console', capability('console', { isInert: true, rest: capability('console', { isInert: true }) })],
  ...[
    'atob',
    'btoa',
    'unescape',
    'decodeURIComponent',
    'decodeURI',
    'Proxy',
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'URL',
    'structuredClone',
    'Boolean',
    'WeakRef',
  ].map((name) => [name, inert(name)] as const),
];

const NAMES = new Map(BY_NAME);

/** The global object, under all its names. Whatever it has not got here is a name of run time, not a reach. */
const GLOBAL: Capability = selfContaining();

function selfContaining(): Capability {
  const members = new Map<string, Capability>();
  const global: Capability = { ...capability('globalThis', { whole: ['dynamic'], isOpen: true }), members };
  for (const [name, one] of BY_NAME) members.set(name, one);
  for (const name of ['globalThis', 'global', 'self', 'window']) members.set(name, global);
  for (const name of ['require', 'module', 'exports']) members.delete(name);
  return global;
}

/** The capability of a name that no scope declares. */
export function globalCapability(name: string): Capability | undefined {
  return NAMES.get(name) ?? (name === 'globalThis' ? GLOBAL : GLOBAL.members.get(name));
}

/** The object of the process, which is also the module `process`. */
export const PROCESS_MODULE: Capability = PROCESS;

/** Names that are worth following. */
export const GLOBAL_NAMES: ReadonlySet<string> = new Set([...NAMES.keys(), ...GLOBAL.members.keys()]);
