import type { ToolModule } from '@cmd-mods/mod-api';
import { editFileTool } from './edit-file.ts';
import { globTool } from './glob.ts';
import { grepTool } from './grep.ts';
import { readFileTool } from './read-file.ts';
import { shellCommandTool } from './shell-command.ts';
import { writeFileTool } from './write-file.ts';

/**
 * The tools that the agent has without any mod, in the order the model is told of them.
 * They need no set-up and load what they work with when they are first called. See docs/tools.md.
 * @param options.cwd the project folder, absolute: where commands run and relative paths begin.
 */
export function builtInTools(options: { readonly cwd: string }): readonly ToolModule[] {
  return [
    readFileTool(options),
    writeFileTool(options),
    editFileTool(options),
    shellCommandTool(options),
    globTool(options),
    grepTool(options),
  ];
}
