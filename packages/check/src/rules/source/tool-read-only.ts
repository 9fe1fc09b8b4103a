import type { Node, ObjectLiteralElementLike, ObjectLiteralExpression } from 'typescript';
import { propertyOf } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts, spanOf } from '../../facts/source-facts.ts';
import type { Edit, Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** `readOnly` belongs to the tool; the schema is what the model reads. */
export const toolReadOnly: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: "readOnly stands inside of a tool's schema",
  why: 'The schema is what the model is told. There readOnly does nothing: the tool asks for permission each time, and does not run in plan mode.',
  fix: 'Move readOnly out of the schema, beside run.',
  bad: `export default function (cmd) {
  cmd.addTool({
    schema: { name: 'today', description: 'The day', input_schema: { type: 'object' }, readOnly: true },
    run: () => ({ ok: true, content: [] }),
  });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addTool({
    schema: { name: 'today', description: 'The day', input_schema: { type: 'object' } },
    readOnly: true,
    run: () => ({ ok: true, content: [] }),
  });
}
`,
  isFixable: true,
  check: (source) => {
    const { ts } = source;
    return source.calls('cmd.addTool').flatMap((call) => {
      const schemas = source.members(call, 0).filter(({ name }) => name === 'schema');
      return schemas.flatMap(({ node, values }) =>
        values.flatMap((value): Problem[] => {
          if (!ts.isObjectLiteralExpression(value)) return [];
          const property = propertyOf(ts, value, 'readOnly');
          if (property === undefined) return [];
          const edits = moved(source, node, value, property);
          return [
            problemAt(
              property,
              'readOnly inside of the schema does nothing: the tool does not count as read-only.',
              {
                ...(edits ? { edits } : {}),
              },
            ),
          ];
        }),
      );
    });
  },
};

/** Takes the property out of the schema and puts it behind it, where the schema is written in the tool itself. */
function moved(
  { ts }: SourceFacts,
  schemaProperty: Node,
  schema: ObjectLiteralExpression,
  property: ObjectLiteralElementLike,
): readonly Edit[] | undefined {
  const tool = schemaProperty.parent;
  const isInPlace = ts.isPropertyAssignment(schemaProperty) && schemaProperty.initializer === schema;
  if (!isInPlace || !ts.isObjectLiteralExpression(tool) || propertyOf(ts, tool, 'readOnly')) return undefined;
  const { file } = spanOf(property);
  const index = schema.properties.indexOf(property);
  const before = schema.properties[index - 1];
  const after = schema.properties[index + 1];
  const cut = before
    ? { start: before.getEnd(), end: property.getEnd() }
    : { start: property.getStart(), end: after ? after.getStart() : property.getEnd() };
  const end = schemaProperty.getEnd();
  return [
    { file, ...cut, text: '' },
    { file, start: end, end, text: `, ${property.getText()}` },
  ];
}
