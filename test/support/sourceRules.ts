/** Reads source text for the rules of repository.test.ts. */
import { posix } from 'node:path';

/** The folders of src/ in the order of the list in ARCHITECTURE.md: lines like "  numeric/    L0  what it is". */
export function foldersInOrder(architecture: string): { name: string; layer: number }[] {
  return [...architecture.matchAll(/^ {2}(\w+)\/ +L(\d)/gm)].map(([, name, layer]) => ({
    name: name!,
    layer: Number(layer),
  }));
}

/** Everything a file imports or re-exports, statically or not. */
export function importsOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
  return [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\s]+)\1/g)].map(([, , name]) => name!);
}

/** Imports of folders that are not earlier in the order, or that do not go through the folder's index. */
export function misplacedImports(path: string, text: string, order: readonly string[]): string[] {
  const own = path.split('/')[1]!;
  return importsOf(text)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(path), name))
    .filter((target) => {
      const [, folder, ...rest] = target.split('/');
      if (folder === own) return false;
      const earlier = order.includes(folder!) && order.indexOf(folder!) < order.indexOf(own);
      return !earlier || rest.join('/') !== 'index.ts';
    })
    .map((target) => `${path} imports ${target}`);
}

const FOREIGN = [
  'process',
  'Buffer',
  'require',
  '__dirname',
  '__filename',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'console',
  'performance',
  'Date',
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'fetch',
  'XMLHttpRequest',
  'Worker',
  'self',
  'crypto',
  'globalThis',
  'Math\\.random',
];

/** Names of Node, the DOM, clocks and chance that the text uses: comments, strings and property names do not count. */
export function foreignNames(text: string): string[] {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(?<!:)\/\/.*$/gm, '')
    .replaceAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''")
    // Of a template only what is computed counts.
    .replaceAll(/`(?:\\.|[^`\\])*`/g, (template) =>
      [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' '),
    );
  const found = FOREIGN.filter((name) => new RegExp(`(?<![\\w.$])${name}\\b(?!\\s*:)`).test(code));
  return found.map((name) => name.replace('\\', '')).sort((a, b) => code.indexOf(a) - code.indexOf(b));
}
