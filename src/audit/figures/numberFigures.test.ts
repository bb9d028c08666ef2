import { expect, it } from 'vitest';
import { blindHalfWithin, byError, halfWithin, measureGuesses, medianOf, weightedMean } from './numberFigures.ts';

const guesses = {
  people: Uint32Array.of(0, 2, 3),
  truth: Float64Array.of(20, Number.NaN, 40, 60),
  bounded: Float64Array.of(20, Number.NaN, 40, 60),
  guess: (person: number) => [24, 0, 37, 60][person]!,
  blindMeans: Float64Array.of(30, 30, 30, 40),
  blindMedians: Float64Array.of(28, 28, 28, 38),
};

it('errors by hand', () => {
  const { mae, rmse, r2, blindMean, blindMedian } = measureGuesses(guesses, [1, 1, 1, 1]);
  expect(mae).toBeCloseTo((4 + 3 + 0) / 3, 12);
  expect(rmse).toBeCloseTo(Math.sqrt(25 / 3), 12);
  expect(r2).toBeCloseTo(1 - 25 / (100 + 100 + 400), 12);
  expect(blindMean).toBeCloseTo((10 + 10 + 20) / 3, 12);
  expect(blindMedian).toBeCloseTo((8 + 12 + 22) / 3, 12);
});

it('a weight of two is the same person twice', () => {
  const { mae, r2 } = measureGuesses(guesses, [2, 9, 0, 1]);
  expect(mae).toBeCloseTo((4 + 4 + 0) / 3, 12);
  expect(r2).toBeCloseTo(1 - 32 / (100 + 100 + 400), 12);
  expect(weightedMean(guesses.people, (person) => person, [2, 9, 0, 1])).toBeCloseTo(1, 12);
});

it('the median is in the middle', () => {
  expect(medianOf(Float64Array.of(5, 1, 3))).toBe(3);
  expect(medianOf(Float64Array.of(5, 1, 3, 4))).toBe(3.5);
});

it('half of the guesses are off by at most the weighted median error', () => {
  const ordered = byError(guesses, guesses.guess);
  expect([...ordered]).toEqual([3, 2, 0]);
  const off = (weights: number[]) => halfWithin(ordered, guesses, guesses.guess, weights);
  expect(off([1, 1, 1, 1])).toBe(3);
  expect(off([2, 9, 0, 1])).toBe(4);
  expect(off([1, 9, 1, 5])).toBe(0);
  expect(off([0, 9, 0, 0])).toBeNaN();
  expect(blindHalfWithin(guesses, [1, 1, 1, 1])).toBe(12);
});
