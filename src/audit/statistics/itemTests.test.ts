import { describe, expect, it } from 'vitest';
import { packRows } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { exactTable } from './exactTable.ts';
import { itemTests } from './itemTests.ts';

describe('the exact test of a table', () => {
  const binomial = (n: number, k: number): number => (k === 0 ? 1 : (binomial(n, k - 1) * (n - k + 1)) / k);

  it.each([
    [10, 4, 5],
    [12, 6, 6],
    [20, 19, 7],
    [9, 9, 4],
    [15, 0, 4],
  ])('sums all tables that are no more likely: %i people, %i marked, %i in the group', (people, marked, group) => {
    const chance = (a: number) =>
      (binomial(group, a) * binomial(people - group, marked - a)) / binomial(people, marked);
    const table = exactTable(people, marked, group);
    for (let a = 0; a <= marked; a++) {
      if (a > group || marked - a > people - group) {
        expect(table[a]).toBeNaN();
        continue;
      }
      let sum = 0;
      for (let b = Math.max(0, marked + group - people); b <= Math.min(marked, group); b++) {
        if (chance(b) <= chance(a) * (1 + 1e-9)) sum += chance(b);
      }
      expect(table[a]).toBeCloseTo(-Math.log10(sum), 5);
    }
  });

  it('agrees with published values, and does not end where numbers do', () => {
    // Fisher's tea: all four cups right, two-sided.
    expect(10 ** -exactTable(8, 4, 4)[4]!).toBeCloseTo(2 / 70, 6);
    const far = exactTable(6000, 3000, 3000);
    expect(far[3000]).toBeGreaterThan(1700);
    expect(far[3000]).toBeLessThan(1810);
  });
});

describe('tests of single items', () => {
  const stream = derive(1, 'item-tests');
  const people = 60;
  const types = Uint8Array.from({ length: people }, (_, n) => n % 3);
  const rows = Array.from({ length: people }, () => {
    const indices = [0, 1, 2].filter(() => stream.uniform() < 0.7);
    return { indices, values: indices.map(() => 1 + stream.below(4)) };
  });
  const histories = packRows(4, rows);

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'are what counting and ranking by hand give, over all items and groups: %i',
    (n) => {
      const labels = n === 0 ? types : derive(n, 'shuffle').shuffle(types.slice());
      const literal = [0, 1, 2].flatMap((item) =>
        [0, 1, 2].map((group) => {
          const raters = rows.flatMap(({ indices, values }, n) =>
            indices.includes(item) ? [{ n, value: values[indices.indexOf(item)]! }] : [],
          );
          const own = raters.filter(({ n }) => labels[n] === group);
          const others = raters.filter(({ n }) => labels[n] !== group);
          let above = 0;
          for (const one of own) for (const other of others) above += Math.sign(one.value - other.value);
          const ties = new Map<number, number>();
          for (const { value } of raters) ties.set(value, (ties.get(value) ?? 0) + 1);
          const n = raters.length;
          const tied = [...ties.values()].reduce((sum, t) => sum + t ** 3 - t, 0);
          const variance = ((own.length * others.length) / 12) * (n + 1 - tied / (n * (n - 1)));
          const table = exactTable(people, n, types.filter((type) => type === group).length);
          return { item, group, z: Math.abs(above) / 2 / Math.sqrt(variance), seen: table[own.length]! };
        }),
      );
      const found = itemTests(histories, types, 3)(labels);
      const [seen] = [...literal].sort((a, b) => b.seen - a.seen);
      const [rating] = [...literal].sort((a, b) => b.z - a.z);
      expect(found.seen).toMatchObject({ item: seen!.item, group: seen!.group });
      expect(found.seen.value).toBeCloseTo(seen!.seen, 6);
      expect(found.rating).toMatchObject({ item: rating!.item, group: rating!.group });
      expect(found.rating.value).toBeCloseTo(rating!.z, 9);
    },
  );

  it('say nothing of items that nobody or everybody rated alike', () => {
    const same = packRows(
      2,
      Array.from({ length: 6 }, () => ({ indices: [0], values: [3] })),
    );
    const { seen, rating } = itemTests(same, Uint8Array.of(0, 1, 0, 1, 0, 1), 2)(Uint8Array.of(0, 1, 0, 1, 0, 1));
    expect([seen.value, rating.value]).toEqual([0, 0]);
  });
});
