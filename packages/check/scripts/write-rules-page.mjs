// Prints docs/check.md from the table of rules. Run after a build; a test compares the two.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderRulesPage } from '../dist/render/rules-page.js';

writeFileSync(join(import.meta.dirname, '../../../docs/check.md'), renderRulesPage());
