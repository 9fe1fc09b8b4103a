// Every test file gets a HOME of its own, so that no test can read or write the person's.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'cmd-mods-home-'));
process.env.HOME = home;
process.env.USERPROFILE = home;

afterAll(() => rmSync(home, { recursive: true, force: true }));
