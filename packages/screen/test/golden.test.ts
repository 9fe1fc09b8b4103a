import type { ModFactory } from '@cmd-mods/mod-api';
import type { ScreenView } from '@cmd-mods/screen';
import { describe, it } from 'vitest';
import { expectGolden } from './support/golden.ts';
import { pane, setScene, widget } from './support/scene.ts';

const PROMPT = { text: 'fix the build', cursor: 13, placeholder: 'Ask anything' };
const STATUS = { items: ['~/project', 'main'], pinned: 'idle · echo' };
const STANDING = { prompt: PROMPT, status: STATUS };

const nothing = () => {};

const counter: ModFactory = pane('Counter', () => [
  'Count: \u001b[1m3\u001b[0m',
  {
    type: 'row',
    children: [
      { type: 'button', label: 'Add', hotkey: 'a', onPress: nothing },
      { type: 'button', label: 'Pause', hotkey: 'p', onPress: nothing },
      { type: 'button', label: 'Reset', hotkey: 'r', onPress: nothing },
    ],
  },
]);

const form = (focus: boolean): ModFactory =>
  pane(
    'New issue',
    () => [
      { type: 'text', text: 'Title', bold: true },
      { type: 'input', key: 'title', placeholder: 'What is wrong?', onSubmit: nothing },
      {
        type: 'select',
        key: 'kind',
        options: ['bug', 'feature', 'question'],
        value: 'feature',
        onSelect: nothing,
      },
      { type: 'divider' },
      { type: 'button', label: 'Create', hotkey: 'c', onPress: nothing },
    ],
    { focus },
  );

const everyElement: ModFactory = widget(
  'a plain line with \u001b[35mits own\u001b[39m colour',
  { type: 'text', text: 'bold red on white', bold: true, color: 'red', background: 'white' },
  { type: 'text', text: 'A text that is too long for one line is wrapped at its spaces, and goes on below.' },
  {
    type: 'row',
    gap: 2,
    children: ['left', { type: 'text', text: 'right', dim: true }, { type: 'progress', value: 0.5 }],
  },
  {
    type: 'box',
    title: 'Box',
    border: true,
    padding: 1,
    children: ['inside', { type: 'divider', label: 'and' }, 'below'],
  },
  { type: 'box', title: 'No border', padding: 2, children: ['indented'] },
  { type: 'progress', value: 0.42, width: 20, label: 'tests' },
  { type: 'divider', label: 'label' },
  { type: 'button', label: 'Reset', hotkey: 'r', onPress: nothing },
  { type: 'input', key: 'name', value: 'Ada', onSubmit: nothing },
  { type: 'select', key: 'size', options: ['small', 'large'], value: 'large', onSelect: nothing },
);

const markdown: ModFactory = widget({
  type: 'markdown',
  text: [
    '# Heading & more',
    'A *paragraph* with **strong** text, `code`, ~~nothing~~ and a [link](https://example.org/a?b=1&c=2) &amp; so on.',
    '## Lists',
    '- one',
    '  - nested, and long enough that it goes on in a second line below itself',
    '- [x] done',
    '- [ ] open',
    '',
    '3. three',
    '4. four',
    '',
    '> quoted text',
    '',
    '```js',
    'if (a < b) run();',
    '```',
    '',
    '| name | size |',
    '| --- | --- |',
    '| a.ts | 12 |',
    '| long-name.ts | 1 |',
    '',
    '---',
    'Some <b>HTML</b>.',
  ].join('\n'),
});

const wide: ModFactory = widget(
  '日本語のテキスト｜한국어｜中文',
  'emoji: 👍🏽 👨‍👩‍👧‍👦 🇪🇺 ❤️ 1️⃣ end',
  'combining: é ñ ä̈ end',
  {
    type: 'box',
    border: true,
    title: '表',
    children: [
      '日本語',
      '👨‍👩‍👧 family',
      { type: 'text', text: '日本語のとても長いテキストは折り返されます。次の行に続きます。' },
    ],
  },
  '\u001b]8;;https://example.org\u001b\\a link\u001b]8;;\u001b\\ and text',
  'a line of wide characters that does not fit: 日本語日本語日本語日本語日本語',
);

const hostile: ModFactory = (cmd) => {
  cmd.ui.setStatus('st\u001b[2Jatus\u001b]0;title\u0007\nwith\tall');
  widget(
    'clear\u001b[2J\u001b[H cursor\u001b[10;10H title\u001b]0;owned\u0007 clipboard\u001b]52;c;aGk=\u0007 end',
    'device \u001bP$q\u001b\\ c1 \u009b31mred\u009b0m bell\u0007 back\b\r over',
    'direction \u202egnp.exe\u202c \u2066isolated\u2069 zero\u200bwidth\u00adsoft',
    'open \u001b[31m and never closed',
    'next \u001b[8mhidden\u001b[0m line',
  )(cmd);
};

const broken: Readonly<Record<string, ModFactory>> = {
  first: widget('first'),
  throws: (cmd) =>
    void cmd.ui.widget({
      placement: 'above-editor',
      render: () => {
        throw new Error('cannot read the\nfile');
      },
    }),
  waits: (cmd) => void cmd.ui.widget({ placement: 'above-editor', render: (async () => []) as never }),
  malformed: widget(
    'good',
    { type: 'image', src: 'cat.png' },
    { type: 'progress', value: 'half' },
    7,
    'good too',
  ),
  last: widget('last'),
};

const busy: ModFactory = (cmd) => {
  cmd.ui.toast('saved', { level: 'success' });
  cmd.ui.toast('the disk is nearly full', { level: 'warning', durationMs: 60_000 });
  cmd.ui.widget({ placement: 'above-editor', render: ({ width }) => [`above, ${width} columns`] });
  cmd.ui.widget({ placement: 'below-editor', render: ({ width }) => [`below, ${width} columns`] });
  cmd.ui.setStatus('\u001b[32m3 passed\u001b[0m');
};

const SCREENS: readonly {
  readonly name: string;
  readonly mods: Readonly<Record<string, ModFactory>>;
  readonly view: Partial<ScreenView>;
}[] = [
  {
    name: 'empty',
    mods: {},
    view: { width: 60, prompt: { text: '', cursor: 0, placeholder: 'Ask anything' } },
  },
  {
    name: 'prompt-of-two-lines',
    mods: {},
    view: {
      width: 40,
      prompt: { text: 'first line\nthe second one is too long for the frame', cursor: 6 },
    },
  },
  { name: 'every-element', mods: { all: everyElement }, view: { width: 60 } },
  { name: 'every-element-at-20', mods: { all: everyElement }, view: { width: 20 } },
  { name: 'markdown', mods: { notes: markdown }, view: { width: 50 } },
  { name: 'wide-characters', mods: { wide }, view: { width: 40 } },
  { name: 'hostile-text', mods: { hostile }, view: { width: 60 } },
  { name: 'broken-mods', mods: broken, view: { width: 60 } },
  { name: 'widgets-toasts-status', mods: { ci: busy }, view: { width: 60 } },
  {
    name: 'status-cut',
    mods: { one: busy, two: (cmd) => void cmd.ui.setStatus('a segment that is far too long') },
    view: { width: 44 },
  },
  { name: 'pane-stacked', mods: { busy, counter }, view: { width: 139 } },
  { name: 'pane-docked-from-140', mods: { busy, counter }, view: { width: 140 } },
  { name: 'panes-docked', mods: { busy, counter, form: form(false) }, view: { width: 150 } },
  { name: 'pane-focused', mods: { form: form(true) }, view: { width: 60 } },
  { name: 'panes-in-few-rows', mods: { counter, form: form(false) }, view: { width: 60, height: 14 } },
];

describe('a screen', () => {
  it.each(SCREENS)('$name', async ({ name, mods, view }) => {
    const scene = await setScene(mods, { ...STANDING, ...view });
    expectGolden(name, scene.screen());
  });
});

describe('a question', () => {
  it.each([
    {
      name: 'dialog-confirm',
      ask: (cmd) =>
        void cmd.ui.confirm({
          title: 'Delete the branch?',
          message: 'It has 3 commits that are nowhere else.',
        }),
    },
    {
      name: 'dialog-select',
      ask: (cmd) =>
        void cmd.ui.select({
          title: 'Which one?',
          options: ['main', { label: 'next', description: 'the coming release' }, 'old'],
        }),
    },
    {
      name: 'dialog-input',
      ask: (cmd) => void cmd.ui.input({ title: 'A name for it', placeholder: 'feature/…' }),
    },
  ] satisfies readonly { name: string; ask: ModFactory }[])('$name', async ({ name, ask }) => {
    const scene = await setScene({ counter, branch: ask }, STANDING);
    expectGolden(name, scene.screen());
  });
});

describe('the feed', () => {
  it('shows notices and the built-in rows', async () => {
    const scene = await setScene({});
    const screen = scene.screen({
      ...STANDING,
      feed: [
        { kind: 'user_message', props: { text: 'run the tests' } },
        { kind: 'notice', level: 'info', message: 'a quiet word' },
        {
          kind: 'notice',
          level: 'warning',
          message: 'something that needs more than one line to be said in full here',
        },
        { kind: 'notice', level: 'error', message: 'it failed' },
        {
          kind: 'tool_row',
          props: {
            toolName: 'shell_command',
            input: { command: 'npm test' },
            status: 'completed',
            output: '12 passed',
          },
        },
        {
          kind: 'tool_row',
          props: { toolName: 'glob', input: {}, status: 'errored', output: 'no such folder' },
        },
        {
          kind: 'command_output',
          props: { command: 'ls', output: Array.from({ length: 9 }, (_, n) => `file ${n}`).join('\n') },
        },
        { kind: 'lines', lines: ['\u001b[36mdrawn by a renderer\u001b[0m'] },
        { kind: 'spinner', props: { text: 'Working', frame: 3, elapsedMs: 4200 } },
      ],
    });
    expectGolden('feed', screen);
  });
});
