import type { ModApi, ModFactory } from '@cmd-mods/mod-api';

/** A newer version of something installed, as an earlier check found it. */
export interface NewerVersion {
  /** What a person calls it: the source as configured. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** What the notice needs of the program around it. */
export interface UpdateNoticeOptions {
  /** What the last check found and is not installed yet, from a file: a start asks nobody. */
  readonly known: () => readonly NewerVersion[] | Promise<readonly NewerVersion[]>;
  /** Milliseconds since the epoch; `Date.now` when left out. */
  readonly now?: () => number;
}

/** Where the store has what was said and when. */
const SAID = 'said';
const DAY = 24 * 60 * 60 * 1000;

/**
 * The mod `update-notice`: says at the start of a session that newer versions were found, each at most once a day. It finds out nothing
 * itself.
 *
 * Source: mods page, "Built-in mods".
 */
export function createUpdateNotice({ known, now = Date.now }: UpdateNoticeOptions): ModFactory {
  return async (cmd) => {
    const newer = await known();
    if (newer.length === 0) return;
    cmd.on('session_start', () => say(cmd, newer, now()));
  };
}

function say(cmd: ModApi, newer: readonly NewerVersion[], time: number): void {
  const before = cmd.store.get<Readonly<Record<string, number>>>(SAID) ?? {};
  const recent = Object.entries(before).filter(([, at]) => at <= time && time - at < DAY);
  const said = new Map(recent);
  const fresh = newer.filter((one) => !said.has(nameOf(one)));
  if (fresh.length === 0) return;
  cmd.ui.notify(
    `Newer: ${fresh.map((one) => `${one.name} ${one.from} -> ${one.to}`).join(', ')}. Take over with: cmd mods update`,
  );
  for (const one of fresh) said.set(nameOf(one), time);
  cmd.store.set(SAID, Object.fromEntries(said));
}

function nameOf({ name, to }: NewerVersion): string {
  return `${name} ${to}`;
}
