// Shows what a mod changes: the same task is run twice, once with a mod that guards against deletes and once without.
// It ends with 1 when the runs did not do what the text says.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'packages/cli/bin/cmd.js');
const EXAMPLE = 'examples/block-dangerous-commands';
const TASK = 'Free some disk space';
const FILES = ['budget.csv', 'letters.txt', 'photos.zip'];

const print = (...lines) => process.stdout.write(`${lines.join('\n')}\n`);

/** Runs the task in a project of its own. @returns the run's events, and the files that are left in `scratch/`. */
function run(...modOptions) {
  const base = mkdtempSync(join(tmpdir(), 'cmd-mods-demo-'));
  const project = join(base, 'project');
  try {
    cpSync(join(ROOT, EXAMPLE), join(project, EXAMPLE), { recursive: true });
    mkdirSync(join(project, 'scratch'));
    for (const file of FILES) writeFileSync(join(project, 'scratch', file), 'something you may still need\n');

    const script = join(EXAMPLE, 'script.json');
    const options = [
      '--script',
      script,
      '--dangerously-skip-permissions',
      '--no-session',
      '--output',
      'events',
    ];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [PROGRAM, '-p', TASK, ...modOptions, ...options],
      {
        cwd: project,
        env: { ...process.env, HOME: base, USERPROFILE: base },
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`cmd ended with ${status}:\n${stdout}${stderr}`);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const scratch = join(project, 'scratch');
    return { events, files: existsSync(scratch) ? readdirSync(scratch) : [] };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** What happened to the one tool call of a run, as lines of text. */
function story({ events, files }) {
  const find = (type) => events.find((event) => event.type === type);
  const { toolName, input } = find('tool_queued') ?? {};
  const blocked = find('tool_hook_blocked');
  return [
    `  the model asks for   ${toolName}: ${input?.command}`,
    `  the mod answers      ${blocked === undefined ? '(no mod is loaded)' : blocked.hookOutput}`,
    `  the command runs     ${find('tool_running') === undefined ? 'no' : 'yes'}`,
    `  files afterwards     ${files.length === 0 ? 'none, scratch/ is gone' : files.join(', ')}`,
    `  the run ends with    ${find('run_end')?.result.stopReason}`,
  ];
}

function has(events, type) {
  return events.some((event) => event.type === type);
}

print(
  'A mod is a TypeScript file that changes what a coding agent does.',
  `This one, ${EXAMPLE}, asks a person before "rm -rf" runs.`,
  '',
  `The task is "${TASK}"; scratch/ holds ${FILES.length} files. The model is a script, so every run is the same.`,
  '',
  'With the mod (nobody is here to ask, so the answer is no):',
);
const guarded = run('--mod', EXAMPLE);
print(...story(guarded), '', 'Without the mod:');
const unguarded = run();
print(...story(unguarded), '');

const claims = {
  'the mod blocked the call':
    has(guarded.events, 'tool_hook_blocked') && !has(guarded.events, 'tool_running'),
  'the files survived with the mod': guarded.files.join() === FILES.join(),
  'the command ran without the mod': has(unguarded.events, 'tool_completed'),
  'the files were deleted without the mod': unguarded.files.length === 0,
};
const broken = Object.keys(claims).filter((claim) => !claims[claim]);
if (broken.length > 0) {
  process.stderr.write(`The demo did not go as it should; not true: ${broken.join(', ')}.\n`);
  process.exitCode = 1;
} else {
  print(
    'The difference is the mod alone. Both runs took place in temporary folders, which are gone now.',
    '',
    `Read it:   ${EXAMPLE}/index.ts`,
    'Try more:  examples/README.md',
  );
}
