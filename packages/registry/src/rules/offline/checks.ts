import { valueAt } from '../../document/json-path.ts';
import type { OfflineContext } from '../context.ts';
import type { Problem } from '../problem.ts';
import { checkAddedAt, explainDate } from './added-at.ts';
import { checkDescriptions } from './description.ts';
import { checkFormat } from './format.ts';
import { checkHidden } from './hidden.ts';
import { checkLists } from './lists.ts';
import { checkNames } from './names.ts';
import { checkOrder } from './order.ts';
import { checkSchema } from './schema.ts';
import { checkSources } from './sources.ts';

/** Runs every offline rule and gives all that they find. Pure. */
export function checkOffline(context: OfflineContext): Problem[] {
  const { content, problems } = context.document;
  const fromSchema = [...checkSchema(context)].map((problem) =>
    problem.rule === 'added-at' ? explainDate(problem, valueAt(content, problem.path)) : problem,
  );
  return [
    ...problems,
    ...fromSchema,
    ...checkNames(context),
    ...checkSources(context),
    ...checkDescriptions(context),
    ...checkLists(context),
    ...checkAddedAt(context),
    ...checkHidden(context),
    ...checkOrder(context),
    ...checkFormat(context),
  ];
}
