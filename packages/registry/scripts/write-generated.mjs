// Prints what is generated: the schemas in schemas/ and docs/registry-rules.md. Run after a build; tests compare both.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderRulesPage } from '../dist/render/rules-page.js';
import { HUB_SCHEMA } from '../dist/schema/hub-schema.js';
import { REGISTRY_SCHEMA } from '../dist/schema/registry-schema.js';

const root = join(import.meta.dirname, '../../..');
for (const [name, schema] of Object.entries({ registry: REGISTRY_SCHEMA, hub: HUB_SCHEMA })) {
  writeFileSync(join(root, 'schemas', `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
}
writeFileSync(join(root, 'docs/registry-rules.md'), renderRulesPage());
