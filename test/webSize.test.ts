/** The page stays small: what a browser fetches, compressed. Build first (npm run build:web). */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const web = new URL('../dist/web/', import.meta.url);
const assets = new URL('assets/', web);
const sizeOf = (file: URL) => gzipSync(readFileSync(file)).length;

/** Bytes of all files of a kind after gzip. Raise a budget only on purpose, and say why in the commit. */
const budgets = { js: 1_010_000, css: 12_000 } as const;

it.each(Object.entries(budgets))('all %s of the page together is at most %i bytes', (kind, budget) => {
  const files = readdirSync(assets).filter((name) => name.endsWith(`.${kind}`));
  const total = files.reduce((sum, name) => sum + sizeOf(new URL(name, assets)), 0);
  expect(files.length).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(budget);
});

/** The document and what it names itself; everything else is fetched once the first statement can be answered. */
it('the first statement needs at most 100,000 bytes: no model, no chart library, no story and no second language', () => {
  const html = readFileSync(new URL('index.html', web), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path]) => path!);
  expect(named.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
  expect(named.filter((path) => /safetensors|wasm|drawChart|allViews|StoryPage|\/de-/.test(path))).toEqual([]);
  const total = [...named, 'index.html'].reduce((sum, path) => sum + sizeOf(new URL(path, web)), 0);
  expect(total).toBeLessThanOrEqual(100_000);
});

it('the workers have every licence notice, and each of them once', () => {
  const workers = readdirSync(assets).filter((name) => /worker-.*\.js$/i.test(name));
  expect(workers).toHaveLength(2);
  for (const name of workers) {
    const notices = readFileSync(new URL(name, assets), 'utf8').match(/\/\*\*\n\* @license.*?\*\//gs) ?? [];
    expect(notices.some((notice) => notice.includes('The Stdlib Authors'))).toBe(true);
    expect(new Set(notices).size).toBe(notices.length);
  }
});
