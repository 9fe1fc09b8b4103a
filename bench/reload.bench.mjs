// 1,000 hot reloads of a mod that starts everything a mod can start: timers, listeners, panes, a status, a tool, hooks, and a program
// that runs on. Afterwards nothing of them may be left: not a timer, a listener, a process or a file handle, and no memory beyond 10 %.
//
// The floor of the time starts and ends the same program, without a host around it. `--reloads 50` makes fewer reloads.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createHarness, createModHost } from '@cmd-mods/harness';
import { busyMod, holdings, untilChildren } from './support/busy-mod.mjs';
import { finish } from './support/measure.mjs';

const given = process.argv.indexOf('--reloads');
const RELOADS = given === -1 ? 1_000 : Number(process.argv[given + 1]);
/**
 * Reloads before the first look: what is loaded or compiled once is no leak. V8 goes on optimising for a few hundred; without its
 * optimising compiler (node --no-opt --no-sparkplug) the heap is as large after 2,000 reloads as after 100.
 */
const BEFORE = 500;
/** As many starts of the program alone. */
const BARE = 100;
const LIMIT_GROWTH = 1.1;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const host = createModHost({ cwd: process.cwd(), screen: {} });
await host.register({ name: 'busy', factory: busyMod });
const modelClient = { complete: () => Promise.reject(new Error('Nobody asks.')) };
const harness = await createHarness({ modelClient, model: 'bench', modHost: host });

async function reload(times) {
  for (let done = 0; done < times; done += 1) {
    const result = await host.replace('busy', busyMod);
    if (!result.ok) throw new Error(result.diagnostic.message);
    await untilChildren(1);
  }
}

async function bare(times) {
  for (let done = 0; done < times; done += 1) {
    const child = spawn('sleep', ['3600'], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    await once(child, 'spawn');
    await untilChildren(2);
    process.kill(-child.pid);
    await once(child, 'close');
  }
}

async function memory() {
  for (let round = 0; round < 3; round += 1) {
    collect();
    await sleep(10);
  }
  return process.memoryUsage().heapUsed;
}

async function elapsedNs(work) {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start);
}

await untilChildren(1);
await reload(BEFORE);
await bare(BARE);
const heldBefore = JSON.stringify({ ...(await holdings()), registered: host.registrations().length });
const bytesBefore = await memory();
const spent = (await elapsedNs(() => reload(RELOADS))) / RELOADS;
const bytesAfter = await memory();
const heldAfter = JSON.stringify({ ...(await holdings()), registered: host.registrations().length });
const floor = (await elapsedNs(() => bare(BARE))) / BARE;
await harness.dispose();

const growth = bytesAfter / bytesBefore;
const left = heldBefore === heldAfter ? 'nothing is left' : `left: ${heldBefore} became ${heldAfter}`;
const common = { limit: null, limitNs: null };
finish([
  {
    ...common,
    name: `a reload, with a program to end and one to start; after ${RELOADS}, ${left}`,
    against: 'floor',
    subjectNs: spent,
    againstNs: floor,
    ratio: spent / floor,
    ok: heldBefore === heldAfter,
  },
  {
    ...common,
    name: `the heap after ${RELOADS} reloads, ${(bytesAfter / 2 ** 20).toFixed(1)} MiB (limit ${LIMIT_GROWTH} times)`,
    against: 'the heap before, and one reload',
    subjectNs: spent * RELOADS,
    againstNs: spent,
    ratio: growth,
    ok: growth <= LIMIT_GROWTH,
  },
]);
// The last program is still there; the host ends it as it goes.
process.exit();
