import type { Node, SourceFile } from 'typescript';
import type { SourceFacts } from './facts/source-facts.ts';
import type { Problem } from './problem.ts';
import type { RuleId } from './rules/table.ts';

interface Told {
  readonly id: RuleId;
  readonly problem: Problem;
}

/** Leaves out what the compiler says of a mistake that a rule explains already: in the same line, or in the same property. */
export function withoutEchoes(problems: readonly Told[], source: SourceFacts): readonly Told[] {
  const explained = problems.filter(({ id }) => id !== 'types' && id !== 'syntax');
  return problems.filter(({ id, problem }) => {
    if (id !== 'types') return true;
    const file = source.program.getSourceFile(problem.at.file);
    if (file === undefined) return true;
    const line = (offset: number): number => file.getLineAndCharacterOfPosition(offset).line;
    const around = propertyAt(source, file, problem.at.start);
    return !explained.some(({ problem: { at } }) => {
      if (at.file !== problem.at.file) return false;
      const isInside = around !== undefined && at.start >= around.pos && at.end <= around.end;
      return isInside || line(at.start) === line(problem.at.start);
    });
  });
}

/** The innermost property of an object that a place is in. */
function propertyAt({ ts }: SourceFacts, file: SourceFile, offset: number): Node | undefined {
  let found: Node | undefined;
  const step = (node: Node): void => {
    if (offset < node.pos || offset >= node.end) return;
    if (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) found = node;
    ts.forEachChild(node, step);
  };
  step(file);
  return found;
}
