/**
 * The public names, read from the compiled declarations by TypeScript 5 (package typescript-api): version 7, which compiles
 * the project, has no programming interface.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-api';

const root = new URL('../../', import.meta.url);

export interface PublicName {
  readonly entry: string;
  readonly name: string;
  readonly documented: boolean;
}

/** The entries of package.json and their declarations. */
export function entryPoints(): { readonly entry: string; readonly declarations: string }[] {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  return Object.entries(exports as Record<string, string | { types: string }>).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [{ entry: entry.replace('.', 'ulterior'), declarations: fileURLToPath(new URL(target.types, root)) }],
  );
}

const program = ts.createProgram(
  entryPoints().map(({ declarations }) => declarations),
  { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [], noLib: true },
);

export function publicNames(): PublicName[] {
  const checker = program.getTypeChecker();
  return entryPoints().flatMap(({ entry, declarations }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(declarations)!)!;
    return checker.getExportsOfModule(module).map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const documented = symbol.getDocumentationComment(checker).some(({ text }) => text.trim() !== '');
      return { entry, name: exported.name, documented };
    });
  });
}

/** Packages that the declarations of an entry refer to, by whatever way. */
export function packagesSeen(): string[] {
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.includes('/dist/'));
  return own.flatMap(({ fileName, text }) =>
    ts
      .preProcessFile(text)
      .importedFiles.filter((file) => !/^(\.|node:)/.test(file.fileName))
      .map((file) => `${file.fileName} in ${fileName}`),
  );
}
