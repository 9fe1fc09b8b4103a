import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../support/run-scripted.ts';

/** A folder of programs that stand in for those of a system. They are real programs: shell scripts. */
export interface FakePrograms {
  /** For `PATH`; nothing else is found. */
  readonly path: string;
  /** Adds a program that notes its arguments, one a line, and does this. `$LOG` and `$NAME` are its own. */
  add(name: string, script: string): void;
  /** What a program wrote into its file of that ending, `undefined` when it never did. */
  noted(name: string, ending: 'args' | 'input' | 'pid' | 'late'): string | undefined;
}

export function fakePrograms(): FakePrograms {
  const folder = tempFolder();
  const path = join(folder, 'bin');
  mkdirSync(path);
  const file = (name: string, ending: string) => join(folder, `${name}.${ending}`);
  return {
    path,
    add(name, script) {
      const program = join(path, name);
      const head = `#!/bin/sh\nPATH=/usr/bin:/bin\nLOG=${JSON.stringify(join(folder, name))}\nfor one in "$@"; do echo "$one"; done > "$LOG.args"\n`;
      writeFileSync(program, `${head}${script}\n`);
      chmodSync(program, 0o755);
    },
    noted: (name, ending) =>
      existsSync(file(name, ending)) ? readFileSync(file(name, ending), 'utf8') : undefined,
  };
}
