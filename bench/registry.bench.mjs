// What it costs to validate a registry of ten thousand entries, held against ajv alone on the same parsed data.

import { readDocument } from '../packages/registry/dist/document/registry-document.js';
import { withoutOld } from '../packages/registry/dist/findings.js';
import { BUILTIN_NAMES, REGISTRY_SCHEMA } from '../packages/registry/dist/index.js';
import { seniority } from '../packages/registry/dist/rules/context.js';
import { checkDiff } from '../packages/registry/dist/rules/diff/diff.js';
import { hiddenNames, viewEntries } from '../packages/registry/dist/rules/entry-view.js';
import { checkOffline } from '../packages/registry/dist/rules/offline/checks.js';
import { compile, registryValidator } from '../packages/registry/dist/schema/validators.js';
import { compare, finish } from './support/measure.mjs';
import { makeEntries, print } from './support/registry-data.mjs';

const COUNT = 10_000;
const alone = await compile(REGISTRY_SCHEMA);
const validate = await registryValidator();

const entries = makeEntries(COUNT);
const document = readDocument('registry.json', print(entries));
const changed = entries.map((entry, index) =>
  index % 100 === 0 ? { ...entry, description: `${entry.description} It is quick.` } : entry,
);
const headDocument = readDocument('registry.json', print(changed));

/** Everything that is done between the parsed data and the findings. */
function check(one, base) {
  const views = viewEntries(one.content);
  const problems = checkOffline({
    document: one,
    entries: views,
    hidden: hiddenNames(one.content),
    builtinNames: BUILTIN_NAMES,
    now: new Date(),
    validate,
    bySeniority: seniority(views, base),
  });
  return { document: one, views, problems };
}

function diff(head, base) {
  const old = check(base);
  const fresh = check(head, old.views);
  const diffProblems = [...checkDiff({ base: old.views, head: fresh.views, proposer: { maintainers: [] } })];
  return [...withoutOld(fresh, old).fresh, ...diffProblems];
}

const found = check(document).problems.filter(
  ({ severity, rule }) => severity === 'error' || rule === 'schema',
);
if (found.length > 0) throw new Error(`The data is meant to be sound: ${JSON.stringify(found[0])}`);

const times = (work) => (count) => {
  for (let at = 0; at < count; at += 1) work();
};

finish([
  ...(await compare({
    name: `validate ${COUNT} entries offline, from parsed data`,
    subject: times(() => check(document)),
    against: { 'ajv alone': { run: times(() => alone(document.content)), limit: 3 } },
  })),
  ...(await compare({
    name: `compare two files of ${COUNT} entries`,
    subject: times(() => diff(headDocument, document)),
    against: {
      'ajv alone on both': {
        run: times(() => {
          alone(document.content);
          alone(headDocument.content);
        }),
        limit: 3,
      },
    },
  })),
  ...(await compare({
    name: `read a file of ${COUNT} entries`,
    subject: times(() => readDocument('registry.json', document.text)),
    against: { 'JSON.parse': { run: times(() => JSON.parse(document.text)) } },
  })),
]);
