import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { jacobiEigen } from '../../../test/support/jacobi.ts';
import { derive } from '../../maths/index.ts';
import {
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
  type ItemIndex,
  subsetUsers,
  type UserIndex,
} from '../../ratings/index.ts';
import { type ChannelParameters, checkedChannelParameters, type OpenChannel } from '../model/channelParameters.ts';
import type { Design } from './design.ts';
import { type ChannelFit, fitChannels } from './fitChannels.ts';
import { channelObservations } from './observations.ts';
import { standardisedResiduals } from './residuals.ts';

type Matrix = number[][];
const BOTH: readonly OpenChannel[] = ['presence', 'centredRating'];

/** Ratings from 1 to 5; 0 is none. Everybody rates something, and everything is rated by somebody. */
function tableOf(users: number, items: number, seed: number, density = 0.4): Matrix {
  const stream = derive(seed, 'ratings');
  return Array.from({ length: users }, (_, user) =>
    Array.from({ length: items }, (_, item) => {
      const rated = stream.uniform() < density || item === user % items || user === item % users;
      return rated ? 1 + stream.below(5) : 0;
    }),
  );
}

function datasetOf(table: Matrix): Dataset {
  const triples = table.flatMap((row, user) =>
    row.flatMap((value, item) => (value === 0 ? [] : [{ user, item, value }])),
  );
  return createDataset({
    users: createVocabulary<UserIndex>(table.map((_, user) => `u${user}`)),
    items: createVocabulary<ItemIndex>(table[0]!.map((_, item) => `i${item}`)),
    ratings: createRatingMatrix(table.length, table[0]!.length, {
      users: triples.map(({ user }) => user),
      items: triples.map(({ item }) => item),
      values: triples.map(({ value }) => value),
    }),
  });
}

const designOf = (rows: Matrix): Design => ({ columns: rows[0]!.length, values: Float64Array.from(rows.flat()) });
/** One of `types` for each user, and each type with users. */
const oneHot = (users: number, types: number, seed: number): Matrix => {
  const stream = derive(seed, 'types');
  return Array.from({ length: users }, (_, user) => {
    const type = user < types ? user : stream.below(types);
    return Array.from({ length: types }, (_, t) => (t === type ? 1 : 0));
  });
};

const times = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, column) => row.reduce((sum, entry, k) => sum + entry * b[k]![column]!, 0)));
const transposed = (a: Matrix): Matrix => a[0]!.map((_, column) => a.map((row) => row[column]!));
const rowsOf = (values: Float64Array, width: number): Matrix =>
  Array.from({ length: values.length / width }, (_, row) => [...values.subarray(row * width, (row + 1) * width)]);

function largestDifference(ours: Matrix, theirs: Matrix): number {
  const expected = theirs.flat();
  expect(ours.flat().length).toBe(expected.length);
  return Math.max(...ours.flat().map((value, at) => Math.abs(value - expected[at]!)));
}

/** The slow twin: every matrix written out, least squares by elimination, all eigenvectors by Jacobi rotations. */
function denseFit(table: Matrix, design: Matrix, { channels, dimension, noiseFloor }: ChannelParameters) {
  const users = table.length;
  const means = transposed(table).map((column) => {
    const rated = column.filter((value) => value > 0);
    return Math.fround(rated.reduce((sum, value) => sum + value, 0) / rated.length);
  });
  const x = table.map((row) =>
    row.flatMap((value, item) =>
      channels.map((channel) => (value === 0 ? 0 : channel === 'presence' ? 1 : value - means[item]!)),
    ),
  );
  const coefficients = solve(times(transposed(design), design), times(transposed(design), x));
  const explained = times(design, coefficients);
  const residuals = x.map((row, user) => row.map((value, column) => value - explained[user]![column]!));
  const everyDeviation = table.flatMap((row) =>
    row.flatMap((value, item) => (value === 0 ? [] : [value - means[item]!])),
  );
  const typical = everyDeviation.reduce((sum, value) => sum + value ** 2, 0) / everyDeviation.length;
  const spreads = transposed(residuals).map((column, at) => {
    const variance = column.reduce((sum, value) => sum + value ** 2, 0) / users;
    const unit = channels[at % channels.length] === 'presence' || typical === 0 ? 1 : typical;
    return { deviation: Math.sqrt(Math.max(variance, unit / (4 * users))), flat: variance < unit / (4 * users) };
  });
  const standard = residuals.map((row) =>
    row.map((value, at) => (spreads[at]!.flat ? 0 : value / spreads[at]!.deviation)),
  );
  const { values, vectors } = jacobiEigen(times(transposed(standard), standard));
  const loadings = spreads.map((_, row) =>
    Array.from({ length: dimension }, (_, k) =>
      k < values.length ? vectors[k]![row]! * Math.sqrt(Math.max(0, values[k]!) / users) : 0,
    ),
  );
  const noise = loadings.map((row) => Math.max(noiseFloor, 1 - row.reduce((sum, entry) => sum + entry ** 2, 0)));
  const scales = spreads.map(({ deviation }, row) => 1 / (deviation * Math.sqrt(noise[row]!)));
  return {
    standard,
    noise,
    scales,
    profiles: loadings.map((row, at) => row.map((entry) => entry / Math.sqrt(noise[at]!))),
    coefficients: scales.map((scale, row) => coefficients.map((line) => scale * line[row]!)),
    /** How far the last direction stands out, of the first. */
    gap: (values[dimension - 1]! - (values[dimension] ?? 0)) / values[0]!,
  };
}

function solve(matrix: Matrix, right: Matrix): Matrix {
  const rows = matrix.map((row, at) => [...row, ...right[at]!]);
  for (let k = 0; k < rows.length; k++) {
    const best = rows
      .slice(k)
      .reduce((most, row, at) => (Math.abs(row[k]!) > Math.abs(rows[most]![k]!) ? k + at : most), k);
    [rows[k], rows[best]] = [rows[best]!, rows[k]!];
    rows[k] = rows[k]!.map((entry) => entry / rows[k]![k]!);
    for (const [at, row] of rows.entries()) {
      if (at !== k) rows[at] = row.map((entry, column) => entry - row[k]! * rows[k]![column]!);
    }
  }
  return rows.map((row) => row.slice(matrix.length));
}

const gramOf = (profiles: Matrix): Matrix => times(profiles, transposed(profiles));
const profilesOf = (fit: ChannelFit, dimension: number) => rowsOf(fit.profiles, dimension);

const situations = fc.record({
  users: fc.integer({ min: 8, max: 30 }),
  items: fc.integer({ min: 2, max: 8 }),
  types: fc.integer({ min: 1, max: 4 }),
  dimension: fc.integer({ min: 1, max: 6 }),
  channels: fc.constantFrom(BOTH, BOTH.slice(0, 1), BOTH.slice(1)),
  seed: fc.nat(),
});

describe('the matrix of residuals', () => {
  it('multiplies as if it were written out', () => {
    fc.assert(
      fc.property(situations, ({ users, items, types, channels, seed }) => {
        const table = tableOf(users, items, seed);
        const design = oneHot(users, types, seed);
        const { standard } = denseFit(table, design, checkedChannelParameters({ channels }));
        const residuals = standardisedResiduals(
          channelObservations(datasetOf(table).ratings, channels),
          designOf(design),
        );
        expect([residuals.rows, residuals.columns]).toEqual([users, items * channels.length]);
        const stream = derive(seed, 'block');
        const block = (rows: number) => Float64Array.from({ length: rows * 4 }, () => stream.normal());
        const [q, y] = [block(residuals.columns), block(users)];
        expect(largestDifference(rowsOf(residuals.times(q, 4), 4), times(standard, rowsOf(q, 4)))).toBeLessThan(1e-9);
        expect(
          largestDifference(rowsOf(residuals.transposedTimes(y, 4), 4), times(transposed(standard), rowsOf(y, 4))),
        ).toBeLessThan(1e-9);
      }),
      { numRuns: 60 },
    );
  });
});

describe('fitChannels', () => {
  it('agrees with the dense twin: noise, scales, coefficients, and profiles up to rotation', () => {
    fc.assert(
      fc.property(situations, ({ users, items, types, dimension, channels, seed }) => {
        const table = tableOf(users, items, seed);
        const design = oneHot(users, types, seed);
        const parameters = checkedChannelParameters({ channels, dimension });
        const twin = denseFit(table, design, parameters);
        // Where the last direction does not stand out, which one it is is not determined.
        fc.pre(!(twin.gap < 1e-5));
        const fit = fitChannels(datasetOf(table), designOf(design), parameters);
        expect(fit.converged).toBe(true);
        expect(largestDifference([[...fit.noise]], [twin.noise])).toBeLessThan(1e-8);
        expect(largestDifference([[...fit.scales]], [twin.scales])).toBeLessThan(1e-6);
        expect(largestDifference(rowsOf(fit.coefficients, types), twin.coefficients)).toBeLessThan(1e-6);
        expect(largestDifference(gramOf(profilesOf(fit, dimension)), gramOf(twin.profiles))).toBeLessThan(1e-7);
      }),
      { numRuns: 60 },
    );
  });

  it('takes any design: a constant and a number, or two attributes whose effects add up', () => {
    const table = tableOf(25, 6, 7);
    const number = table.map((_, user) => [1, 20 + ((user * 7) % 40)]);
    const additive = table.map((_, user) => [1, user % 2 ? 1 : -1, [1, 0, -1][user % 3]!, [0, 1, -1][user % 3]!]);
    for (const design of [number, additive]) {
      const parameters = checkedChannelParameters({ dimension: 3 });
      const fit = fitChannels(datasetOf(table), designOf(design), parameters);
      const twin = denseFit(table, design, parameters);
      expect(largestDifference(rowsOf(fit.coefficients, design[0]!.length), twin.coefficients)).toBeLessThan(1e-8);
      expect(largestDifference(gramOf(profilesOf(fit, 3)), gramOf(twin.profiles))).toBeLessThan(1e-8);
    }
  });

  it('does not depend on the order of the users', () => {
    const table = tableOf(60, 20, 3);
    const design = oneHot(60, 2, 3);
    const dataset = datasetOf(table);
    const order = derive(1, 'order').shuffle(Array.from(table.keys()));
    const parameters = { dimension: 4 };
    const fit = fitChannels(dataset, designOf(design), parameters);
    const other = fitChannels(subsetUsers(dataset, order), designOf(order.map((user) => design[user]!)), parameters);
    for (const name of ['profiles', 'scales', 'coefficients', 'noise'] as const) {
      expect(largestDifference([[...other[name]]], [[...fit[name]]])).toBeLessThan(1e-8);
    }
    expect(fitChannels(dataset, designOf(design), parameters)).toEqual(fit);
  });

  it('does not depend on the unit of the ratings, except in the scales of the rating channel', () => {
    const table = tableOf(40, 8, 5);
    const design = designOf(oneHot(40, 2, 5));
    const fit = fitChannels(datasetOf(table), design, { dimension: 3 });
    const halved = fitChannels(datasetOf(table.map((row) => row.map((value) => value / 2))), design, { dimension: 3 });
    expect(largestDifference([[...halved.profiles]], [[...fit.profiles]])).toBeLessThan(1e-8);
    const expected = fit.scales.map((scale, row) => (row % 2 === 1 ? 2 * scale : scale));
    expect(largestDifference([[...halved.scales]], [[...expected]])).toBeLessThan(1e-8);
  });

  it('gives columns that do not vary a scale and no profile', () => {
    // Everybody rates the first item; ratings of the second are all the same; only type 0 rates the third, all of it.
    const table = tableOf(40, 6, 9).map((row, user) => {
      const second = row[1] === 0 ? 0 : 4;
      return [row[0] || 2, second, user % 2 === 0 ? 3 : 0, ...row.slice(3)];
    });
    const design = designOf(table.map((_, user) => (user % 2 === 0 ? [1, 0] : [0, 1])));
    const fit = fitChannels(datasetOf(table), design, { dimension: 3 });
    const profiles = profilesOf(fit, 3);
    for (const row of [0, 3, 4, 5]) {
      expect(profiles[row]).toEqual([0, 0, 0]);
      expect(fit.noise[row]).toBe(1);
    }
    for (const row of [1, 2, 6, 7]) expect(Math.hypot(...profiles[row]!)).toBeGreaterThan(0.1);
    // A quarter of a person of 40: the deviation is sqrt(1 / 160), and so far apart are the types about the third item.
    expect(fit.scales[4]).toBeCloseTo(Math.sqrt(160), 10);
    expect([...fit.coefficients.subarray(8, 10)]).toEqual([expect.closeTo(Math.sqrt(160), 10), expect.closeTo(0, 10)]);
    expect([fit.profiles, fit.scales, fit.coefficients, fit.noise].every((part) => part.every(Number.isFinite))).toBe(
      true,
    );
  });

  it('keeps the least that a presence can vary: one of the two people of a type', () => {
    const table = tableOf(20, 5, 3).map((row, user) => [...row, user === 0 ? 4 : 0]);
    const design = designOf(table.map((_, user) => (user < 2 ? [1, 0] : [0, 1])));
    const fit = fitChannels(datasetOf(table), design, { channels: ['presence'], dimension: 2 });
    expect(fit.scales[5]! * Math.sqrt(fit.noise[5]!)).toBeCloseTo(Math.sqrt(40), 10);
    expect(Math.hypot(...profilesOf(fit, 2)[5]!)).toBeGreaterThan(0);
  });

  it('bears an item that nobody rated, and ratings that are all the same', () => {
    const table = tableOf(20, 5, 2);
    const dataset = datasetOf(table.map((row) => row.map((value) => (value === 0 ? 0 : 3))));
    const { ratings } = dataset;
    // As after choosing training users: the vocabulary has an item without ratings.
    const wider: Dataset = {
      ...dataset,
      ratings: createRatingMatrix(20, 6, {
        users: table.flatMap((row, user) => row.flatMap((value) => (value === 0 ? [] : [user]))),
        items: ratings.byUser.indices,
        values: ratings.byUser.values,
      }),
    };
    const fit = fitChannels(wider, designOf(oneHot(20, 2, 2)), { dimension: 2 });
    expect(fit.itemMeans[5]).toBe(3);
    expect(profilesOf(fit, 2).slice(10)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect([...fit.coefficients.subarray(20)]).toEqual([0, 0, 0, 0]);
    expect([fit.profiles, fit.scales, fit.coefficients, fit.noise].every((part) => part.every(Number.isFinite))).toBe(
      true,
    );
  });

  it('fills dimensions beyond the rank with zeros', () => {
    const fit = fitChannels(datasetOf(tableOf(6, 3, 1)), designOf(oneHot(6, 2, 1)), { dimension: 20 });
    for (const profile of profilesOf(fit, 20)) expect(profile.slice(6)).toEqual(new Array(14).fill(0));
    expect(fit.profiles.some((entry) => entry !== 0)).toBe(true);
    expect([...fit.noise].every((noise) => noise >= 0.15)).toBe(true);
  });

  it('holds the noise above its floor', () => {
    const dataset = datasetOf(tableOf(10, 4, 1));
    const design = designOf(oneHot(10, 1, 1));
    expect(Math.min(...fitChannels(dataset, design, { dimension: 8 }).noise)).toBe(0.15);
    expect(Math.min(...fitChannels(dataset, design, { dimension: 8, noiseFloor: 0.5 }).noise)).toBe(0.5);
  });

  it('has an error that falls as the directions are found, and says whether they were', () => {
    const dataset = datasetOf(tableOf(150, 60, 4));
    const design = designOf(oneHot(150, 2, 4));
    const seen: number[][] = [];
    const fit = fitChannels(dataset, design, { dimension: 3 }, (...progress) => seen.push(progress));
    expect(seen.map(([, , error]) => error)).toEqual(fit.errors);
    expect(seen.at(-1)!.slice(0, 2)).toEqual([100, 100]);
    expect(seen[0]![0]).toBeLessThan(100);
    expect(fit.errors).toEqual(fit.errors.toSorted((a, b) => b - a));
    // What is left of unit variance: the mean of 1 - communality.
    const left = Math.sqrt(fit.noise.reduce((sum, noise) => sum + noise, 0) / fit.noise.length);
    expect(fit.errors.at(-1)).toBeCloseTo(left, 8);
    expect(fit.converged).toBe(true);
    expect(fitChannels(dataset, design, { dimension: 3, iterations: 1 }).converged).toBe(false);
  });

  it.each([
    [
      'a label without users',
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
      1,
    ],
    [
      'a constant besides one-hot types',
      [
        [1, 1, 0],
        [1, 0, 1],
        [1, 1, 0],
      ],
      2,
    ],
    [
      'a column of nothing',
      [
        [0, 1],
        [0, 1],
        [0, 1],
      ],
      0,
    ],
    [
      'a column that nearly repeats another',
      [
        [1, 3],
        [1, 3],
        [1, 3 + 1e-9],
      ],
      1,
    ],
  ])('refuses a design with %s', (_, design, column) => {
    const dataset = datasetOf(tableOf(3, 2, 1));
    expect(failure(() => fitChannels(dataset, designOf(design)))).toMatch(
      new RegExp(`^TRAINING_SINGULAR: column ${column} of the design .* -> leave that column out`),
    );
  });

  it.each([
    ['too few rows', { columns: 2, values: new Float64Array(4) }, /design is 4 values in 2 columns; .* 3 users/],
    ['no columns', { columns: 0, values: new Float64Array(0) }, /design is 0 values in 0 columns/],
    ['a hole', { columns: 1, values: Float64Array.of(1, Number.NaN, 1) }, /design.values\[1\] is NaN/],
  ])('refuses a design with %s', (_, design, expected) => {
    const message = failure(() => fitChannels(datasetOf(tableOf(3, 2, 1)), design));
    expect(message).toMatch(/^PARAMETER_OUT_OF_RANGE/);
    expect(message).toMatch(expected);
  });
});

describe('channel parameters', () => {
  it.each([
    [{ solver: 'als' as 'svd' }, /solver is als; it must be svd/],
    [{ channels: [] }, /channels is empty; .* at least 1, each presence or centredRating/],
    [{ channels: ['centredRating', 'presence'] as const }, /channels is centredRating, presence/],
    [{ channels: ['presence', 'presence'] as const }, /channels is presence, presence/],
    [{ channels: ['rating' as 'presence'] }, /channels\[0\] is rating/],
    [{ dimension: 0 }, /dimension is 0/],
    [{ dimension: 2.5 }, /dimension is 2.5/],
    [{ noiseFloor: 0 }, /noiseFloor is 0/],
    [{ noiseFloor: Number.NaN }, /noiseFloor is NaN/],
    [{ dimension: 60, iterations: 7 }, /iterations is 7; .* from 8/],
    [{ seed: -1 }, /seed is -1/],
  ])('refuses %o', (changes, expected) => {
    const message = failure(() => checkedChannelParameters(changes));
    expect(message).toMatch(/^PARAMETER_OUT_OF_RANGE/);
    expect(message).toMatch(expected);
  });

  it('are the defaults with what is changed, and cannot be changed after', () => {
    const parameters = checkedChannelParameters({ dimension: 60 });
    expect(parameters).toEqual({
      solver: 'svd',
      channels: ['presence', 'centredRating'],
      dimension: 60,
      noiseFloor: 0.15,
      iterations: 100,
      seed: 1,
    });
    expect(Object.isFrozen(parameters) && Object.isFrozen(parameters.channels)).toBe(true);
  });
});
