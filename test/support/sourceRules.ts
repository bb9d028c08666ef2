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

/** What a file imports of src, as paths. */
export function targetsOf(path: string, text: string): string[] {
  return importsOf(text)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(path), name));
}

/** What a file loads when it runs: imports of types alone are gone by then. */
export function loadedBy(path: string, text: string): string[] {
  return targetsOf(path, text.replaceAll(/^(?:import|export) type [^;]*;/gm, ''));
}

/** A file and everything that is loaded with it. */
export function loadedWith(entry: string, read: (path: string) => string): string[] {
  const loaded = new Set([entry]);
  // The set grows while it is gone through.
  for (const path of loaded) for (const target of loadedBy(path, read(path))) loaded.add(target);
  return [...loaded];
}

/** Files that import one another, directly or through others: each cycle as the list of its files. */
export function importCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string) => {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    open.push(path);
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) {
        visit(target);
        lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!));
      } else if (open.includes(target)) {
        lowest.set(path, Math.min(lowest.get(path)!, order.get(target)!));
      }
    }
    if (lowest.get(path) !== order.get(path)) return;
    const cycle = open.splice(open.indexOf(path));
    if (cycle.length > 1) cycles.push(cycle);
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return cycles;
}

/** Folders that import from a folder inside them, which imports from them too. The index is the door, and does not count. */
export function parentsAndChildren(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const between = new Set<string>();
  for (const [path, targets] of imports) {
    if (posix.basename(path) === 'index.ts') continue;
    for (const target of targets) between.add(`${posix.dirname(path)} > ${posix.dirname(target)}`);
  }
  const folders = [...imports.keys()].map((path) => posix.dirname(path));
  return [...new Set(folders)].filter((child) =>
    folders.some(
      (parent) =>
        child.startsWith(`${parent}/`) && between.has(`${parent} > ${child}`) && between.has(`${child} > ${parent}`),
    ),
  );
}

/**
 * Folders beside each other that import one another, directly or through others: what is deep inside one of them counts
 * for it. Each cycle is the list of its folders.
 */
export function folderCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const parents = new Set([...imports.keys()].flatMap(parentsOf));
  return [...parents].flatMap((parent) => {
    const folderIn = (path: string) => {
      const [name, ...rest] = path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/') : [];
      return rest.length === 0 ? undefined : `${parent}/${name}`;
    };
    const between = new Map<string, string[]>();
    for (const [path, targets] of imports) {
      const folder = folderIn(path);
      if (folder === undefined) continue;
      const reached = targets.map(folderIn).filter((target) => target !== undefined && target !== folder);
      between.set(folder, [...(between.get(folder) ?? []), ...(reached as string[])]);
    }
    return importCycles(between);
  });
}

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
}

/** Imports of folders that are not earlier in the order, or that go neither through the folder's index nor through that of a part. */
export function misplacedImports(path: string, targets: readonly string[], order: readonly string[]): string[] {
  const own = path.split('/')[1]!;
  return targets
    .filter((target) => {
      const [, folder, ...rest] = target.split('/');
      if (folder === own) return false;
      const earlier = order.includes(folder!) && order.indexOf(folder!) < order.indexOf(own);
      return !earlier || !/^(\w+\/)?index\.ts$/.test(rest.join('/'));
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
