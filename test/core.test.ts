/** `ulterior/core` is the paper alone: what is loaded with it, and how much there is to read. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadedBy, loadedWith } from './support/sourceRules.ts';

/** It may only fall. */
const MOST_LINES = 18_000;

const FOLDERS = [
  ...['version', 'errors', 'schema', 'maths', 'kernels', 'plugins', 'ratings', 'worlds'],
  ...['factorization', 'inference', 'selection', 'interview'],
];

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const loaded = loadedWith('src/core.ts', read);

it('loads what the paper is about, and nothing that builds on it', () => {
  const folders = new Set(loaded.filter((path) => path !== 'src/core.ts').map((path) => path.split('/')[1]));
  expect([...folders].filter((folder) => !FOLDERS.includes(folder!))).toEqual([]);
  // Of inference the belief; of classifiers only what a belief needs to look like one.
  const classifiers = loaded.filter((path) => /^src\/inference\/(?!belief\/|classifiers\/common\/)/.test(path));
  expect(classifiers).toEqual([]);
  for (const path of ['ratings/data/dataset', 'factorization/training/train', 'inference/belief/belief']) {
    expect(loaded).toContain(`src/${path}.ts`);
  }
});

it('is short enough to be read', () => {
  const lines = loaded.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
  expect(lines, `${lines} lines in ${loaded.length} files`).toBeLessThanOrEqual(MOST_LINES);
  expect(lines).toBeGreaterThan(5000);
});

it('is counted by what runs: types load nothing, everything else does', () => {
  const text = [
    "import type { A } from './a.ts';",
    "export type {\n  B,\n} from './b.ts';",
    "import { type C, c } from './c.ts';",
    "export * from '../d/index.ts';",
    "const e = await import('./e.ts');",
    'export type F = string;',
    "export { f } from './f.ts';",
  ];
  const loads = ['src/x/c.ts', 'src/d/index.ts', 'src/x/e.ts', 'src/x/f.ts'];
  expect(loadedBy('src/x/y.ts', text.join('\n'))).toEqual(loads);
  const files = new Map([
    ['src/one.ts', "import './two.ts';"],
    ['src/two.ts', "import { three } from './three.ts';"],
    ['src/three.ts', "import './one.ts';"],
    ['src/four.ts', ''],
  ]);
  expect(loadedWith('src/one.ts', (path) => files.get(path)!)).toEqual(['src/one.ts', 'src/two.ts', 'src/three.ts']);
});
