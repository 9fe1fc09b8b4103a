/**
 * Writes a program another way. Each rewriting keeps what the program does, so the verdict of a scanner has to stay too.
 * Plain JavaScript, so that the bench can use it without a build.
 */

import ts from 'typescript';

/** Numbers from a seed, the same on every machine (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The rewritings by name. Each takes `{files, entry, random}` and answers new files, or `undefined` where it does not apply. */
export const MUTATIONS = {
  rename,
  destructure,
  bind,
  wrapValue,
  wrapCall,
  concatenate,
  computeMember,
  reExport,
  moveToFile,
  escapeName,
  escapeText,
};

/** Applies some rewritings, in an order that the seed decides. */
export function mutate(files, entry, seed, most = 4) {
  const random = randomFrom(seed);
  const names = Object.keys(MUTATIONS);
  const applied = [];
  let current = files;
  const wanted = 1 + Math.floor(random() * most);
  for (let tries = 0; applied.length < wanted && tries < wanted * 6; tries += 1) {
    const name = pick(names, random);
    const next = MUTATIONS[name]({ files: current, entry, random });
    if (!next) continue;
    current = next;
    applied.push(name);
  }
  return { files: current, applied };
}

function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

function parse(text) {
  return ts.createSourceFile('index.tsx', text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
}

function all(root, test) {
  const found = [];
  const visit = (node) => {
    if (isTypeOnly(node)) return;
    if (test(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function isTypeOnly(node) {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return true;
  if (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly) return true;
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    Boolean(node.modifiers?.some((one) => one.kind === ts.SyntaxKind.DeclareKeyword))
  );
}

/** Replaces one of the nodes of a file by other text. */
function replaceOne({ files, entry, random }, test, write) {
  const text = files[entry];
  const source = parse(text);
  const nodes = all(source, test);
  if (nodes.length === 0) return undefined;
  const node = pick(nodes, random);
  const written = write(node, source);
  if (written === undefined) return undefined;
  return { ...files, [entry]: text.slice(0, node.getStart(source)) + written + text.slice(node.end) };
}

/** Whether a node stands where a value is read. */
function isRead(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isElementAccessExpression(parent)) return true;
  if (ts.isCallExpression(parent)) return parent.expression === node || parent.arguments.includes(node);
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node;
  return ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node);
}

const isName = (node) =>
  ts.isIdentifier(node) && isRead(node) && !(ts.isTypeOfExpression(node.parent) || node.text === 'arguments');
const isCall = (node) =>
  ts.isCallExpression(node) &&
  node.expression.kind !== ts.SyntaxKind.ImportKeyword &&
  node.expression.kind !== ts.SyntaxKind.SuperKeyword &&
  !hasOptional(node);
const hasOptional = (node) =>
  node.questionDotToken !== undefined || (node.flags & ts.NodeFlags.OptionalChain) !== 0;

let counter = 0;
function fresh(random) {
  counter += 1;
  return `${pick(['alpha', 'beta', 'gamma', 'delta', 'omega'], random)}${Math.floor(random() * 1e6)}x${counter}`;
}

/** Gives one local name another. */
function rename({ files, entry, random }) {
  const text = files[entry];
  const source = parse(text);
  const identifiers = all(source, ts.isIdentifier);
  const isMember = (node) =>
    (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
    (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
    ts.isShorthandPropertyAssignment(node.parent) ||
    ts.isMethodDeclaration(node.parent) ||
    (ts.isParameter(node.parent) && node.parent.modifiers !== undefined) ||
    ts.isPropertyDeclaration(node.parent) ||
    ts.isExportSpecifier(node.parent) ||
    (ts.isImportSpecifier(node.parent) &&
      (node.parent.propertyName === node || node.parent.propertyName === undefined)) ||
    (ts.isBindingElement(node.parent) &&
      (node.parent.propertyName === node ||
        (node.parent.propertyName === undefined && ts.isObjectBindingPattern(node.parent.parent))));
  const declared = new Set(
    identifiers
      .filter(
        (node) =>
          ts.isVariableDeclaration(node.parent) ||
          ts.isParameter(node.parent) ||
          ts.isFunctionDeclaration(node.parent) ||
          ts.isImportClause(node.parent) ||
          ts.isNamespaceImport(node.parent) ||
          ts.isImportSpecifier(node.parent),
      )
      .filter((node) => node.parent.name === node && !isMember(node))
      .map((node) => node.text),
  );
  const exported = new Set(
    all(source, (node) =>
      Boolean(node.modifiers?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword)),
    ).flatMap((node) =>
      all(node, ts.isIdentifier)
        .filter(
          (one) => one.parent === node || (ts.isVariableDeclaration(one.parent) && one.parent.name === one),
        )
        .map((one) => one.text),
    ),
  );
  const candidates = [...declared].filter(
    (name) =>
      !exported.has(name) &&
      !identifiers.some(
        (node) =>
          node.text === name &&
          (ts.isShorthandPropertyAssignment(node.parent) ||
            ts.isExportSpecifier(node.parent) ||
            (isMember(node) && ts.isBindingElement(node.parent))),
      ),
  );
  if (candidates.length === 0) return undefined;
  const name = pick(candidates, random);
  const other = fresh(random);
  let result = text;
  for (const node of identifiers.filter((one) => one.text === name && !isMember(one)).reverse())
    result = result.slice(0, node.getStart(source)) + other + result.slice(node.end);
  return { ...files, [entry]: result };
}

/** `a.b` becomes what a pattern takes out of `a`. */
function destructure(context) {
  return replaceOne(
    context,
    (node) =>
      ts.isPropertyAccessExpression(node) &&
      !hasOptional(node) &&
      isRead(node) &&
      !isAssigned(node) &&
      !needsReceiver(node),
    (node, source) => {
      const name = fresh(context.random);
      return `((({ ${node.name.text}: ${name} }: any) => ${name})(${node.expression.getText(source)}))`;
    },
  );
}

/** A method of a value must be called on it: `'a'.concat` alone does not work. */
function needsReceiver(node) {
  return (
    ts.isCallExpression(node.parent) && node.parent.expression === node && !ts.isIdentifier(node.expression)
  );
}

function isAssigned(node) {
  return ts.isBinaryExpression(node.parent) && node.parent.left === node;
}

/** `f(x)` becomes `f.bind(undefined)(x)`. */
function bind(context) {
  return replaceOne(
    context,
    (node) =>
      isCall(node) &&
      (ts.isIdentifier(node.expression) || ts.isPropertyAccessExpression(node.expression)) &&
      node.expression.getText() !== 'eval',
    (node, source) => {
      const callee = node.expression.getText(source);
      const receiver = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.expression.getText(source)
        : 'undefined';
      return `(${callee} as any).bind(${receiver})(${node.arguments.map((one) => one.getText(source)).join(', ')})`;
    },
  );
}

/** `name` becomes what a function answers that is given it. */
function wrapValue(context) {
  return replaceOne(context, isName, (node) => {
    const name = fresh(context.random);
    return `((${name}: any) => ${name})(${node.text})`;
  });
}

/** `f(x)` becomes a function around the call. */
function wrapCall(context) {
  return replaceOne(
    context,
    (node) =>
      isCall(node) &&
      ts.isIdentifier(node.expression) &&
      node.arguments.every((one) => !ts.isSpreadElement(one)) &&
      node.expression.text !== 'eval',
    (node, source) => {
      const names = node.arguments.map(() => fresh(context.random));
      const list = node.arguments.map((one) => one.getText(source)).join(', ');
      return `((${names.map((name) => `${name}: any`).join(', ')}) => (${node.expression.getText(source)} as any)(${names.join(', ')}))(${list})`;
    },
  );
}

const isText = (node) =>
  ts.isStringLiteral(node) &&
  node.text.length > 1 &&
  !ts.isImportDeclaration(node.parent) &&
  !ts.isExportDeclaration(node.parent) &&
  !ts.isExternalModuleReference(node.parent) &&
  !ts.isModuleDeclaration(node.parent) &&
  !ts.isPropertyAssignment(node.parent) &&
  !ts.isMethodDeclaration(node.parent) &&
  !ts.isExpressionStatement(node.parent) &&
  !ts.isPropertyName(node.parent) &&
  !ts.isEnumMember(node.parent);

/** `'text'` becomes texts that are put together. */
function concatenate(context) {
  return replaceOne(context, isText, (node) => buildText(node.text, context.random));
}

function buildText(text, random) {
  const cut = 1 + Math.floor(random() * (text.length - 1));
  const quote = (part) => `'${part.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
  const [head, tail] = [text.slice(0, cut), text.slice(cut)];
  switch (Math.floor(random() * 5)) {
    case 0:
      return `(${quote(head)} + ${quote(tail)})`;
    case 1:
      return `[${quote(head)}, ${quote(tail)}].join('')`;
    case 2:
      return `(${quote(head)}).concat(${quote(tail)})`;
    case 3:
      return `[...${quote([...text].reverse().join(''))}].reverse().join('')`;
    default:
      return `String.fromCharCode(${[...text].map((one) => one.charCodeAt(0)).join(', ')})`;
  }
}

/** `a.name` becomes `a['na' + 'me']`. */
function computeMember(context) {
  return replaceOne(
    context,
    (node) =>
      ts.isPropertyAccessExpression(node) &&
      !hasOptional(node) &&
      node.name.text.length > 1 &&
      !ts.isPrivateIdentifier(node.name),
    (node, source) => {
      return `(${node.expression.getText(source)} as any)[${buildText(node.name.text, context.random)}]`;
    },
  );
}

/** An import comes by way of another file. */
function reExport(context) {
  const { files, entry, random } = context;
  const text = files[entry];
  const source = parse(text);
  const imports = source.statements.filter(
    (node) =>
      ts.isImportDeclaration(node) &&
      node.importClause &&
      !node.importClause.isTypeOnly &&
      !ts.isTypeOnlyImportDeclaration?.(node),
  );
  if (imports.length === 0) return undefined;
  const node = pick(imports, random);
  const { importClause } = node;
  if (
    importClause.namedBindings &&
    ts.isNamedImports(importClause.namedBindings) &&
    importClause.namedBindings.elements.some((one) => one.isTypeOnly)
  )
    return undefined;
  const file = `${fresh(random)}.ts`;
  const exports = [];
  const names = [];
  if (importClause.name) {
    exports.push(`default as ${importClause.name.text}`);
    names.push(importClause.name.text);
  }
  const bindings = importClause.namedBindings;
  let star = '';
  if (bindings && ts.isNamespaceImport(bindings)) {
    star = `export * as ${bindings.name.text} from ${node.moduleSpecifier.getText(source)};\n`;
    names.push(bindings.name.text);
  } else if (bindings) {
    for (const one of bindings.elements) {
      exports.push(`${(one.propertyName ?? one.name).text} as ${one.name.text}`);
      names.push(one.name.text);
    }
  }
  const list =
    exports.length > 0
      ? `export { ${exports.join(', ')} } from ${node.moduleSpecifier.getText(source)};\n`
      : '';
  return {
    ...files,
    [file]: list + star,
    [entry]: `${text.slice(0, node.getStart(source))}import { ${names.join(', ')} } from './${file.slice(0, -3)}';${text.slice(node.end)}`,
  };
}

/** The whole program moves to another file, and the entry hands on what it exports. */
function moveToFile({ files, entry, random }) {
  const text = files[entry];
  if (
    !/export default|module\.exports/.test(text) ||
    /^#!/.test(text) ||
    /export \{ default \} from/.test(text)
  )
    return undefined;
  const file = `${fresh(random)}${entry.slice(entry.lastIndexOf('.'))}`;
  return { ...files, [file]: text, [entry]: `export { default } from './${file}';\n` };
}

/** A letter of a name is written as an escape. */
function escapeName(context) {
  return replaceOne(
    context,
    (node) =>
      ts.isIdentifier(node) &&
      !node.getText().includes('\\') &&
      !ts.isImportSpecifier(node.parent) &&
      node.text !== 'any',
    (node) => {
      const at = Math.floor(context.random() * node.text.length);
      const code = node.text.charCodeAt(at).toString(16);
      const escaped = context.random() < 0.5 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
      return node.text.slice(0, at) + escaped + node.text.slice(at + 1);
    },
  );
}

/** A letter of a text is written as an escape. */
function escapeText(context) {
  return replaceOne(
    context,
    (node) =>
      ts.isStringLiteral(node) &&
      node.text.length > 0 &&
      !node.getText().includes('\\') &&
      node.text.charCodeAt(0) < 128,
    (node) => {
      const at = Math.floor(context.random() * node.text.length);
      const code = node.text.charCodeAt(at).toString(16);
      const escaped =
        context.random() < 0.5 && code.length <= 2
          ? `\\x${code.padStart(2, '0')}`
          : `\\u${code.padStart(4, '0')}`;
      return `'${(node.text.slice(0, at) + escaped + node.text.slice(at + 1)).replaceAll("'", "\\'")}'`;
    },
  );
}
