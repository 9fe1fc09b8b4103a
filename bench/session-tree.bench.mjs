// A session tree of 100,000 entries, opened from its file: going to another branch and reading a mod's entries there, beside the least
// that could do the work. The file is never read again; the benchmark overwrites it to be sure.
// It measures the built package: npm run build && node bench/session-tree.bench.mjs [--json] [--check] [entries]
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSession, openSession } from '../packages/harness/dist/session/index.js';
import { compare, finish } from './support/measure.mjs';

const SIZE = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 100_000);
const BRANCHES = 10;
/** How many entries a mod has on each branch. */
const CUSTOM = 20;

const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-bench-session-tree-'));
const built = buildTree();
const session = openSession(built.path);
forgetFile(built.path);

const mod = session.modSession('mod:bench');
const links = linksOf(session.tree());
const shortLeaves = leavesOf(`branches of ${SIZE / BRANCHES}`, built.trunks);
const results = [];

// Each branch is a tenth of the tree: the cost has to be that of the branch, not of the tree.
results.push(
  ...(await compare({
    name: `navigate between two branches of ${SIZE / BRANCHES} entries in a tree of ${SIZE}`,
    subject: navigator(session, shortLeaves),
    against: {
      floor: { run: walker(shortLeaves), limit: 15 },
      'the same in a tree of one fifth': { run: inSmallTree(), limit: 1.6 },
    },
  })),
);

session.navigate(shortLeaves[0]);
const texts = Array.from({ length: CUSTOM }, (_, index) => JSON.stringify({ n: index }));
results.push(
  ...(await compare({
    name: `read ${CUSTOM} entries of a mod behind ${SIZE / BRANCHES} others in a tree of ${SIZE}`,
    subject: (times) =>
      repeat(times, () => {
        if (mod.getCustomEntries({ customType: 'count' }).length !== CUSTOM)
          throw new Error('entries are missing');
      }),
    against: {
      floor: { run: (times) => repeat(times, () => texts.map((text) => JSON.parse(text))), limit: 4 },
    },
  })),
);

results.push(
  ...(await compare({
    name: `the whole tree of ${SIZE} as nodes`,
    subject: (times) => repeat(times, () => session.tree()),
    against: { floor: { run: (times) => repeat(times, bareNodes), limit: 4 } },
  })),
);
finish(results);
rmSync(folder, { recursive: true, force: true });

/** Branches of one length, all from the root, each with entries of a mod. */
function buildTree(size = SIZE, branches = BRANCHES) {
  const made = createSession({ folder, cwd: '/project', id: `tree-${size}` });
  const own = made.modSession('mod:bench');
  const trunks = [];
  for (let branch = 0; branch < branches; branch += 1) {
    made.navigate(null);
    made.beginRun();
    const length = size / branches - CUSTOM;
    const messages = Array.from({ length }, (_, index) => message(branch, index));
    made.commit({ ...made.state(), messages });
    for (let n = 0; n < CUSTOM; n += 1) own.appendCustomEntry({ customType: 'count', data: { n } });
    made.endRun();
    trunks.push(made.leafId());
  }
  return { path: made.path, trunks };
}

/** Overwrites a file with as many bytes of nothing. The store looks at its size alone; whoever read it again would find nothing. */
function forgetFile(path) {
  const { size } = statSync(path);
  writeFileSync(path, `${'x'.repeat(size - 1)}\n`);
}

function leavesOf(name, leaves) {
  const [one, other] = leaves;
  if (one === undefined || other === undefined) throw new Error(`There are no two ${name}.`);
  const found = session.navigate(one).messages.length;
  if (found !== SIZE / BRANCHES - CUSTOM) throw new Error(`A branch lost messages: ${found} are left.`);
  return [one, other];
}

/** Goes to and fro. The side is remembered, since going where one is costs nothing. */
function navigator(opened, leaves) {
  let side = 0;
  return (times) =>
    repeat(times, () => {
      side = 1 - side;
      opened.navigate(leaves[side]);
    });
}

function walker(leaves) {
  let side = 0;
  return (times) =>
    repeat(times, () => {
      side = 1 - side;
      walk(leaves[side]);
    });
}

/** The same branches with nothing beside them. */
function inSmallTree() {
  const small = buildTree((SIZE / BRANCHES) * 2, 2);
  return navigator(openSession(small.path), small.trunks);
}

/** The tree as links from each node to its parent. */
function linksOf(roots) {
  const links = new Map();
  const open = roots.map((node) => ({ node, parent: undefined }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parent } = next;
    const link = { id: node.id, parent };
    links.set(node.id, link);
    for (const child of node.children) open.push({ node: child, parent: link });
  }
  return links;
}

/** From a leaf to its root, and back as a list: what any store has to do. */
function walk(leaf) {
  const branch = [];
  for (let link = links.get(leaf); link !== undefined; link = link.parent) branch.push(link.id);
  return branch.reverse();
}

function bareNodes() {
  const nodes = new Map();
  for (const { id, parent } of links.values()) {
    const node = { id, label: null, children: [] };
    nodes.set(id, node);
    if (parent !== undefined) nodes.get(parent.id)?.children.push(node);
  }
  return nodes;
}

function message(branch, index) {
  const text = `Message ${index} of branch ${branch}, as long as most are`;
  return { role: index % 2 ? 'assistant' : 'user', content: [{ type: 'text', text }] };
}

function repeat(times, work) {
  for (let done = 0; done < times; done += 1) work();
}
