import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { knownLayouts, openDataset, sourceFromText } from '../src/datasets/index.ts';
import { readerRegistry } from '../src/tables/index.ts';
import { readerConformance } from '../src/testing/index.ts';
import { asyncFailure } from './support/failure.ts';
import { framework } from './support/framework.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-readers-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'u.data'), '1\t7\t3\t0\n1\t8\t4\t0\n2\t7\t1\t0\n2\t8\t5\t0\n3\t7\t2\t0\n');
writeFileSync(join(folder, 'u.user'), '1|25|M|writer|1\n2|49|F|artist|2\n3|30|F|artist|3\n');
writeFileSync(join(folder, 'u.item'), [7, 8].map((n) => `${n}|Film ${n}|||http://x|${'0|'.repeat(18)}0\n`).join(''));

describe('the reader of a known data set', () => {
  readerConformance(readerRegistry.find('ml-100k')!, { place: folder, attribute: 'gender' }, framework);
});

describe('registry of readers', () => {
  it('has the known data sets, each with a summary', () => {
    expect(readerRegistry.all.map(({ name }) => name)).toEqual(Object.keys(knownLayouts));
    for (const { summary } of readerRegistry.all) expect(summary.length).toBeGreaterThan(10);
  });

  it('decides which words name data, and which are paths', async () => {
    expect(sourceFromText('ml-100k:there')).toEqual({ kind: 'known', name: 'ml-100k', folder: 'there' });
    expect(sourceFromText('mine:there').kind).toBe('long');
    expect(await asyncFailure(() => openDataset({ kind: 'known', name: 'mine', folder }))).toMatch(
      /^SOURCE_UNKNOWN: no known data set is called "mine" -> name one of ml-100k, /,
    );
  });
});
