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

/** Tests that reach the file, each with the number of imports between; 0 for the test beside the file. */
export function testsOf(path, importers) {
  const beside = path.replace(/\.ts$/, '.test.ts');
  const steps = new Map([[path, 0]]);
  for (const [file, step] of steps) {
    for (const importer of importers.get(file)) if (!steps.has(importer)) steps.set(importer, step + 1);
  }
  return [...steps]
    .filter(([file]) => file.endsWith('.test.ts'))
    .map(([file, step]) => ({ file, steps: file === beside ? 0 : step }));
}
