import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Line, type Screen, type Style, toPlain } from '@cmd-mods/screen';
import { expect } from 'vitest';

const FOLDER = join(import.meta.dirname, '../golden');

/**
 * Compares a screen with its file in golden/, or writes that file when GOLDEN=write is set. The file has the screen as a
 * person sees it, and below it the lines again with the names of their styles.
 */
export function expectGolden(name: string, screen: Screen): void {
  const path = join(FOLDER, `${name}.txt`);
  const styled = screen.lines.map(markup).join('\n');
  const text = `${toPlain(screen)}\n${'='.repeat(screen.width)}\n${styled}\n`;
  if (process.env.GOLDEN === 'write') writeFileSync(path, text);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : 'GOLDEN=write writes the file').toBe(text);
}

function markup({ spans }: Line): string {
  return spans
    .map(({ text, style, hit }) => {
      const names = [...namesOf(style), ...(hit === undefined ? [] : ['@'])];
      return names.length === 0 ? text : `{${names.join(' ')}|${text}}`;
    })
    .join('');
}

function namesOf({ color, background, link, ...flags }: Style): readonly string[] {
  return [
    ...Object.entries(flags).flatMap(([name, isOn]) => (isOn ? [name] : [])),
    ...[color, background, link].filter((part) => part !== undefined),
  ];
}
