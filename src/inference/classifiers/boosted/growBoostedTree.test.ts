import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive } from '../../../maths/index.ts';
import { packRows } from '../index.ts';
import { allBins, candidateBins, ownBins } from './candidateBins.ts';
import { type BoostedTree, exactly, growBoostedTree, type Slopes, type TreeOptions } from './growBoostedTree.ts';
import { type BinnedRows, besideEachOther, binRows } from './ratingBins.ts';

/** A dense table of ratings; undefined where there is none. */
type Table = (number | undefined)[][];

function rowsOf(table: Table, columns: number) {
  return packRows(
    columns,
    table.map((line) => {
      const indices = [...line.keys()].filter((item) => line[item] !== undefined);
      return { indices, values: indices.map((item) => line[item]!) };
    }),
  );
}

interface Node {
  item: number;
  limit: number;
  unratedLeft: boolean;
  left: Node | undefined;
  right: Node | undefined;
  value: number;
}

/** Tries every item, every rating that occurs and both sides for "not rated", and adds up both sides each time. */
function literalTree(
  table: Table,
  limitsOf: (item: number) => number[],
  people: number[],
  slopes: Slopes,
  candidates: number[],
  options: TreeOptions,
  level = 0,
): Node {
  const sum = (some: number[], of: Float64Array) => some.reduce((total, person) => total + of[person]!, 0);
  const worth = (some: number[]) =>
    sum(some, slopes.gradients) ** 2 / (sum(some, slopes.curvatures) + options.leafRidge);
  const leaf: Node = {
    item: -1,
    limit: 0,
    unratedLeft: false,
    left: undefined,
    right: undefined,
    value: -sum(people, slopes.gradients) / (sum(people, slopes.curvatures) + options.leafRidge),
  };
  if (level === options.depth) return leaf;
  let best = { gain: worth(people) + 1e-9, item: -1, limit: 0, unratedLeft: false };
  let sides: [number[], number[]] = [[], []];
  for (const item of candidates) {
    for (const limit of limitsOf(item)) {
      for (const unratedLeft of [false, true]) {
        const isLeft = (person: number) => {
          const rating = table[person]![item];
          return rating === undefined ? unratedLeft : rating <= limit;
        };
        const left = people.filter(isLeft);
        const right = people.filter((person) => !isLeft(person));
        if (left.length < options.minPeople || right.length < options.minPeople) continue;
        const gain = worth(left) + worth(right);
        if (!(gain > best.gain)) continue;
        const nobody = people.every((person) => table[person]![item] !== undefined);
        best = { gain, item, limit, unratedLeft: nobody ? left.length > right.length : unratedLeft };
        sides = [left, right];
      }
    }
  }
  if (best.item < 0) return leaf;
  const [left, right] = sides.map((side) => literalTree(table, limitsOf, side, slopes, candidates, options, level + 1));
  return { item: best.item, limit: best.limit, unratedLeft: best.unratedLeft, left, right, value: 0 };
}

/** The fast tree in the shape of the literal one. */
function nested(tree: BoostedTree, binned: BinnedRows, node = 0): Node {
  const leaf = tree.items[node]! < 0;
  return {
    item: tree.items[node]!,
    limit: leaf ? 0 : binned.columns[tree.items[node]!]!.limits[tree.bins[node]!]!,
    unratedLeft: tree.unratedLeft[node]!,
    left: leaf ? undefined : nested(tree, binned, node + 1),
    right: leaf ? undefined : nested(tree, binned, tree.rights[node]!),
    value: tree.values[node]!,
  };
}

function drawn(seed: number, people: number, columns: number, seen: number, ratings: number) {
  const stream = derive(seed, 'tree');
  const table: Table = Array.from({ length: people }, () =>
    Array.from({ length: columns }, () => (stream.uniform() < seen ? 1 + stream.below(ratings) : undefined)),
  );
  const slopes: Slopes = {
    gradients: Float64Array.from({ length: people }, () => exactly(2 * stream.uniform() - 1)),
    curvatures: Float64Array.from({ length: people }, () => exactly(stream.uniform() / 4)),
  };
  return { table, slopes, rows: rowsOf(table, columns) };
}

const worlds = fc.record({
  seed: fc.nat(),
  people: fc.integer({ min: 1, max: 60 }),
  columns: fc.integer({ min: 1, max: 6 }),
  seen: fc.constantFrom(0.1, 0.5, 0.9, 1),
  ratings: fc.constantFrom(1, 2, 5, 20),
  depth: fc.integer({ min: 1, max: 4 }),
  minPeople: fc.constantFrom(1, 3, 10),
  leafRidge: fc.constantFrom(0.5, 1, 8),
});

describe('a boosted tree', () => {
  it('does not split where nothing is gained', () => {
    const { slopes, rows } = drawn(1, 40, 3, 0.9, 5);
    const binned = binRows(rows);
    const bins = candidateBins(binned, Uint32Array.of(0, 1, 2));
    const nothing = { ...slopes, gradients: new Float64Array(40) };
    const everyone = Uint32Array.from({ length: 40 }, (_, person) => person);
    const options = { depth: 3, minPeople: 1, leafRidge: 1 };
    const grown = (own: Slopes) => growBoostedTree(binned, everyone, new Uint32Array(0), own, bins, options).tree;
    expect([...grown(nothing).items]).toEqual([-1]);
    expect(grown(slopes).items.length).toBeGreaterThan(1);
  });

  it('is the one that trying every split finds, node by node and bit by bit', () => {
    fc.assert(
      fc.property(worlds, ({ seed, people, columns, seen, ratings, ...options }) => {
        const { table, slopes, rows } = drawn(seed, people, columns, seen, ratings);
        const training = Uint32Array.from([...table.keys()].filter((person) => person % 5 !== 4));
        const candidates = [...Array(columns).keys()].filter((item) => item !== 2);
        // Every column by person, every column full, and some of each.
        for (const share of [2, 0, 0.5]) {
          const binned = binRows(rows, share);
          const limitsOf = (item: number) => [...binned.columns[item]!.limits];
          const literal = literalTree(table, limitsOf, [...training], slopes, candidates, options);
          for (const bins of [allBins, ownBins]) {
            const own = bins(binned, Uint32Array.from(candidates));
            const { tree } = growBoostedTree(binned, training, new Uint32Array(0), slopes, own, options);
            expect(nested(tree, binned)).toEqual(literal);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('sends everybody to the leaf that walking down the literal tree finds', () => {
    fc.assert(
      fc.property(worlds, ({ seed, people, columns, seen, ratings, ...options }) => {
        const { table, slopes, rows } = drawn(seed, people, columns, seen, ratings);
        const binned = binRows(rows);
        const training = Uint32Array.from([...table.keys()].filter((person) => person % 5 !== 4));
        const others = Uint32Array.from([...table.keys()].filter((person) => person % 5 === 4));
        const bins = candidateBins(binned, Uint32Array.from(Array(columns).keys()));
        const { tree, addTo } = growBoostedTree(binned, training, others, slopes, bins, options);
        const scores = new Float64Array(people).fill(0.25);
        addTo(scores, 0.5);
        const walk = (node: Node, line: Table[number]): number => {
          if (node.left === undefined || node.right === undefined) return node.value;
          const rating = line[node.item];
          return walk((rating === undefined ? node.unratedLeft : rating <= node.limit) ? node.left : node.right, line);
        };
        const root = nested(tree, binned);
        expect([...scores]).toEqual(table.map((line) => 0.25 + 0.5 * walk(root, line)));
      }),
    );
  });

  it('numbers bins through by themselves where few entries belong to the columns at hand', () => {
    const binned = binRows(drawn(1, 40, 6, 1, 5).rows, 2);
    expect(candidateBins(binned, Uint32Array.of(1, 4))).toEqual(ownBins(binned, Uint32Array.of(1, 4)));
    expect(candidateBins(binned, Uint32Array.of(1, 2, 4))).toEqual(allBins(binned, Uint32Array.of(1, 2, 4)));
  });

  it('rounds slopes so that their sums are exact in any order', () => {
    const stream = derive(4, 'sums');
    const numbers = Array.from({ length: 1000 }, () => exactly(stream.normal()));
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(numbers.toReversed())).toBe(sum(numbers));
    expect(sum(numbers) - sum(numbers.slice(0, 300))).toBe(sum(numbers.slice(300)));
    expect(exactly(0.1)).toBeCloseTo(0.1, 9);
  });

  it('takes the first of equal splits', () => {
    // Items 0 and 1 say the same.
    const table: Table = Array.from({ length: 8 }, (_, person) => (person < 4 ? [1, 1] : [2, 2]));
    const slopes = {
      gradients: Float64Array.from(table, (_, person) => (person < 4 ? -0.5 : 0.5)),
      curvatures: new Float64Array(8).fill(0.25),
    };
    const options = { depth: 2, minPeople: 1, leafRidge: 1 };
    const binned = binRows(rowsOf(table, 2));
    const bins = candidateBins(binned, Uint32Array.of(0, 1));
    const everybody = Uint32Array.from(table.keys());
    const { tree } = growBoostedTree(binned, everybody, new Uint32Array(0), slopes, bins, options);
    expect(tree.items).toEqual([0, -1, -1]);
    expect(tree.values).toEqual([0, 1, -1]);
  });
});

describe('bins of ratings', () => {
  it('are one per rating that occurs, with limits midway', () => {
    const rows = rowsOf(
      [
        [1, -10],
        [4, undefined],
        [2, 10],
        [1, 0],
      ],
      3,
    );
    const binned = binRows(rows);
    const infinity = Number.POSITIVE_INFINITY;
    expect(binned.columns.map(({ limits }) => [...limits])).toEqual([[1.5, 3, infinity], [-5, 5, infinity], []]);
    // Nobody rated the last item. Of a full column those without a rating have the number of its bins.
    expect(binned.columns.map(({ full, complete }) => [full, complete])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
    expect(binned.columns.map(({ people, bins }) => [[...people], [...bins]])).toEqual([
      [[], [0, 2, 1, 0]],
      [[], [0, 3, 2, 1]],
      [[], []],
    ]);
    const ofPeople = binRows(rows, 2).columns.map(({ full, people, bins }) => [full, [...people], [...bins]]);
    expect(ofPeople[1]).toEqual([false, [0, 2, 3], [0, 2, 1]]);
    expect(besideEachOther(binned, binRows(rows)).columns).toEqual([...binned.columns, ...binned.columns]);
  });

  it('are at most 32, about equally full, and never part equal ratings', () => {
    const stream = derive(3, 'bins');
    const table: Table = Array.from({ length: 2000 }, () => [stream.normal(), Math.round(20 * stream.normal())]);
    const binned = binRows(rowsOf(table, 2));
    for (const [item, { bins, limits }] of binned.columns.entries()) {
      const fill = new Map<number, number>();
      const seen = new Map<number, Set<number>>();
      for (const [person, bin] of bins.entries()) {
        const value = table[person]![item]!;
        fill.set(bin, (fill.get(bin) ?? 0) + 1);
        seen.set(value, (seen.get(value) ?? new Set()).add(bin));
      }
      if (item === 0) expect([...fill.values()].every((count) => Math.abs(count - 2000 / 32) < 5)).toBe(true);
      expect(limits.length).toBeLessThanOrEqual(32);
      for (const own of seen.values()) expect(own.size).toBe(1);
    }
    expect(binned.columns[0]!.limits).toHaveLength(32);
  });
});
