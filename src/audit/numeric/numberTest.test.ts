/** A number that is told without a straight line is found, with what is told; shuffled numbers tell nothing. */
import { describe, expect, it } from 'vitest';
import { extremeAnswer, linear, uShape } from '../../../scripts/planted/numberWorlds.mjs';
import type { SparseRows } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { medianRanks, rankCorrelation } from '../figures/numberFigures.ts';
import type { NumberTest } from '../records/numericRecords.ts';
import { heldOutRidge } from '../statistics/heldOutRidge.ts';
import { historyFactors } from '../statistics/historyFactors.ts';
import { bandCuts } from './bands.ts';
import { numberTestTask } from './numberTestTask.ts';
import { numericVerdict } from './numberVerdict.ts';

type PlantedWorld = ReturnType<typeof uShape>;

function unitOf({ rows }: PlantedWorld, shuffles = 200) {
  const items = rows[0]!.length - 2;
  const histories: SparseRows = {
    rows: rows.length,
    columns: items,
    starts: Uint32Array.from({ length: rows.length + 1 }, (_, person) => person * items),
    indices: Uint32Array.from({ length: rows.length * items }, (_, at) => at % items),
    values: Float32Array.from(rows.flatMap((row) => row.slice(1, -1).map(Number))),
  };
  const numbers = Float64Array.from(rows, (row) => Number(row.at(-1)));
  return {
    histories,
    numbers,
    folds: Uint16Array.from(numbers, (_, person) => person % 5),
    foldCount: 5,
    cuts: bandCuts(numbers, 3),
    shuffles,
    resamples: 60,
    level: 0.95,
    alarms: 0.04,
    seed: 1,
  };
}
const testOf = async (world: PlantedWorld): Promise<NumberTest> => numberTestTask.run(unitOf(world));
const found = ({ statistics }: NumberTest, features: string, measure: string, band?: number) =>
  statistics.find((one) => one.features === features && one.measure === measure && one.band === band)!;
const small = { people: 200, items: 8 };

describe('what whole histories tell of a number', () => {
  it('is found where people at both ends answer alike, as a middle third', async () => {
    const test = await testOf(uShape(1, small));
    expect(test.pValue).toBeLessThanOrEqual(0.04);
    expect(found(test, 'ratings', 'explained').value).toBeLessThan(0.1);
    expect(found(test, 'ratings', 'band', 1).bounds!.low).toBeGreaterThan(0.55);
  });

  it('is found where an extreme answer tells, whichever way', async () => {
    const test = await testOf(extremeAnswer(1, small));
    expect(test.pValue).toBeLessThanOrEqual(0.04);
    expect(found(test, 'ratings', 'ranks').pValue).toBeGreaterThan(0.05);
    expect(found(test, 'squares', 'explained').value).toBeGreaterThan(0.2);
    expect(found(test, 'squares', 'ranks').value).toBeGreaterThan(0.4);
  });

  it('is found where answers rise and fall with it', async () => {
    const test = await testOf(linear(1, small));
    expect(test.pValue).toBeLessThanOrEqual(0.04);
    expect(found(test, 'ratings', 'explained').value).toBeGreaterThan(0.2);
    expect(found(test, 'ratings', 'ranks').pValue).toBeLessThan(0.02);
  });

  it.each([uShape, extremeAnswer, linear])('is nothing with shuffled numbers', async (world) => {
    const test = await testOf(world(5, { ...small, leak: false }));
    expect(test.pValue).toBeGreaterThan(0.04);
    // What could have been shown lies above chance, and below certainty.
    expect(test.detectable.band).toBeGreaterThan(0.55);
    expect(test.detectable.band).toBeLessThan(0.75);
    expect(test.detectable.ranks).toBeGreaterThan(0.1);
    expect(test.detectable.ranks).toBeLessThan(0.4);
  });

  it('is the AUC of the upper one of two bands', async () => {
    const unit = unitOf(linear(1, small));
    const test = await numberTestTask.run({ ...unit, cuts: [45] });
    expect(test.statistics.filter(({ measure }) => measure === 'band')).toHaveLength(2);
    expect(found(test, 'ratings', 'band', 1).value).toBeGreaterThan(0.65);
  });
});

it('guesses of people are those of a regression that never saw them', () => {
  const { histories, numbers, folds } = unitOf(linear(3, { people: 40, items: 4 }));
  const factors = historyFactors(histories, 1);
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const targets = numbers.map((number) => number - mean);
  const regression = heldOutRidge(factors, folds, 5);
  const [weak] = regression.guesses(targets, 1);
  // The same with the numbers of fold 0 unknown: nothing changes for its people.
  const hidden = targets.map((target, person) => (folds[person] === 0 ? 1000 : target));
  const [again] = regression.guesses(hidden, 1);
  const of = (guesses: Float64Array, fold: number) => [...guesses].filter((_, person) => folds[person] === fold);
  expect(of(again!, 0)).toEqual(of(weak!, 0).map((guess) => expect.closeTo(guess, 8)));
  expect(of(again!, 1)).not.toEqual(of(weak!, 1));
});

it('places that are equal share their middle, and guesses in order correlate with 1', () => {
  expect([...medianRanks(Float64Array.of(5, 1, 5, 3))]).toEqual([3.5, 1, 3.5, 2]);
  const ranks = medianRanks(Float64Array.of(1, 2, 3, 4));
  expect(rankCorrelation(Float64Array.of(10, 20, 40, 90), ranks)).toBeCloseTo(1, 12);
  expect(rankCorrelation(Float64Array.of(4, 3, 2, 1), ranks)).toBeCloseTo(-1, 12);
  expect(rankCorrelation(Float64Array.of(7, 7, 7, 7), ranks)).toBe(0);
});

describe('the strongest of several attackers', () => {
  const people = 300;
  const resamples = Array.from({ length: 199 }, (_, b) => {
    const stream = derive(b, 'number-verdict');
    const weights = new Uint8Array(people);
    for (let n = 0; n < people; n++) weights[stream.below(people)]!++;
    return weights;
  });
  const attacker = (share: number, seed: number) => {
    const stream = derive(seed, 'number-attacker');
    const truth = Float64Array.from({ length: people }, () => stream.normal());
    const noise = truth.map(() => stream.normal());
    const blind = new Float64Array(people);
    const guess = (person: number) => share * truth[person]! + 0.1 * noise[person]!;
    return {
      people: Uint32Array.from(truth.keys()),
      truth,
      bounded: truth,
      guess,
      blindMeans: blind,
      blindMedians: blind,
    };
  };

  const pValueOfStrongest = (...attackers: readonly ReturnType<typeof attacker>[]) =>
    numericVerdict(attackers, [], undefined, resamples, 0.95).tests[0]!.pValue;

  it('shows what it explains, and nobody shows anything who explains nothing', () => {
    expect(pValueOfStrongest(attacker(0, 1), attacker(0.4, 2))).toBe(1 / 200);
    expect(pValueOfStrongest(attacker(0, 1), attacker(0, 3))).toBeGreaterThan(0.5);
  });

  it('is paid for: each further attacker that knows nothing makes it less surprising', () => {
    const weak = attacker(0.015, 8);
    const others = Array.from({ length: 6 }, (_, n) => attacker(0, 20 + n));
    const [alone, among] = [pValueOfStrongest(weak), pValueOfStrongest(weak, ...others)];
    expect(among).toBeGreaterThan(alone);
  });
});
