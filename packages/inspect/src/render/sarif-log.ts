/** The frame of every SARIF 2.1.0 log that the tools write: rules and results go in, the log comes out. */

/** A rule as SARIF describes it. */
export interface SarifRule {
  readonly id: string;
  /** One line that names what is wrong. */
  readonly text: string;
  readonly level: 'error' | 'warning' | 'note';
  /** Why it matters. */
  readonly why?: string;
  /** What to do. */
  readonly help?: string;
}

/** One finding. */
export interface SarifResult {
  readonly ruleId: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly text: string;
  /** The place; `uri` is relative and encoded already. */
  readonly uri: string;
  readonly uriBaseId?: string;
  readonly region: {
    readonly startLine: number;
    readonly startColumn: number;
    readonly endLine?: number;
    readonly endColumn?: number;
  };
  /** A place inside of the file's data, such as a JSON pointer. */
  readonly logicalName?: string;
}

/** One run of a tool. */
export interface SarifRun {
  /** The command. */
  readonly tool: string;
  readonly version?: string;
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
  /** Further members of the run. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A log, ready to be printed as JSON. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly unknown[];
}

/** Makes a log of these runs. */
export function sarifLog(runs: readonly SarifRun[]): SarifLog {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: runs.map(runOf),
  };
}

function runOf({ tool, version, rules, results, more }: SarifRun): unknown {
  const index = new Map(rules.map(({ id }, at) => [id, at]));
  return {
    tool: {
      driver: {
        name: tool,
        ...(version === undefined ? {} : { semanticVersion: version }),
        rules: rules.map(ruleOf),
      },
    },
    columnKind: 'utf16CodeUnits',
    ...more,
    results: results.map((result) => resultOf(result, index.get(result.ruleId))),
  };
}

function ruleOf({ id, text, level, why, help }: SarifRule): unknown {
  return {
    id,
    shortDescription: { text },
    ...(why === undefined ? {} : { fullDescription: { text: why } }),
    ...(help === undefined ? {} : { help: { text: help } }),
    defaultConfiguration: { level },
  };
}

function resultOf(result: SarifResult, ruleIndex: number | undefined): unknown {
  const { ruleId, level, text, uri, uriBaseId, region, logicalName } = result;
  return {
    ruleId,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level,
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri, ...(uriBaseId === undefined ? {} : { uriBaseId }) },
          region,
        },
        ...(logicalName === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: logicalName }] }),
      },
    ],
  };
}
