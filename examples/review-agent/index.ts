import type { ModApi } from '@cmd-mods/mod-api';

/** Adds a reviewer that the model can hand a change to: it reads, and cannot change anything. */
export default function (cmd: ModApi): void {
  cmd.addAgent({
    name: 'reviewer',
    description: 'Reviews files with fresh eyes. Say which files, and what they are meant to do.',
    prompt: [
      'You review code that somebody else wrote. Read the files you are told of, and what they depend on.',
      'Answer with the faults you found, each with file and line, the worst first. When there are none, say so.',
    ].join('\n'),
    tools: ['read_file', 'glob', 'grep'],
    maxTurns: 20,
  });

  let tokens = 0;
  cmd.on('subagent_stop', ({ subagentType, tokensUsed }) => {
    if (subagentType !== 'reviewer') return;
    tokens += tokensUsed;
    cmd.ui.notify(`Reviews have used ${tokens} tokens in this session.`);
  });
}
