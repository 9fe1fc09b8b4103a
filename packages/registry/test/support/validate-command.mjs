// The program that the steps of the action call in tests: `… mods registry validate <file> [options]`, on the built package.
import { parseArgs } from 'node:util';
import { runValidate } from '../../dist/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string' },
    'changed-files': { type: 'string' },
    maintainers: { type: 'string' },
    actor: { type: 'string' },
    waive: { type: 'string', multiple: true },
    'max-warnings': { type: 'string' },
    summary: { type: 'string' },
    format: { type: 'string' },
    online: { type: 'boolean' },
  },
});
const [mods, registry, validate, file] = positionals;
if (`${mods} ${registry} ${validate}` !== 'mods registry validate')
  throw new Error(`not a command: ${positionals}`);
const { 'changed-files': changedFiles, 'max-warnings': maxWarnings, ...rest } = values;
process.exitCode = await runValidate(
  {
    ...rest,
    file,
    ...(changedFiles && { changedFiles }),
    ...(maxWarnings && { maxWarnings: Number(maxWarnings) }),
  },
  {
    cwd: process.cwd(),
    home: process.env.HOME,
    env: process.env,
    color: false,
    out: (text) => process.stdout.write(text),
    report: ({ code, message }) => process.stderr.write(`${code}: ${message}\n`),
  },
);
