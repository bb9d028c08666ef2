/** One place says how figures were measured, and every report takes its words from there. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { sampleNumericRecords } from '../../../test/support/sampleNumericRecords.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { counted, percent } from '../common/format.ts';
import { reportOf } from '../kinds/reportOf.ts';

const folder = new URL('../', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);

describe('how figures were measured', () => {
  it.each([
    'No one is judged by a model that has seen them',
    'due to the method or to chance',
    'of the people${',
    'give the same figures again',
    'the true parameters are known',
    'those who still had an answer to give',
    'ranks two people of different groups correctly',
    'everywhere it is a breach of trust',
    'records version',
  ])('stands in one file: %s', (words) => {
    const saying = sources.filter((name) => readFileSync(new URL(name, folder), 'utf8').includes(words));
    expect(saying).toEqual(['page/howMeasured.ts']);
  });

  it.each([
    ['an audit', sampleRecords()],
    ['a number', sampleNumericRecords()],
    ['a leak matrix', sampleLeakRecords()],
    ['defences', sampleDefenceRecords()],
  ] as const)('the page of %s says it with its own figures', (_, records) => {
    const page = reportOf(records).page([]).replaceAll(/\s+/g, ' ');
    const { folds, level, resamples, seed, training } = records.spec;
    expect(page).toContain(`People were split into ${counted(folds, 'fold')}`);
    expect(page).toContain(`cover ${percent(level)} and come from ${counted(resamples, 'resample')} of the people`);
    expect(page).toContain(`<dt>Seed</dt><dd>${seed} (training ${training.seed})</dd>`);
    expect(page).toContain(`<dt>Fingerprint</dt><dd><code>${records.data.fingerprint}</code></dd>`);
    expect(page).not.toMatch(/undefined|NaN|\[object/);
  });
});
