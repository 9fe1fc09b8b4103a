import { isRecord, kindOf } from '../../hooks/content.ts';

/**
 * What is wrong with a definition that a mod hands over, in words; `undefined` for a good one. Mods in plain JavaScript reach
 * these with anything at all.
 */
type Problem = string | undefined;

/** A tool needs a name, an input schema and a `run`. */
export function toolProblem(tool: unknown): Problem {
  if (!isRecord(tool)) return `a tool must be an object, not ${kindOf(tool)}`;
  const { schema } = tool;
  if (!isRecord(schema))
    return `a tool needs "schema: {name, description, input_schema}", not ${kindOf(schema)}`;
  return (
    nameProblem(schema, 'a tool', 'schema.name') ??
    (isRecord(schema.input_schema)
      ? undefined
      : `the tool "${schema.name}" needs an object "schema.input_schema", not ${kindOf(schema.input_schema)}`) ??
    functionProblem(tool, 'run', `the tool "${schema.name}"`)
  );
}

/** A command needs a name without a slash, and a handler. */
export function commandProblem(command: unknown): Problem {
  if (!isRecord(command)) return `a command must be an object, not ${kindOf(command)}`;
  const problem = nameProblem(command, 'a command', 'name');
  if (problem !== undefined) return problem;
  if (/^\/|\s/.test(String(command.name))) {
    return `the command name ${JSON.stringify(command.name)} must have no slash in front and no blanks`;
  }
  return functionProblem(command, 'handler', `the command "${command.name}"`);
}

/** A flag needs a name and a type that its default fits. */
export function flagProblem(name: unknown, flag: unknown): Problem {
  if (typeof name !== 'string' || name === '')
    return `a flag's name must be a non-empty string, not ${kindOf(name)}`;
  if (!isRecord(flag)) return `the flag "${name}" needs {type, default?}, not ${kindOf(flag)}`;
  if (flag.type !== 'boolean' && flag.type !== 'string') {
    return `the type of the flag "${name}" must be "boolean" or "string", not ${JSON.stringify(flag.type)}`;
  }
  return flag.default === undefined || typeof flag.default === flag.type
    ? undefined
    : `the default of the flag "${name}" must be a ${flag.type}, not ${kindOf(flag.default)}`;
}

/** A provider needs an id and a transport of a known kind. */
export function providerProblem(provider: unknown): Problem {
  if (!isRecord(provider)) return `a provider must be an object, not ${kindOf(provider)}`;
  const problem = nameProblem(provider, 'a provider', 'id');
  if (problem !== undefined) return problem;
  const { transport, models, auth } = provider;
  if (!isRecord(transport))
    return `the provider "${provider.id}" needs a "transport", not ${kindOf(transport)}`;
  const reaches =
    (transport.kind === 'direct' &&
      (typeof transport.stream === 'function' || typeof transport.baseUrl === 'string')) ||
    (transport.kind === 'aisdk' && typeof transport.buildModel === 'function');
  if (!reaches) {
    return `the transport of the provider "${provider.id}" must be {kind: "direct", stream}, {kind: "direct", baseUrl} or {kind: "aisdk", buildModel}`;
  }
  if (
    models !== undefined &&
    !(Array.isArray(models) && models.every((one) => isRecord(one) && typeof one.id === 'string'))
  ) {
    return `the models of the provider "${provider.id}" must be objects with an "id"`;
  }
  return authProblem(auth, `the "auth" of the provider "${provider.id}"`);
}

/** Without a loader there is nothing that a key could be for. Methods may be missing: then none can be stored. */
function authProblem(auth: unknown, what: string): Problem {
  if (auth === undefined) return undefined;
  if (!isRecord(auth)) return `${what} must be {methods, loader}, not ${kindOf(auth)}`;
  const { methods = [] } = auth;
  if (!Array.isArray(methods) || !methods.every((one) => isRecord(one) && typeof one.label === 'string')) {
    return `the methods in ${what} must be a list of {kind: "api", label, validate?}`;
  }
  return functionProblem(auth, 'loader', what);
}

/** A sub-agent needs a name, a description and a prompt; what limits it must be what it seems, or it would limit nothing. */
export function agentProblem(agent: unknown): Problem {
  if (!isRecord(agent)) return `an agent must be an object, not ${kindOf(agent)}`;
  const { name, tools, model, maxTurns } = agent;
  const problem =
    nameProblem(agent, 'an agent', 'name') ??
    ['description', 'prompt']
      .filter((field) => typeof agent[field] !== 'string')
      .map((field) => `the agent "${name}" needs a string "${field}", not ${kindOf(agent[field])}`)[0];
  if (problem !== undefined) return problem;
  const isToolList =
    tools === undefined ||
    tools === '*' ||
    (Array.isArray(tools) && tools.every((one) => typeof one === 'string'));
  if (!isToolList) return `the tools of the agent "${name}" must be "*" or an array of names`;
  if (model !== undefined && (typeof model !== 'string' || model === ''))
    return `the model of the agent "${name}" must be a non-empty string, not ${kindOf(model)}`;
  return maxTurns === undefined || (Number.isSafeInteger(maxTurns) && Number(maxTurns) > 0)
    ? undefined
    : `the maxTurns of the agent "${name}" must be a whole number above 0`;
}

/** A shortcut needs a chord and a handler. */
export function shortcutProblem(keys: unknown, shortcut: unknown): Problem {
  if (typeof keys !== 'string' || keys === '')
    return `the keys must be a chord such as "alt+r", not ${kindOf(keys)}`;
  if (!isRecord(shortcut))
    return `the shortcut "${keys}" needs {description, handler}, not ${kindOf(shortcut)}`;
  return functionProblem(shortcut, 'handler', `the shortcut "${keys}"`);
}

/** A widget needs a place and a render. */
export function widgetProblem(widget: unknown): Problem {
  if (!isRecord(widget)) return `a widget must be {placement, render}, not ${kindOf(widget)}`;
  if (widget.placement !== 'above-editor' && widget.placement !== 'below-editor') {
    return `the placement of a widget must be "above-editor" or "below-editor", not ${JSON.stringify(widget.placement)}`;
  }
  return functionProblem(widget, 'render', 'a widget');
}

/** A pane needs an id, a title and a render. */
export function paneProblem(pane: unknown): Problem {
  if (!isRecord(pane)) return `a pane must be {id, title, render}, not ${kindOf(pane)}`;
  return (
    nameProblem(pane, 'a pane', 'id') ??
    (typeof pane.title === 'string'
      ? undefined
      : `the pane "${pane.id}" needs a string "title", not ${kindOf(pane.title)}`) ??
    functionProblem(pane, 'render', `the pane "${pane.id}"`)
  );
}

/** An override needs a render. */
export function overrideProblem(render: unknown): Problem {
  return typeof render === 'function'
    ? undefined
    : `an override needs a function that draws, not ${kindOf(render)}`;
}

function nameProblem(value: Readonly<Record<string, unknown>>, what: string, path: string): Problem {
  const name = value[path.split('.').at(-1) ?? path];
  return typeof name === 'string' && name !== ''
    ? undefined
    : `${what} needs a non-empty string "${path}", not ${kindOf(name)}`;
}

function functionProblem(value: Readonly<Record<string, unknown>>, field: string, what: string): Problem {
  return typeof value[field] === 'function'
    ? undefined
    : `${what} needs a function "${field}", not ${kindOf(value[field])}`;
}
