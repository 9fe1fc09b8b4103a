import type { ToolInfo, ToolModule } from '@cmd-mods/mod-api';
import { toolTaken } from './host/conflicts.ts';
import type { HostedTool, ModHost } from './host/mod-host.ts';
import type { SessionTool } from './loop/run-context.ts';

/** A tool of the harness itself that is there only while it has something to offer. Its name is taken all the same. */
export interface OccasionalTool {
  readonly name: string;
  /** The tool as it is now. */
  now(): SessionTool['tool'] | undefined;
}

/** The tools of one session, and which of them are switched on. */
export interface SessionTools {
  /** The tools as they are now, by name. */
  current(): ReadonlyMap<string, SessionTool>;
  /** The same, described. */
  info(): readonly ToolInfo[];
  /** Switches exactly these on. */
  setActive(names: readonly string[]): void;
}

/**
 * Puts the host's own tools and those of its mods together: the set of a session. Own tools come first and keep their names; a
 * mod's tool that lost its name is reported as `mod_error`.
 */
export function createSessionTools(
  own: readonly ToolModule[],
  occasional: readonly OccasionalTool[],
  host: ModHost,
): SessionTools {
  const hosted = host.sessionTools();
  let active = host.requestedTools();
  const ownNames = new Set([...own.map((tool) => tool.schema.name), ...occasional.map(({ name }) => name)]);
  for (const { tool, modId } of hosted()) {
    if (ownNames.has(tool.schema.name)) host.reportError(modId, 'addTool', toolTaken(tool.schema.name, ''));
  }
  const isFree = ({ tool }: HostedTool) => !ownNames.has(tool.schema.name);

  const current = () => {
    const tools = [
      ...own,
      ...occasional.flatMap((one) => one.now() ?? []),
      ...hosted()
        .filter(isFree)
        .map(({ tool }) => tool),
    ];
    const names = active;
    return new Map<string, SessionTool>(
      tools.map((tool) => [
        tool.schema.name,
        { tool, isActive: names === undefined || names.includes(tool.schema.name) },
      ]),
    );
  };
  return {
    current,
    info: () =>
      [...current().values()].map(({ tool, isActive }) => ({
        name: tool.schema.name,
        description: tool.schema.description,
        readOnly: tool.readOnly ?? false,
        active: isActive,
      })),
    setActive(names) {
      active = [...names];
    },
  };
}
