/** Erasers against NumPy, and against what each of them promises. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { erased, eraserNamed, type VectorTable } from './index.ts';

const fixture = JSON.parse(readFileSync(new URL('fixtures/numpy.json', import.meta.url), 'utf8'));
const tableOf = (rows: readonly (readonly number[])[], width = rows[0]!.length): VectorTable => {
  return { people: rows.length, width, values: Float64Array.from(rows.flatMap((row) => row.slice(0, width))) };
};

it.each([
  ['leace', 5],
  ['means', 5],
  ['barycentre', 4],
])('%s as NumPy has it', (name, width) => {
  const { groupOf, vectors } = fixture;
  const table = tableOf(vectors, width);
  const found = erased(table, eraserNamed(`erase:${name}`).learn(table, groupOf, 3), groupOf);
  const expected = tableOf(fixture[name], width).values;
  for (const [at, value] of Array.from(expected).entries()) expect(found.values[at]).toBeCloseTo(value, 6);
});

describe('what erasers promise, on the people they learned from', () => {
  const [people, width] = [300, 6];
  const stream = derive(2, 'erasers');
  const groupOf = Array.from({ length: people }, (_, person) => person % 2);
  const table: VectorTable = {
    people,
    width,
    values: Float64Array.from({ length: people * width }, (_, at) => {
      const group = groupOf[Math.floor(at / width)]!;
      return (at % width === 1 ? 1 + group : 1) * stream.normal() + (at % width < 2 ? group : 0);
    }),
  };
  const changed = (name: string) => erased(table, eraserNamed(name).learn(table, groupOf, 2), groupOf).values;
  const ofGroup = (values: ArrayLike<number>, group: number) => {
    const own = groupOf.flatMap((one, person) => (one === group ? [person] : []));
    const mean = Array.from(
      { length: width },
      (_, k) => own.reduce((sum, n) => sum + values[n * width + k]!, 0) / own.length,
    );
    const covariance = mean.map((_, a) =>
      mean.map(
        (_, b) =>
          own.reduce((sum, n) => sum + (values[n * width + a]! - mean[a]!) * (values[n * width + b]! - mean[b]!), 0) /
          own.length,
      ),
    );
    return { mean, covariance };
  };

  it.each(['erase:leace', 'erase:means', 'erase:barycentre'])('%s: no group has another mean', (name) => {
    const values = changed(name);
    const [first, second] = [ofGroup(values, 0), ofGroup(values, 1)];
    for (const [k, mean] of first.mean.entries()) expect(second.mean[k]).toBeCloseTo(mean, 9);
    expect(Math.abs(ofGroup(table.values, 0).mean[0]! - ofGroup(table.values, 1).mean[0]!)).toBeGreaterThan(0.5);
  });

  it('the barycentre makes covariances equal, too; the others leave the second group wider', () => {
    const ratio = (name: string) => {
      const values = changed(name);
      return ofGroup(values, 1).covariance[1]![1]! / ofGroup(values, 0).covariance[1]![1]!;
    };
    expect(ratio('erase:barycentre')).toBeCloseTo(1, 6);
    expect(ratio('erase:means')).toBeGreaterThan(3);
  });

  it('LEACE is one map for all, changes nothing twice, and never asks for the group', () => {
    const erasing = eraserNamed('erase:leace').learn(table, groupOf, 2);
    const once = erased(table, erasing, groupOf);
    expect(
      erased(
        table,
        erasing,
        groupOf.map(() => Number.NaN),
      ),
    ).toEqual(once);
    for (const [at, value] of Array.from(erased(once, erasing, groupOf).values).entries()) {
      expect(value).toBeCloseTo(once.values[at]!, 9);
    }
  });

  it('nothing to learn from a group without anybody, and names that are not there are refused', () => {
    expect(() => eraserNamed('erase:leace').learn(table, groupOf, 3)).toThrow(/no one of group 2/);
    expect(() => eraserNamed('erase:hope')).toThrow(/one of erase:leace, erase:means, erase:barycentre/);
  });
});
