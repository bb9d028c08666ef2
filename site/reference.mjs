/**
 * The reference of the library: one page per entry, from the compiled declarations and their doc comments. Names link to each
 * other and to the examples that import them. Read by TypeScript 5 (package typescript-api): version 7, which compiles the
 * project, has no programming interface.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-api';
import { entries, INDEX } from './contents.mjs';
import { examplesOf } from './gallery.mjs';

const KINDS = ['Functions', 'Classes', 'Values', 'Types'];

/** Of a name that nearly every example imports, some are enough. */
const MOST_EXAMPLES = 5;

/** Pages by their address. */
export function referencePages() {
  const files = entries.map(({ types }) => fileURLToPath(new URL(types, import.meta.url)));
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [], noLib: true };
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const names = entries.flatMap((entry, at) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(files[at]));
    return checker.getExportsOfModule(module).map((exported) => described(exported, entry, checker));
  });
  const linkOf = new Map(names.map(({ name, entry }) => [name, `${entry.link}#${name}`]));
  names.sort((a, b) => (a.name < b.name ? -1 : 1));
  return new Map([
    [INDEX, indexOf(names)],
    ...entries.map((entry) => {
      const own = names.filter((each) => each.entry === entry);
      return [entry.link, pageOf(entry, commentBefore(sourceOf(entry)), own, linkOf)];
    }),
  ]);
}

/** Every name, with the entry to import it from. */
function indexOf(names) {
  const rows = names.map(
    ({ name, kind, entry }) => `| [${name}](${entry.link}#${name}) | ${kind.toLowerCase()} | \`${entry.text}\` |`,
  );
  return [
    '# Every name of the library',
    ['| name | among the | import from |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

/** What a name is, as somebody who imports it sees it. */
function described(exported, entry, checker) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const declarations = symbol.declarations.map((one) => (ts.isVariableDeclaration(one) ? one.parent.parent : one));
  const example = symbol.getJsDocTags(checker).find(({ name }) => name === 'example');
  return {
    entry,
    name: exported.name,
    kind: kindOf(declarations[0]),
    comment: withLists(ts.displayPartsToString(symbol.getDocumentationComment(checker))),
    example: example === undefined ? '' : ts.displayPartsToString(example.text),
    code: declarations
      .map((one) => publicPart(one.getText()))
      .join('\n')
      .replaceAll(new RegExp(`\\b${symbol.name}\\b`, 'g'), exported.name),
  };
}

function kindOf(declaration) {
  if (ts.isFunctionDeclaration(declaration)) return 'Functions';
  if (ts.isClassDeclaration(declaration)) return 'Classes';
  return ts.isVariableStatement(declaration) ? 'Values' : 'Types';
}

/** Words with their meanings in a second column become a list: a page has no columns. */
const withLists = (comment) =>
  comment.replaceAll(
    /(?:^|\n+)((?: {2,}\S+ {2,}.+(?:\n|$))+)/g,
    (_, rows) => `\n\n${rows.replaceAll(/^ +(\S+) +/gm, '- `$1`: ')}\n`,
  );

/** Without what only the compiler needs, and without what nobody else may call. Comments are one line each: the page breaks them. */
const publicPart = (text) =>
  text
    .replaceAll(/^export (declare )?/gm, '')
    .replaceAll(/^ +(#private|private [^;]*);\n/gm, '')
    .replaceAll(
      /\/\*\*\n([\s\S]*?)\n *\*\//g,
      (_, lines) => `/** ${lines.replaceAll(/\s*\n *\* ?|^ *\* ?/g, ' ').trim()} */`,
    );

/** The entry as it was written: the compiler leaves out comments that stand before imports. */
function sourceOf({ types }) {
  const path = types.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts');
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** The comment at the top of an entry; stars and slashes are taken off. */
function commentBefore(text) {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(text) ?? [];
  return comment.replaceAll(/^ *\* ?/gm, '').trim();
}

function pageOf(entry, intro, names, linkOf) {
  const parts = KINDS.flatMap((kind) => {
    const own = names.filter((each) => each.kind === kind);
    return own.length === 0 ? [] : [`## ${kind}`, ...own.map((each) => nameOf(each, linkOf))];
  });
  return ['---\npageClass: reference\n---', `# ${entry.text}`, intro, ...parts].join('\n\n');
}

function nameOf({ entry, name, comment, example, code }, linkOf) {
  const outsideTexts = code.replaceAll(/'[^'\n]*'/g, '');
  const used = [...new Set(outsideTexts.match(/\b[A-Z]\w+\b|(?<=typeof )\w+/g))].filter(
    (word) => word !== name && linkOf.has(word),
  );
  const shown = examplesOf(entry.text, name);
  const line = (word, links) => (links.length === 0 ? [] : [`${word}: ${links.join(', ')}.`]);
  return [
    `### ${name} {#${name}}`,
    comment,
    ['```ts', code, '```'].join('\n'),
    ...(example === '' ? [] : [example]),
    ...line(
      'See also',
      used.map((word) => `[${word}](${linkOf.get(word)})`),
    ),
    ...line('In the gallery', [
      ...shown.slice(0, MOST_EXAMPLES).map((each) => `[${each.title}](/gallery/${each.name})`),
      ...(shown.length > MOST_EXAMPLES ? [`and ${shown.length - MOST_EXAMPLES} [others](/gallery/)`] : []),
    ]),
  ].join('\n\n');
}
