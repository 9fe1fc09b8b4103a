import type { Expression, Node, SourceFile } from 'typescript';
import type { CodeBuilder, HostName, Request } from './code.ts';
import { NOTHING, Op } from './code.ts';
import type { Compiler } from './compiler.ts';
import type { Scope } from './scope.ts';

/** What a function body writes to. */
export interface Frame {
  readonly thisSlot: number;
  readonly returned: number;
  readonly argumentsSlot: number;
  /** Set when the body speaks of `arguments`; most do not, and then nothing has to be kept for it. */
  usesArguments: boolean;
  /** The class that `super(...)` calls. */
  readonly heritage: number;
}

/** Turns one kind of node into operations; the answer is the slot of its value. */
export type Visitor = (node: never, context: FileContext) => number;

/** Everything that is at hand while one file is turned into operations. */
export interface FileContext {
  readonly ts: Compiler;
  readonly sourceFile: SourceFile;
  readonly code: CodeBuilder;
  readonly visitors: readonly (Visitor | undefined)[];
  readonly requests: Request[];
  readonly hosts: HostName[];
  /** In JavaScript an import that nobody uses is still loaded. */
  readonly isJavaScript: boolean;
  scope: Scope;
  frame: Frame;
}

/** Visits a node that may be missing, and answers the slot of its value. */
export function visit(node: Node | undefined, context: FileContext): number {
  if (node === undefined) return NOTHING;
  const visitor = context.visitors[node.kind];
  if (visitor) return visitor(node as never, context);
  context.ts.forEachChild(node, (child) => {
    visit(child, context);
  });
  return NOTHING;
}

/** Visits each node of a list for what it does. */
export function visitAll(nodes: readonly Node[] | undefined, context: FileContext): void {
  if (nodes) for (const node of nodes) visit(node, context);
}

/** Where a node starts, without the comments before it. */
export function startOf(node: Node, context: FileContext): number {
  return node.getStart(context.sourceFile);
}

/** A slot that holds a constant string. */
export function textSlot(text: string, context: FileContext): number {
  const slot = context.code.slot();
  context.code.emit(Op.Text, slot, context.code.text(text));
  return slot;
}

/** The slot of several alternatives; nothing when none of them matters. */
export function either(slots: readonly number[], context: FileContext): number {
  const interesting = slots.filter((slot) => slot !== NOTHING);
  if (interesting.length === 0) return NOTHING;
  if (interesting.length === 1 && slots.length === 1) return interesting[0] ?? NOTHING;
  const merged = context.code.slot();
  for (const slot of interesting) context.code.copy(slot, merged);
  return merged;
}

/** The expression inside parentheses and type assertions. */
export function unwrap(node: Expression, { ts }: FileContext): Expression {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isTypeAssertionExpression(inner)
  )
    inner = inner.expression;
  return inner;
}
