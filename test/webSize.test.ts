/** The page stays small: what a browser fetches, compressed. Build first (npm run build:web). */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const assets = new URL('../dist/web/assets/', import.meta.url);

/** Bytes of all files of a kind after gzip. Raise a budget only on purpose, and say why in the commit. */
const budgets = { js: 850_000, css: 8_000 } as const;

it.each(Object.entries(budgets))('all %s of the page together is at most %i bytes', (kind, budget) => {
  const files = readdirSync(assets).filter((name) => name.endsWith(`.${kind}`));
  const sizes = files.map((name) => gzipSync(readFileSync(new URL(name, assets))).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(files.length).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(budget);
});
