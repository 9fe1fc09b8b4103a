import * as screen from '@cmd-mods/screen';
import { keyFromKeypress, keyOf } from '@cmd-mods/screen';
import { describe, expect, it } from 'vitest';

const NONE = { ctrl: false, alt: false, shift: false };

describe('a chord', () => {
  it.each([
    { chord: 'a', key: { ...NONE, name: 'a', text: 'a' } },
    { chord: 'A', key: { ...NONE, name: 'a', text: 'A' } },
    { chord: 'space', key: { ...NONE, name: 'space', text: ' ' } },
    { chord: '+', key: { ...NONE, name: '+', text: '+' } },
    { chord: 'ctrl++', key: { ...NONE, name: '+', ctrl: true } },
    { chord: 'Alt+R', key: { ...NONE, name: 'r', alt: true } },
    { chord: 'shift+Tab', key: { ...NONE, name: 'tab', shift: true } },
    { chord: 'Return', key: { ...NONE, name: 'enter' } },
    { chord: 'esc', key: { ...NONE, name: 'escape' } },
    { chord: 'alt+ArrowUp', key: { ...NONE, name: 'up', alt: true } },
  ])('$chord is read', ({ chord, key }) => {
    expect(keyOf(chord)).toEqual(key);
  });

  it.each(['', 'hyper+a', 'ctrl+alt+what+x'])('"%s" is refused', (chord) => {
    expect(() => keyOf(chord)).toThrow(TypeError);
  });
});

describe("a keypress of Node's", () => {
  it.each([
    { text: 'x', press: { sequence: 'x', name: 'x' }, key: { ...NONE, name: 'x', text: 'x' } },
    { text: '日', press: { sequence: '日' }, key: { ...NONE, name: '日', text: '日' } },
    { text: '\r', press: { sequence: '\r', name: 'return' }, key: { ...NONE, name: 'enter' } },
    {
      text: undefined,
      press: { sequence: '\u001b[A', name: 'up', meta: true },
      key: { ...NONE, name: 'up', alt: true },
    },
    {
      text: '\u001b',
      press: { sequence: '\u001b', name: 'escape', meta: true },
      key: { ...NONE, name: 'escape' },
    },
    {
      text: '\u0003',
      press: { sequence: '\u0003', name: 'c', ctrl: true },
      key: { ...NONE, name: 'c', ctrl: true },
    },
  ])('$press.sequence is read', ({ text, press, key }) => {
    expect(keyFromKeypress(text, press)).toEqual(key);
  });
});

it('exports the drawing, the keyboard and the forms of output, and nothing else at run time', () => {
  expect(Object.keys(screen).sort()).toEqual([
    'Keyboard',
    'NO_INPUT',
    'WINDOW_COLUMNS',
    'drawFeedItem',
    'editField',
    'fieldWith',
    'handleClick',
    'handleKey',
    'keyFromKeypress',
    'keyOf',
    'perform',
    'readLine',
    'readLines',
    'renderScreen',
    'renderWindow',
    'sanitize',
    'toAnsi',
    'toHtmlSpans',
    'toPlain',
    'toThemed',
    'typedText',
    'widthOf',
  ]);
});
