/** What the code of the mods is: the compiler's view of it, and what the scanner knows about who uses the API, brought together. */

import { join } from 'node:path';
import type { Compiler, ObjectValue, Place, SolvedPackage, Use } from '@cmd-mods/inspect';
import type { HookName } from '@cmd-mods/mod-api';
import type {
  CallExpression,
  Diagnostic,
  Expression,
  Node,
  Program,
  SourceFile,
  TypeChecker,
} from 'typescript';
import type { Problem, Span } from '../problem.ts';
import {
  declarationsOf,
  type FunctionNode,
  functionsOf,
  isFunction,
  propertyValues,
  returnsOf,
  unwrap,
  valuesOf,
} from './nodes.ts';
import { makeProgram } from './program.ts';

/** A call of the API. */
export interface ApiCall {
  readonly node: CallExpression;
  readonly use: Use;
}

/** A member that was put into an object, and what it can be. */
export interface Member {
  readonly name: string;
  /** The property in the text. */
  readonly node: Node;
  readonly values: readonly Node[];
}

/** A hook of a mod. */
export interface HookMember extends Member {
  readonly functions: readonly FunctionNode[];
}

/** See the head of this file. */
export class SourceFacts {
  readonly ts: Compiler;
  readonly program: Program;
  /** Files that are nested too deeply to be read. */
  readonly tooDeep: readonly string[];
  readonly config: {
    readonly file: string | undefined;
    readonly faults: readonly Diagnostic[];
  };
  /** The mods' own files, those that the entries lead to. */
  readonly files: readonly SourceFile[];
  readonly entries: readonly SourceFile[];
  readonly root: string;
  readonly #solved: SolvedPackage;
  readonly #byStart = new Map<SourceFile, Map<number, Node[]>>();
  readonly #calls = new Map<string, readonly ApiCall[]>();

  constructor(ts: Compiler, root: string, entries: readonly string[], solved: SolvedPackage) {
    const { program, config, configFaults, tooDeep } = makeProgram(ts, root, entries);
    this.ts = ts;
    this.root = root;
    this.program = program;
    this.tooDeep = tooDeep;
    this.config = { file: config, faults: configFaults };
    this.#solved = solved;
    this.files = program
      .getSourceFiles()
      .filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && isOwn(root, fileName));
    this.entries = entries.map((entry) => program.getSourceFile(entry)).filter((file) => file !== undefined);
  }

  get checker(): TypeChecker {
    return this.program.getTypeChecker();
  }

  /** Calls of one member of the API, such as `cmd.hooks`, however the API is called there. */
  calls(path: string): readonly ApiCall[] {
    let found = this.#calls.get(path);
    if (found === undefined) {
      found = this.#findCalls((use) => use.capability.path === path);
      this.#calls.set(path, found);
    }
    return found;
  }

  /** How often the API is called inside of a node. */
  apiUsesIn(node: Node): number {
    const file = node.getSourceFile();
    const inside = this.#findCalls((use) => use.capability.path.startsWith('cmd')).filter(
      (call) => call.node.getSourceFile() === file && call.node.pos >= node.pos && call.node.end <= node.end,
    );
    return inside.length;
  }

  /** Calls of any member of the API itself, or of one of its parts. */
  apiCalls(part: 'cmd' | 'cmd.ui' = 'cmd'): readonly ApiCall[] {
    const isMember = ({ capability: { path } }: Use) =>
      path.startsWith(`${part}.`) && !path.includes('.', part.length + 1);
    return this.#findCalls(isMember);
  }

  #findCalls(matches: (use: Use) => boolean): readonly ApiCall[] {
    const { uses } = this.#solved.solution;
    return uses.flatMap((use): ApiCall[] => {
      if (use.how !== 'call' || !use.call || !matches(use)) return [];
      const name = use.capability.path.split('.').at(-1);
      const at = this.#nodesAt(use).filter((node) => this.ts.isCallExpression(node));
      const node = at.find((call) => this.#calleeName(call) === name) ?? at.at(-1);
      return node === undefined ? [] : [{ node, use }];
    });
  }

  #calleeName({ expression }: CallExpression): string | undefined {
    const callee = unwrap(this.ts, expression);
    return this.ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
  }

  /** The members of the objects that an argument of a call can be, also those that are spread into it or set later. */
  members({ node, use }: ApiCall, index: number): readonly Member[] {
    const slot = use.call?.list[index];
    if (slot === undefined) return [];
    const { solution } = this.#solved;
    const found = new Map<Node, Member>();
    const seen = new Set<ObjectValue>();
    const visit = (object: ObjectValue): void => {
      if (seen.has(object)) return;
      seen.add(object);
      for (const [name, places] of object.writes)
        for (const place of places) {
          const at = this.#nodesAt(place).find((one) => isWrite(this.ts, one));
          if (at) found.set(at, { name, node: at, values: propertyValues(this.ts, this.checker, at) });
        }
      for (const parent of object.parents ?? []) if (parent.kind === 'object') visit(parent);
    };
    for (const object of solution.objects(Math.abs(slot))) visit(object);
    const argument = node.arguments[index];
    for (const member of argument ? this.#instanceMembers(argument) : []) found.set(member.node, member);
    return [...found.values()];
  }

  /** Methods and properties of the class of which an argument is an instance. */
  #instanceMembers(argument: Expression): readonly Member[] {
    const { ts, checker } = this;
    if (ts.isSpreadElement(argument)) return [];
    const made = this.values(argument).filter((value) => ts.isNewExpression(value));
    const classes = made.flatMap(({ expression }) => declarationsOf(ts, checker, expression));
    return classes.flatMap((one): readonly Member[] =>
      !ts.isClassLike(one)
        ? []
        : one.members.flatMap((node): readonly Member[] => {
            const isMember = ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(node);
            const isPublic = (ts.getCombinedModifierFlags(node) & HIDDEN(ts)) === 0;
            if (!isMember || !isPublic || !ts.isIdentifier(node.name)) return [];
            return [{ name: node.name.text, node, values: propertyValues(ts, checker, node) }];
          }),
    );
  }

  /** What an argument can be as a text, and whether that is all that it can be. */
  texts(
    { use }: ApiCall,
    index: number,
  ): { readonly values: readonly string[]; readonly isComplete: boolean } {
    const slot = use.call?.list[index];
    if (slot === undefined || slot < 0) return { values: [], isComplete: false };
    const { values, isComplete } = this.#solved.solution.constants(slot);
    return { values: values.filter((value) => typeof value === 'string'), isComplete };
  }

  #hookMembers: readonly HookMember[] | undefined;

  /** Everything that is registered as a hook, under its right name or a wrong one. */
  hooks(): readonly HookMember[] {
    this.#hookMembers ??= this.calls('cmd.hooks')
      .flatMap((call) => this.members(call, 0))
      .filter(({ name }) => name !== 'id')
      .map((member) => ({
        ...member,
        functions: member.values.filter((node) => isFunction(this.ts, node)),
      }));
    return this.#hookMembers;
  }

  /** The functions of one hook. */
  hookFunctions(name: HookName): readonly FunctionNode[] {
    return [...new Set(this.hooks().flatMap((hook) => (hook.name === name ? hook.functions : [])))];
  }

  /** What the functions of one hook return, followed to where it stands. */
  answers(name: HookName): readonly Node[] {
    const returned = this.hookFunctions(name).flatMap((fn) => returnsOf(this.ts, fn));
    return [...new Set(returned.flatMap((expression) => this.values(expression)))];
  }

  values(expression: Expression): readonly Node[] {
    return valuesOf(this.ts, this.checker, expression);
  }

  functions(expression: Expression): readonly FunctionNode[] {
    return functionsOf(this.ts, this.checker, expression);
  }

  /** The factories: what the entries export by default. */
  factories(): readonly FunctionNode[] {
    const { ts, checker } = this;
    return this.entries.flatMap((entry): readonly FunctionNode[] => {
      const module = checker.getSymbolAtLocation(entry);
      const exported = module && checker.getExportsOfModule(module).find(({ name }) => name === 'default');
      if (exported === undefined) return this.#assignedFactories(entry);
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const { declarations = [] } = isAlias ? checker.getAliasedSymbol(exported) : exported;
      return declarations.flatMap((declaration): readonly FunctionNode[] => {
        if (isFunction(ts, declaration)) return [declaration];
        const value = ts.isExportAssignment(declaration)
          ? declaration.expression
          : ts.isVariableDeclaration(declaration)
            ? declaration.initializer
            : undefined;
        return value === undefined ? [] : this.#factoryIn(value);
      });
    });
  }

  /** What a CommonJS file exports, which the compiler does not list. */
  #assignedFactories(entry: SourceFile): readonly FunctionNode[] {
    const { ts } = this;
    return entry.statements.flatMap((statement): readonly FunctionNode[] => {
      const set = ts.isExpressionStatement(statement) ? statement.expression : undefined;
      if (set === undefined || !ts.isBinaryExpression(set)) return [];
      const isExport = /^(?:module\.)?exports(?:\.default)?$/.test(set.left.getText());
      return isExport ? this.#factoryIn(set.right) : [];
    });
  }

  /** `defineMod(factory)` is the factory as well. */
  #factoryIn(value: Expression): readonly FunctionNode[] {
    return this.values(value).flatMap((node): readonly FunctionNode[] => {
      if (isFunction(this.ts, node)) return [node];
      const first = this.ts.isCallExpression(node) ? node.arguments[0] : undefined;
      return first === undefined ? [] : this.functions(first);
    });
  }

  #nodesAt({ file, pos }: Place): readonly Node[] {
    const path = this.#solved.solution.files[file]?.path;
    const source = path === undefined ? undefined : this.program.getSourceFile(join(this.root, path));
    if (source === undefined) return [];
    let index = this.#byStart.get(source);
    if (index === undefined) {
      index = new Map();
      collectStarts(this.ts, source, source, index);
      this.#byStart.set(source, index);
    }
    return index.get(pos) ?? [];
  }
}

/** Members that nobody outside of a class asks for. */
const HIDDEN = (ts: Compiler): number =>
  ts.ModifierFlags.Static | ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** Nodes by where they start, the outer ones first. */
function collectStarts(ts: Compiler, node: Node, source: SourceFile, index: Map<number, Node[]>): void {
  ts.forEachChild(node, (child) => {
    const start = child.getStart(source);
    const known = index.get(start);
    if (known) known.push(child);
    else index.set(start, [child]);
    collectStarts(ts, child, source, index);
  });
}

/** Whether a node gives a member of an object its value. */
function isWrite(ts: Compiler, node: Node): boolean {
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isMethodDeclaration(node))
    return true;
  const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  const isTarget = isAccess && ts.isBinaryExpression(node.parent) && node.parent.left === node;
  return isTarget;
}

function isOwn(root: string, fileName: string): boolean {
  return fileName.startsWith(`${root}/`) && !fileName.slice(root.length).includes('/node_modules/');
}

/** The part of a file that a node takes up. */
export function spanOf(node: Node): Span {
  return { file: node.getSourceFile().fileName, start: node.getStart(), end: node.getEnd() };
}

/** A problem at a node. */
export function problemAt(node: Node, message: string, more: Omit<Problem, 'at' | 'message'> = {}): Problem {
  return { at: spanOf(node), message, ...more };
}
