/**
 * The public names, read from the compiled declarations by TypeScript 5 (package typescript-api): version 7, which compiles
 * the project, has no programming interface.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript-api';
import { entries } from '../../site/contents.mjs';

const site = new URL('../../site/', import.meta.url);

export interface PublicName {
  readonly entry: string;
  readonly name: string;
  readonly documented: boolean;
  /** How many names it is: a bag of others counts as its members. */
  readonly counts: number;
}

/** The entries of both packages and their declarations. */
export const entryPoints = (): { readonly entry: string; readonly declarations: string }[] =>
  entries.map(({ text, types }) => ({ entry: text, declarations: fileURLToPath(new URL(types, site)) }));

// Without the library of the language, arrays have no methods that could be taken for parts of a name.
const programOf = (declarations: readonly string[]) =>
  ts.createProgram(declarations, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
    noLib: true,
  });
const program = programOf(entryPoints().map(({ declarations }) => declarations));

export const publicNames = (): PublicName[] =>
  entryPoints().flatMap(({ entry, declarations }) => namesIn(declarations, entry, program));

/** The names that a file of declarations exports. */
export function namesIn(declarations: string, entry: string, within = programOf([declarations])): PublicName[] {
  const checker = within.getTypeChecker();
  const module = checker.getSymbolAtLocation(within.getSourceFile(declarations)!)!;
  return checker.getExportsOfModule(module).map((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const documented = symbol.getDocumentationComment(checker).some(({ text }) => text.trim() !== '');
    return { entry, name: exported.name, documented, counts: membersOf(symbol, checker) };
  });
}

/** A namespace is all it exports, an object of functions all its functions; anything else is one name. */
function membersOf(symbol: ts.Symbol, checker: ts.TypeChecker): number {
  if (symbol.flags & ts.SymbolFlags.Module) return checker.getExportsOfModule(symbol).length;
  if (!(symbol.flags & ts.SymbolFlags.Variable)) return 1;
  const parts = checker.getTypeOfSymbol(symbol).getProperties();
  const functions = parts.filter((part) => checker.getTypeOfSymbol(part).getCallSignatures().length > 0);
  return Math.max(1, functions.length);
}

/** Other packages than these two that the declarations of an entry refer to, by whatever way. The command line is internal. */
export function packagesSeen(): string[] {
  const own = program.getSourceFiles().filter(({ fileName }) => /\/dist\/(?!cli\/)/.test(fileName));
  return own.flatMap(({ fileName, text }) =>
    ts
      .preProcessFile(text)
      .importedFiles.filter((file) => !/^(\.|node:|ulterior\/)/.test(file.fileName))
      .map((file) => `${file.fileName} in ${fileName}`),
  );
}
