/** Which tests import a file, directly or through others. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** For each file, those that import it. */
export function importersOf(paths) {
  const importers = new Map(paths.map((path) => [path, []]));
  for (const path of paths) {
    for (const [, name] of readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      importers.get(join(dirname(path), name))?.push(path);
    }
  }
  return importers;
}

/**
 * Tests that reach the file, each with the number of imports between: 0 for the test beside the file, 1 also for tests
 * that import it through the index of their own folder.
 */
export function testsOf(path, importers) {
  const beside = path.replace(/\.ts$/, '.test.ts');
  const folder = dirname(path);
  const index = join(folder, 'index.ts');
  const steps = new Map([[path, 0]]);
  for (const [file, step] of steps) {
    for (const importer of importers.get(file)) if (!steps.has(importer)) steps.set(importer, step + 1);
  }
  const throughIndex = new Set(
    importers.get(path).includes(index) ? importers.get(index).filter((file) => dirname(file) === folder) : [],
  );
  const stepsTo = (file, step) => (file === beside ? 0 : throughIndex.has(file) ? 1 : step);
  return [...steps]
    .filter(([file]) => file.endsWith('.test.ts'))
    .map(([file, step]) => ({ file, steps: stepsTo(file, step) }));
}
