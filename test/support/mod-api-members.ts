import type { EventName, ModApi } from '@cmd-mods/mod-api';

/**
 * What each member of `ModApi` does before a session binds and in a headless host: one table, from which a test runs every
 * member, and from which docs/mod-api-members.md is written. Nothing is imported here but types, since a script reads it too.
 */
export interface MemberRow {
  /** `addTool`, `ui.confirm`. */
  readonly member: string;
  /** Uses the member. */
  call(cmd: ModApi): unknown;
  /** What comes of it while no session is bound: in the factory, for example. */
  readonly before: Outcome;
  /** What comes of it in a headless host with a session. */
  readonly headless: Outcome;
  /** What a call before the bind has brought about once a session is bound. */
  readonly held?: { read(cmd: ModApi): unknown; readonly is: unknown };
  /** The event that the call raises in a bound session. */
  readonly raises?: EventName;
  /** What `host.registrations()` lists because of the call: kind and name. */
  readonly registers?: string;
  /** Where it is proved: a file, and the sentence of a test in it. */
  readonly test: readonly [file: string, title: string];
}

/** What a call comes to, in data that a test compares and a page shows. */
export interface Outcome {
  readonly how: 'gives' | 'lists' | 'resolves' | 'throws' | 'rejects' | 'kind' | 'handle';
  /** The value; what is in the list at least; the words of the error; the type of the value. */
  readonly value?: unknown;
  /** More that a reader should know. */
  readonly says?: string;
}

const gives = (value: unknown, says?: string): Outcome => ({ how: 'gives', value, ...noted(says) });
const resolves = (value: unknown, says?: string): Outcome => ({ how: 'resolves', value, ...noted(says) });
const throws = (value: string): Outcome => ({ how: 'throws', value });
const rejects = (value: string): Outcome => ({ how: 'rejects', value });
const lists = (value: readonly unknown[], says: string): Outcome => ({ how: 'lists', value, says });
const aKind = (value: string, says?: string): Outcome => ({ how: 'kind', value, ...noted(says) });
const handle = (says?: string): Outcome => ({ how: 'handle', ...noted(says) });

function noted(says: string | undefined): { readonly says?: string } {
  return says === undefined ? {} : { says };
}

/** A member that does the same at any time. */
function always(outcome: Outcome): Pick<MemberRow, 'before' | 'headless'> {
  return { before: outcome, headless: outcome };
}

const HARNESS = 'packages/harness/test';
const BOUND = `${HARNESS}/host/session.test.ts`;
const CLOCK = `${HARNESS}/host/clock.test.ts`;
const COMMANDS = `${HARNESS}/host/commands.test.ts`;
const COMPLETE = `${HARNESS}/host/model-complete.test.ts`;
const FLAGS = `${HARNESS}/host/flags.test.ts`;
const LISTENERS = `${HARNESS}/host/listeners.test.ts`;
const PROGRAMS = `${HARNESS}/host/programs.test.ts`;
const SCREEN = `${HARNESS}/host/headless-screen.test.ts`;
const STORE = `${HARNESS}/host/store.test.ts`;
const REGISTRATION = `${HARNESS}/host/registration.test.ts`;
const TOOLS = `${HARNESS}/dispatch/tools-of-mods.test.ts`;
const STEERING = `${HARNESS}/loop/steering.test.ts`;
const SURFACE = `${HARNESS}/ui/surface.test.ts`;
const SESSION = `${HARNESS}/session/mod-session.test.ts`;
const CHOICE = `${HARNESS}/hooks/before-model-request.test.ts`;
const HERE = 'test/docs/mod-api-members.test.ts';

const nothing = () => {};
const UNBOUND = 'needs a session, and none is bound yet';
const NO_SESSION = '`cmd.session` is not there';
const HELD = 'held until a session binds';
const NEXT_REQUEST = 'counts from the next request on';
const DRAWN_NOWHERE = 'stored, drawn nowhere';
const QUEUED = 'joins the queue';

export const MEMBERS: readonly MemberRow[] = [
  // Fields
  {
    member: 'name',
    call: (cmd) => cmd.name,
    ...always(gives('m')),
    test: [REGISTRATION, 'are real properties, so that probing for a member tells whether it is there'],
  },
  {
    member: 'cwd',
    call: (cmd) => cmd.cwd,
    ...always(aKind('string', 'the project folder, absolute')),
    test: ['test/compat/seen.test.ts', 'says who and where it is'],
  },
  {
    member: 'apiVersion',
    call: (cmd) => cmd.apiVersion,
    ...always(aKind('string')),
    test: [REGISTRATION, 'are real properties, so that probing for a member tells whether it is there'],
  },

  // Registration
  {
    member: 'hooks',
    call: (cmd) => cmd.hooks({ onStop: () => undefined }),
    ...always(handle()),
    registers: 'hook onStop',
    test: [REGISTRATION, 'hooks: several calls compose in order, and dispose takes exactly its own back'],
  },
  {
    member: 'addTool',
    call: (cmd) =>
      cmd.addTool({
        schema: { name: 'look', description: 'Looks', input_schema: { type: 'object' } },
        run: () => ({ ok: true, content: [] }),
      }),
    before: handle(),
    headless: handle('counts from the next session on'),
    registers: 'tool look',
    test: [TOOLS, 'reach the model with their schemas, those of several mods all, behind the host own'],
  },
  {
    member: 'addCommand',
    call: (cmd) => cmd.addCommand({ name: 'greet', handler: nothing }),
    ...always(handle('`cmd -p "/name args"` runs it')),
    registers: 'command greet',
    test: [COMMANDS, '/name args runs the command with the raw text, the ui, the folder and exec'],
  },
  {
    member: 'addFlag',
    call: (cmd) => cmd.addFlag('loud', { type: 'boolean' }),
    ...always(handle()),
    registers: 'flag loud',
    test: [
      FLAGS,
      '--mod-option name=value is what getFlag gives once all factories ran; inside a factory it is the default',
    ],
  },
  {
    member: 'getFlag',
    call: (cmd) => {
      cmd.addFlag('tone', { type: 'string', default: 'calm' });
      return cmd.getFlag('tone');
    },
    before: gives('calm', 'the default'),
    headless: gives('calm', "the option's value, else the default"),
    test: [
      FLAGS,
      '--mod-option name=value is what getFlag gives once all factories ran; inside a factory it is the default',
    ],
  },
  {
    member: 'addProvider',
    call: (cmd) =>
      cmd.addProvider({
        id: 'p',
        displayName: 'P',
        transport: { kind: 'direct', baseUrl: 'http://127.0.0.1:9' },
      }),
    ...always(handle()),
    registers: 'provider p',
    test: [`${HARNESS}/models/router.test.ts`, 'answer for their models in a run'],
  },
  {
    member: 'addRenderer',
    call: (cmd) => cmd.addRenderer('note', () => []),
    before: handle(),
    headless: handle('never called'),
    registers: 'renderer note',
    test: [SURFACE, 'has the entries of mods as their renderers draw them'],
  },
  {
    member: 'addAgent',
    call: (cmd) => cmd.addAgent({ name: 'reader', description: 'Reads', prompt: 'You read.' }),
    ...always(handle()),
    registers: 'agent reader',
    test: [
      `${HARNESS}/agents/run-agent.test.ts`,
      'has the prompt of its definition for a system prompt, and only what it was told for a conversation',
    ],
  },
  {
    member: 'addShortcut',
    call: (cmd) => cmd.addShortcut('alt+r', { description: 'Rolls', handler: nothing }),
    before: handle(),
    headless: handle('never fires'),
    registers: 'shortcut alt+r',
    test: [
      `${HARNESS}/host/shortcuts.test.ts`,
      'runs the handler of a chord, however it is spelled, and gives its answer',
    ],
  },
  {
    member: 'addSkillsPath',
    call: (cmd) => cmd.addSkillsPath('./skills'),
    ...always(handle()),
    test: [
      `${HARNESS}/skills/skills-in-runs.test.ts`,
      'it is told of each in one line of the tool skill, and reads the instructions when it loads one',
    ],
  },
  {
    member: 'on',
    call: (cmd) => cmd.on('run_end', nothing),
    ...always(handle()),
    registers: 'observer run_end',
    test: [`${HARNESS}/events/observers.test.ts`, 'gives the handler the event object with its type'],
  },
  {
    member: 'expose',
    call: (cmd) => cmd.expose('add', nothing),
    ...always(handle()),
    registers: 'exposed m/add',
    test: [
      REGISTRATION,
      'expose and use share a function with other mods; undefined until it is exposed, and after it is gone',
    ],
  },
  {
    member: 'use',
    call: (cmd) => cmd.use('nobody', 'add'),
    ...always(gives(undefined, 'until the other mod has exposed it')),
    test: [
      REGISTRATION,
      'expose and use share a function with other mods; undefined until it is exposed, and after it is gone',
    ],
  },

  // The screen
  {
    member: 'ui.capabilities',
    call: (cmd) => cmd.ui.capabilities,
    ...always(gives({ status: false, surface: false })),
    test: [SURFACE, 'says that it draws nothing'],
  },
  {
    member: 'ui.notify',
    call: (cmd) => cmd.ui.notify('hello'),
    before: gives(undefined, HELD),
    headless: gives(undefined, 'a `notice` event'),
    raises: 'notice',
    test: [SCREEN, 'notify and toast are notices; those of a factory come once a session is bound'],
  },
  {
    member: 'ui.toast',
    call: (cmd) => cmd.ui.toast('hello'),
    before: gives(undefined, HELD),
    headless: gives(undefined, 'a `notice` event'),
    raises: 'notice',
    test: [SURFACE, 'makes a toast a notice, so that no word is lost'],
  },
  {
    member: 'ui.confirm',
    call: (cmd) => cmd.ui.confirm({ title: 'Sure?' }),
    ...always(resolves(false, 'never an approval')),
    test: [SURFACE, 'answers questions with their defaults at once, and asks nobody'],
  },
  {
    member: 'ui.select',
    call: (cmd) => cmd.ui.select({ title: 'Which?', options: ['a'] }),
    ...always(resolves(undefined)),
    test: [SURFACE, 'answers questions with their defaults at once, and asks nobody'],
  },
  {
    member: 'ui.input',
    call: (cmd) => cmd.ui.input({ title: 'Name' }),
    ...always(resolves(undefined)),
    test: [SURFACE, 'answers questions with their defaults at once, and asks nobody'],
  },
  {
    member: 'ui.setStatus',
    call: (cmd) => cmd.ui.setStatus('busy'),
    ...always(handle(DRAWN_NOWHERE)),
    registers: 'status m',
    test: [
      SCREEN,
      'one status segment per mod: replaced, cleared by null or blanks, and by its own handle alone',
    ],
  },
  {
    member: 'ui.widget',
    call: (cmd) => cmd.ui.widget({ placement: 'above-editor', render: () => [] }),
    ...always(handle(DRAWN_NOWHERE)),
    test: [SURFACE, 'keeps status, widgets and panes, and neither title nor copy'],
  },
  {
    member: 'ui.refreshWidgets',
    call: (cmd) => cmd.ui.refreshWidgets(),
    ...always(gives(undefined)),
    test: [SURFACE, 'repaints after everything that changes what is drawn'],
  },
  {
    member: 'ui.pane',
    call: (cmd) => cmd.ui.pane({ id: 'main', title: 'Main', render: () => [] }),
    ...always(handle(DRAWN_NOWHERE)),
    registers: 'pane m/main',
    test: [SCREEN, 'panes are named after their mod, opened, brought to the front and closed'],
  },
  {
    member: 'ui.openPane',
    call: (cmd) => {
      cmd.ui.pane({ id: 'main', title: 'Main', render: () => [] });
      return cmd.ui.openPane('main');
    },
    ...always(gives(undefined, 'remembered')),
    test: [SCREEN, 'panes are named after their mod, opened, brought to the front and closed'],
  },
  {
    member: 'ui.closePane',
    call: (cmd) => {
      cmd.ui.pane({ id: 'main', title: 'Main', render: () => [] });
      cmd.ui.openPane('main');
      return cmd.ui.closePane('main');
    },
    ...always(gives(true, 'whether it was open')),
    test: [SCREEN, 'panes are named after their mod, opened, brought to the front and closed'],
  },
  {
    member: 'ui.override',
    call: (cmd) => cmd.ui.override('spinner', () => []),
    ...always(handle(DRAWN_NOWHERE)),
    test: [SCREEN, 'only the four rows can be overridden; any other name throws at registration'],
  },
  {
    member: 'ui.setTitle',
    call: (cmd) => cmd.ui.setTitle('title'),
    ...always(gives(undefined)),
    test: [SURFACE, 'has the newest title, and gives it back when its mod does or is gone'],
  },
  {
    member: 'ui.copy',
    call: (cmd) => cmd.ui.copy('text'),
    ...always(resolves({ isCopied: false, reason: 'headless' })),
    test: [
      `${HARNESS}/terminal/clipboard.test.ts`,
      'gets the text through the program’s input, whatever it looks like, and never as an argument',
    ],
  },

  // The session
  {
    member: 'session',
    call: (cmd) => cmd.session,
    before: gives(undefined),
    headless: aKind('object'),
    test: [BOUND, 'cmd.session is undefined until one is bound, and after it is gone'],
  },
  {
    member: 'session.sessionId',
    call: (cmd) => cmd.session?.sessionId,
    before: gives(undefined, NO_SESSION),
    headless: aKind('string'),
    test: [SESSION, 'tell the session id'],
  },
  {
    member: 'session.appendCustomEntry',
    call: (cmd) => cmd.session?.appendCustomEntry({ customType: 'note' }),
    before: gives(undefined, NO_SESSION),
    headless: aKind('string', "the entry's id"),
    test: [SESSION, 'give back the entries in file order, after a resume too'],
  },
  {
    member: 'session.appendCustomMessageEntry',
    call: (cmd) =>
      cmd.session?.appendCustomMessageEntry({ customType: 'note', content: 'text', display: false }),
    before: gives(undefined, NO_SESSION),
    headless: aKind('object', '`{entryId, message}`'),
    test: [SESSION, 'returns a user message that names its entry, and keeps it out of the transcript'],
  },
  {
    member: 'session.getCustomEntries',
    call: (cmd) => cmd.session?.getCustomEntries({ customType: 'none' }),
    before: gives(undefined, NO_SESSION),
    headless: gives([], 'those of this mod'),
    test: [SESSION, 'show a mod its own entries alone, and of the asked type alone'],
  },
  {
    member: 'sessions.compact',
    call: (cmd) => cmd.sessions.compact(),
    before: rejects(UNBOUND),
    headless: resolves(undefined, 'when the summary is made, or there is nothing to sum up'),
    raises: 'notice',
    test: [
      `${HARNESS}/compaction/on-demand.test.ts`,
      'sends a summary in place of everything before the last prompt; the newest messages are sent as they are',
    ],
  },
  {
    member: 'sessions.navigateTree',
    call: (cmd) => cmd.sessions.navigateTree({ targetId: 'nowhere' }),
    before: rejects(UNBOUND),
    headless: rejects("has no entry 'nowhere'"),
    test: [
      `${HARNESS}/navigation/navigate-tree.test.ts`,
      'makes the branch that ends in the target the active one, and the next run goes on from there',
    ],
  },
  {
    member: 'sessions.tree',
    call: (cmd) => cmd.sessions.tree(),
    before: throws(UNBOUND),
    headless: gives([], 'the branches'),
    test: [BOUND, 'cmd.sessions reads the live tree and labels it'],
  },
  {
    member: 'sessions.leafId',
    call: (cmd) => cmd.sessions.leafId(),
    before: throws(UNBOUND),
    headless: gives(null, 'until there is an entry'),
    test: [BOUND, 'cmd.sessions reads the live tree and labels it'],
  },
  {
    member: 'sessions.setLabel',
    call: (cmd) => cmd.sessions.setLabel({ targetId: 'nowhere', label: 'x' }),
    before: throws(UNBOUND),
    headless: throws("has no entry 'nowhere'"),
    test: [BOUND, 'cmd.sessions reads the live tree and labels it'],
  },
  {
    member: 'queueMessage',
    call: (cmd) => cmd.queueMessage({ content: 'more' }),
    before: gives(undefined, HELD),
    headless: gives(undefined, QUEUED),
    test: [STEERING, 'queueMessage steers by default, and the message is marked as automated'],
  },
  {
    member: 'sendUserMessage',
    call: (cmd) => cmd.sendUserMessage('more'),
    before: gives(undefined, HELD),
    headless: gives(undefined, QUEUED),
    test: [STEERING, 'sendUserMessage and prompt.submit fall back to the queue in a headless run'],
  },
  {
    member: 'prompt.submit',
    call: (cmd) => cmd.prompt.submit('more'),
    before: gives(undefined, HELD),
    headless: gives(undefined, `${QUEUED} of follow-ups`),
    test: [STEERING, 'sendUserMessage and prompt.submit fall back to the queue in a headless run'],
  },
  {
    member: 'setSessionName',
    call: (cmd) => cmd.setSessionName('named'),
    before: gives(undefined, HELD),
    headless: gives(undefined),
    held: { read: (cmd) => cmd.getSessionName(), is: 'named' },
    test: [BOUND, 'the session name and what was asked before the bind reach it'],
  },
  {
    member: 'getSessionName',
    call: (cmd) => cmd.getSessionName(),
    before: gives(undefined),
    headless: gives(undefined, 'until it has one'),
    test: [HERE, 'brings about, once a session binds, what the table says'],
  },
  {
    member: 'setModel',
    call: (cmd) => cmd.setModel('other'),
    before: gives(undefined, HELD),
    headless: gives(undefined, NEXT_REQUEST),
    held: { read: (cmd) => cmd.getModel(), is: 'other' },
    test: [CHOICE, 'setModel'],
  },
  {
    member: 'getModel',
    call: (cmd) => cmd.getModel(),
    before: gives(undefined),
    headless: gives('scripted', "the session's"),
    test: [CHOICE, 'setModel'],
  },
  {
    member: 'setEffort',
    call: (cmd) => cmd.setEffort('high'),
    before: gives(undefined, HELD),
    headless: gives(undefined, NEXT_REQUEST),
    held: { read: (cmd) => cmd.getEffort(), is: 'high' },
    test: [CHOICE, 'setEffort(null) goes back to the model own effort'],
  },
  {
    member: 'getEffort',
    call: (cmd) => cmd.getEffort(),
    before: gives(undefined),
    headless: gives(undefined, "when it is the model's own"),
    test: [HERE, 'brings about, once a session binds, what the table says'],
  },
  {
    member: 'getContextUsage',
    call: (cmd) => cmd.getContextUsage(),
    ...always(gives({ tokens: null, contextWindow: null, percent: null }, 'until a request has measured it')),
    test: [
      `${HARNESS}/loop/usage.test.ts`,
      'getContextUsage has nulls until the first request has measured the window, never a zero',
    ],
  },
  {
    member: 'getCommands',
    call: (cmd) => cmd.getCommands(),
    ...always(gives([], 'those of mods')),
    test: [COMMANDS, 'those of several mods all run, and getCommands names the mod of each'],
  },
  {
    member: 'isIdle',
    call: (cmd) => cmd.isIdle(),
    before: gives(true),
    headless: gives(true, 'false while a run goes'),
    test: [`${HARNESS}/loop/stops.test.ts`, 'isIdle is false from run_start to run_end and true otherwise'],
  },
  {
    member: 'shutdown',
    call: (cmd) => cmd.shutdown(),
    ...always(gives(undefined, 'the run ends by itself')),
    test: [SURFACE, 'is told of a shutdown, and rings the bell'],
  },
  {
    member: 'getAllTools',
    call: (cmd) => cmd.getAllTools(),
    before: gives([]),
    headless: lists(['echo'], 'the tools of the session'),
    test: [TOOLS, 'shows in getActiveTools and getToolInfo, while getAllTools has them all'],
  },
  {
    member: 'getActiveTools',
    call: (cmd) => cmd.getActiveTools(),
    before: gives([]),
    headless: lists(['echo'], 'those that are offered'),
    test: [TOOLS, 'shows in getActiveTools and getToolInfo, while getAllTools has them all'],
  },
  {
    member: 'setActiveTools',
    call: (cmd) => cmd.setActiveTools([]),
    before: gives(undefined, HELD),
    headless: gives(undefined, NEXT_REQUEST),
    held: { read: (cmd) => cmd.getActiveTools(), is: [] },
    test: [TOOLS, 'leaves exactly the named built-in and mod tools in the request'],
  },
  {
    member: 'getToolInfo',
    call: (cmd) => cmd.getToolInfo(),
    before: gives([]),
    headless: lists(
      [{ name: 'echo', description: 'Echoes', readOnly: false, active: true }],
      'the tools of the session',
    ),
    test: [TOOLS, 'shows in getActiveTools and getToolInfo, while getAllTools has them all'],
  },
  {
    member: 'showEntry',
    call: (cmd) => cmd.showEntry('note', {}),
    ...always(gives(undefined, 'dropped')),
    test: [SURFACE, 'has the entries of mods as their renderers draw them'],
  },

  // What belongs to the mod
  {
    member: 'exec',
    call: (cmd) => cmd.exec({ command: 'true' }),
    ...always(resolves({ stdout: '', stderr: '', code: 0 })),
    test: [
      PROGRAMS,
      'exec hands an argument with spaces or quotes over as one argument, and a code is no rejection',
    ],
  },
  {
    member: 'process.spawn',
    call: (cmd) => cmd.process.spawn({ command: 'true' }),
    ...always(resolves({ code: 0 })),
    test: [
      PROGRAMS,
      'a throwing onOutput becomes mod_error with hook on:process, and the process keeps running',
    ],
  },
  {
    member: 'events.emit',
    call: (cmd) => cmd.events.emit('ping'),
    ...always(gives(undefined, 'listeners have run')),
    test: [LISTENERS, 'a message is answered within the tick'],
  },
  {
    member: 'events.on',
    call: (cmd) => cmd.events.on('ping', nothing),
    ...always(handle()),
    test: [LISTENERS, 'dispose ends the listening'],
  },
  {
    member: 'state.get',
    call: (cmd) => cmd.state.get('key'),
    ...always(gives(undefined, 'until it is set')),
    test: [LISTENERS, 'holds values for the session, namespaced per mod'],
  },
  {
    member: 'state.set',
    call: (cmd) => {
      cmd.state.set('key', 1);
      return cmd.state.get('key');
    },
    ...always(gives(1)),
    test: [LISTENERS, 'set and delete repaint, and subscribe hears this mod writes to that key'],
  },
  {
    member: 'state.delete',
    call: (cmd) => {
      cmd.state.set('key', 1);
      cmd.state.delete('key');
      return cmd.state.get('key');
    },
    ...always(gives(undefined)),
    test: [LISTENERS, 'set and delete repaint, and subscribe hears this mod writes to that key'],
  },
  {
    member: 'state.subscribe',
    call: (cmd) => cmd.state.subscribe('key', nothing),
    ...always(handle()),
    test: [LISTENERS, 'set and delete repaint, and subscribe hears this mod writes to that key'],
  },
  {
    member: 'store.get',
    call: (cmd) => cmd.store.get('key'),
    ...always(gives(undefined, 'until it is set')),
    test: [STORE, 'keeps values across sessions, one JSON file per mod, read before the factory runs'],
  },
  {
    member: 'store.set',
    call: (cmd) => {
      cmd.store.set('key', 1);
      return cmd.store.get('key');
    },
    ...always(gives(1)),
    test: [STORE, 'two processes that write at the same time lose nothing of one another'],
  },
  {
    member: 'store.delete',
    call: (cmd) => {
      cmd.store.set('key', 1);
      cmd.store.delete('key');
      return cmd.store.get('key');
    },
    ...always(gives(undefined)),
    test: [
      STORE,
      'set and delete write through, and keep what another process meanwhile set under other keys',
    ],
  },
  {
    member: 'clock.every',
    call: (cmd) => cmd.clock.every(60_000, nothing),
    ...always(handle()),
    test: [CLOCK, 'every calls again and again until disposed, after calls once'],
  },
  {
    member: 'clock.after',
    call: (cmd) => cmd.clock.after(60_000, nothing),
    ...always(handle()),
    test: [CLOCK, 'a disposed after never calls'],
  },
  {
    member: 'model.complete',
    call: (cmd) => cmd.model.complete({ prompt: 'one word' }),
    before: resolves({ isAnswered: false, reason: 'unavailable' }),
    headless: resolves({ isAnswered: true, text: 'done', model: 'scripted' }, "the model's answer"),
    test: [COMPLETE, 'is one completion on the session model, with no transcript and no tools'],
  },
  {
    member: 'audio.play',
    call: (cmd) => cmd.audio.play({ file: 'bell.wav' }),
    ...always(resolves({ isPlayed: false, reason: 'headless' })),
    test: [`${HARNESS}/terminal/sound.test.ts`, 'plays a file beside the mod’s own, by its absolute path'],
  },
  {
    member: 'audio.bell',
    call: (cmd) => cmd.audio.bell(),
    ...always(gives({ isPlayed: false, reason: 'headless' })),
    test: [`${HARNESS}/terminal/sound.test.ts`, 'writes the one character that rings the terminal'],
  },
];
