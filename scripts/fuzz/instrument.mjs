/**
 * Program text that counts where it goes: every function, branch, operand that may be left out and turn of a loop adds one to
 * a counter of its own, and every comparison by `===` tells what it compared. Text is inserted, nothing is printed anew, so
 * that line numbers stay.
 */
import ts from 'typescript-api';

const SKIPPED = new Set(['&&', '||', '??']);

/** The text of a module, and how many counters it has. The module finds them in `globalThis.fuzzing`. */
export function instrument(text) {
  const file = ts.createSourceFile('bundle.mjs', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const opens = new Map();
  const closes = new Map();
  const replaced = new Map();
  let counters = 0;
  const add = (map, at, piece, before) => {
    const pieces = map.get(at) ?? [];
    if (before) pieces.unshift(piece);
    else pieces.push(piece);
    map.set(at, pieces);
  };
  const around = (node, before, after) => {
    add(opens, node.getStart(file), before);
    // What was opened last is closed first.
    add(closes, node.end, after, true);
  };
  const count = () => `fuzzed[${counters++}]++`;
  const expression = (node) => around(node, `(${count()},(`, '))');
  const statement = (node) => around(node, `{${count()};`, '}');
  const list = (at) => add(opens, at, `${count()};`);
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      if (ts.isBlock(node.body)) list(node.body.getStart(file) + 1);
      else expression(node.body);
    } else if (ts.isIfStatement(node)) {
      // Before what it stands behind: where both end, the inner one is closed first.
      if (node.elseStatement === undefined) add(closes, node.end, ` else ${count()};`, true);
      else statement(node.elseStatement);
      statement(node.thenStatement);
    } else if (ts.isIterationStatement(node, false)) statement(node.statement);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(expression);
    else if (ts.isCaseOrDefaultClause(node)) add(opens, node.statements.pos, `${count()};`);
    else if (ts.isCatchClause(node)) list(node.block.getStart(file) + 1);
    else if (ts.isBinaryExpression(node)) {
      const sign = node.operatorToken.getText(file);
      if (SKIPPED.has(sign)) expression(node.right);
      else if (sign === '===' || sign === '!==') {
        around(node, sign === '===' ? 'compared(' : '!compared(', ')');
        replaced.set(node.operatorToken.getStart(file), { end: node.operatorToken.end, piece: ',' });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const pieces = ['const{fuzzed,compared}=globalThis.fuzzing;'];
  let from = 0;
  for (const at of [...new Set([...opens.keys(), ...closes.keys(), ...replaced.keys()])].sort((a, b) => a - b)) {
    pieces.push(text.slice(from, at), ...(closes.get(at) ?? []), ...(opens.get(at) ?? []));
    const other = replaced.get(at);
    if (other !== undefined) pieces.push(other.piece);
    from = other?.end ?? at;
  }
  return { text: pieces.join('') + text.slice(from), counters };
}

/** Short texts of the program: words that its readers look for. */
export function wordsOf(text) {
  const file = ts.createSourceFile('bundle.mjs', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const words = new Set();
  const visit = (node) => {
    const named = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isPropertyAssignment(node);
    const word = named ? (ts.isPropertyAssignment(node) ? node.name.getText(file) : node.text) : '';
    if (word.length > 0 && word.length <= 24) words.add(word);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...words];
}
