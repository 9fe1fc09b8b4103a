/** Node's modules, as far as they reach something. A built-in module that is not here reaches nothing. */

import { type Capability, type CapabilityParts, capability, each, type Reach } from './capability.ts';
import { fileSystem } from './file-system.ts';

/** A module of which everything reaches the same, but for a few harmless members. */
function allOf(
  path: string,
  reach: Reach,
  harmless: string,
  extra: CapabilityParts['members'] = [],
): Capability {
  return capability(path, {
    members: [...each(path, harmless, []), ...(extra ?? [])],
    rest: capability(path, { reach: [reach] }),
    whole: [reach],
  });
}

const promises = fileSystem('fs/promises');

const INSTANCE_MEMBERS = new Map<string, Capability>([
  ['require', capability('module.require')],
  ['_compile', capability('module._compile', { reach: ['dynamic'] })],
  ['load', capability('module.load', { reach: ['dynamic'] })],
]);

/** The `module` of CommonJS: `process.mainModule`, `require.main`, and what `new Module()` gives. */
export const MODULE_INSTANCE: Capability = {
  ...capability('module', { whole: ['dynamic'], isOpen: true }),
  members: INSTANCE_MEMBERS,
};

/** Modules by the path of their file. */
const MODULE_CACHE: Capability = {
  ...capability('require.cache', { rest: MODULE_INSTANCE, whole: ['dynamic'], isOpen: true }),
  members: INSTANCE_MEMBERS,
};

/** `require`, wherever it comes from. */
export const REQUIRE: Capability = capability('require', {
  members: [
    ['main', MODULE_INSTANCE],
    ['cache', MODULE_CACHE],
    ...each('require', 'extensions', ['dynamic']),
  ],
});

const MODULE_MEMBERS: readonly (readonly [string, Capability])[] = [
  ['createRequire', capability('module.createRequire')],
  ['createRequireFromPath', capability('module.createRequire')],
  ['_load', capability('module._load')],
  ['_cache', MODULE_CACHE],
  ['prototype', MODULE_INSTANCE],
  ['enableCompileCache', capability('module.enableCompileCache', { reach: ['fs_write'] })],
  ...each('module', 'register registerHooks runMain _extensions', ['dynamic']),
];

/** `node:module`, whose default export is the class of all modules. */
export const MODULE: Capability = capability('module', {
  members: [
    ...MODULE_MEMBERS,
    ['Module', capability('module.Module', { members: MODULE_MEMBERS, gives: MODULE_INSTANCE })],
  ],
  gives: MODULE_INSTANCE,
  whole: ['dynamic'],
});

INSTANCE_MEMBERS.set('constructor', MODULE);
INSTANCE_MEMBERS.set('parent', MODULE_INSTANCE);
INSTANCE_MEMBERS.set('children', MODULE_CACHE);

const CLIENT_HARMLESS = `METHODS STATUS_CODES IncomingMessage ServerResponse OutgoingMessage validateHeaderName validateHeaderValue
  maxHeaderSize constants isIP isIPv4 isIPv6 rootCertificates getCiphers checkServerIdentity DEFAULT_MIN_VERSION DEFAULT_MAX_VERSION
  ADDRCONFIG V4MAPPED ALL BlockList SocketAddress sensitiveHeaders getDefaultSettings`;

const client = (path: string): Capability => allOf(path, 'network', CLIENT_HARMLESS);

/** By name without `node:`. */
export const MODULES: ReadonlyMap<string, Capability> = new Map<string, Capability>([
  ['child_process', allOf('child_process', 'process', 'ChildProcess')],
  [
    'cluster',
    allOf('cluster', 'process', 'isPrimary isMaster isWorker worker workers settings SCHED_NONE SCHED_RR'),
  ],
  ['fs', fileSystem('fs', promises)],
  ['fs/promises', promises],
  [
    'sqlite',
    capability('sqlite', {
      rest: capability('sqlite', { reach: ['fs_read', 'fs_write'] }),
      whole: ['fs_read', 'fs_write'],
    }),
  ],
  ...[
    'net',
    'tls',
    'http',
    'https',
    'http2',
    'dgram',
    'dns',
    'dns/promises',
    '_http_client',
    '_http_agent',
    '_tls_wrap',
  ].map((name) => [name, client(name)] as const),
  ['vm', allOf('vm', 'dynamic', 'isContext constants measureMemory')],
  [
    'repl',
    allOf('repl', 'dynamic', 'builtinModules _builtinLibs REPL_MODE_SLOPPY REPL_MODE_STRICT Recoverable'),
  ],
  ['inspector', allOf('inspector', 'dynamic', 'console')],
  ['inspector/promises', allOf('inspector/promises', 'dynamic', 'console')],
  ['wasi', allOf('wasi', 'native', '')],
  ['ffi', allOf('ffi', 'native', '')],
  ['module', MODULE],
  [
    'worker_threads',
    capability('worker_threads', {
      members: [['Worker', capability('worker_threads.Worker', { on: 'call' })]],
    }),
  ],
  ['crypto', capability('crypto', { members: each('crypto', 'setEngine', ['native']) })],
  [
    'v8',
    capability('v8', { members: each('v8', 'writeHeapSnapshot setHeapSnapshotNearHeapLimit', ['fs_write']) }),
  ],
  [
    'util',
    capability('util', {
      members: each(
        'util',
        'promisify callbackify deprecate inherits inspect types format isDeepStrictEqual debuglog TextDecoder',
        [],
        { isInert: true },
      ),
    }),
  ],
  ['url', capability('url', { members: each('url', 'URL pathToFileURL fileURLToPath', []) })],
  ['path', capability('path', { members: each('path', 'join resolve normalize', []) })],
  [
    'buffer',
    capability('buffer', {
      members: [
        ['Buffer', capability('Buffer', { members: [['from', capability('Buffer.from')]] })],
        ...each('buffer', 'atob btoa', []),
      ],
    }),
  ],
  ['test', capability('test', { members: [['run', capability('test.run', { reach: ['process'] })]] })],
]);

/** Node's own modules that have no entry above: known, and without reach. */
const QUIET_MODULES: ReadonlySet<string> = new Set(
  `assert assert/strict async_hooks console constants diagnostics_channel domain events os path/posix path/win32 perf_hooks
  process punycode querystring readline readline/promises sea stream stream/consumers stream/promises stream/web string_decoder sys
  test/reporters timers timers/promises trace_events tty util/types zlib _stream_readable _stream_writable _stream_duplex
  _stream_transform _stream_passthrough _stream_wrap _tls_common _http_common _http_incoming _http_outgoing _http_server`.split(
    /\s+/,
  ),
);

/** Whether a specifier names one of Node's modules, and which: `node:fs` is `fs`. */
export function builtinName(specifier: string): string | undefined {
  const name = specifier.startsWith('node:') ? specifier.slice(5) : specifier;
  if (MODULES.has(name) || QUIET_MODULES.has(name)) return name;
  // A name with the prefix can be nothing else, also when this table does not have it yet.
  return specifier.startsWith('node:') ? name : undefined;
}
