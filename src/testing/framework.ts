/**
 * The suites of this folder run under any framework that has `describe` and `it`: vitest, node:test, mocha. A check is a
 * function that throws. What is tried is drawn from a seed, so that a failure is a failure again.
 */
import assert from 'node:assert/strict';
import { UlteriorError } from '../errors/index.ts';
import { derive, type RandomStream } from '../maths/index.ts';

/** The two functions that vitest and node:test have in common. */
export interface Framework {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => void | Promise<void>): unknown;
  /** Decides what is tried; 1 if left out. */
  readonly seed?: number | undefined;
}

/** Draws a number of situations and checks each; a failure says which it was. */
export function tryMany(
  { seed = 1 }: Framework,
  purpose: string,
  runs: number,
  check: (stream: RandomStream, run: number) => void,
): void {
  for (let run = 0; run < runs; run++) {
    try {
      check(derive(seed, `conformance-${purpose}`, run), run);
    } catch (error) {
      if (error instanceof Error) error.message = `${error.message} (run ${run} of seed ${seed})`;
      throw error;
    }
  }
}

/** A whole number from `min` to `max`. */
export function between(stream: RandomStream, min: number, max: number): number {
  return min + stream.below(max - min + 1);
}

/** The action must throw an UlteriorError of that code, with words that match. */
export function refuses(action: () => unknown, code: string, words: RegExp = /./): void {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof UlteriorError, `it must throw an UlteriorError, not ${error}`);
    assert.equal(error.code, code);
    assert.match(`${error.message} -> ${error.advice}`, words);
    return;
  }
  assert.fail(`it must refuse with ${code}`);
}

export function near(actual: number, expected: number, within: number): void {
  assert.ok(Math.abs(actual - expected) <= within, `${actual} must be within ${within} of ${expected}`);
}

export function allNear(actual: ArrayLike<number>, expected: ArrayLike<number>, within = 1e-9): void {
  assert.equal(actual.length, expected.length);
  for (let n = 0; n < actual.length; n++) near(actual[n]!, expected[n]!, within);
}
