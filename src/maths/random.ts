/**
 * Seeded random streams. Every use of randomness names its purpose and an index (a user, a fold, an epoch), and gets a
 * stream of its own derived from (seed, purpose, index). So the numbers do not depend on how many threads ran, nor on
 * what else drew random numbers before.
 *
 * The generator is xoroshiro128+ with its 128-bit state filled by a hash: the generator itself does not mix its seed,
 * and a 32-bit seed would let streams collide. Normal variates go through the quantile function, whose arithmetic is
 * the same on every engine.
 */

import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { UlteriorError } from '../errors/index.ts';
import { normalQuantile } from './normal.ts';

export interface RandomStream {
  /** Uniform in the open interval (0, 1). */
  uniform(): number;
  /** Uniform integer in [0, bound). */
  below(bound: number): number;
  /** Standard normal. */
  normal(): number;
  /** Shuffles in place (Fisher-Yates) and returns its argument. */
  shuffle<A extends Uint32Array | Int32Array | Uint8Array | number[]>(values: A): A;
}

/**
 * A stream of random numbers for one purpose: the same seed, purpose and index give the same numbers.
 *
 * @example
 * ```ts
 * import { derive } from 'ulterior/core';
 *
 * console.log(derive(1, 'an example').uniform() === derive(1, 'an example').uniform()); // true
 * ```
 */
export function derive(seed: number, purpose: string, index = 0): RandomStream {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `seed is ${seed}; it must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
      'pass another seed',
      { parameter: 'seed', value: seed },
    );
  }
  const generator = xoroshiro128plusFromState(hashState(seed, purpose, index));
  // Multiples of 2^-53 in [0, 1); 0 is moved up by half a step, so that the quantile stays finite.
  const uniform = () => uniformFloat64(generator) || 2 ** -54;
  const below = (bound: number) => uniformInt(generator, 0, bound - 1);
  return {
    uniform,
    below,
    normal: () => normalQuantile(uniform()),
    shuffle: (values) => {
      for (let i = values.length - 1; i > 0; i--) {
        const j = below(i + 1);
        const held = values[i]!;
        values[i] = values[j]!;
        values[j] = held;
      }
      return values;
    },
  };
}

/** Four 32-bit words from four differently salted passes of a multiply-xorshift hash over (seed, purpose, index). */
function hashState(seed: number, purpose: string, index: number): number[] {
  const state: number[] = [];
  for (let salt = 1; salt <= 4; salt++) {
    let hash = mix(Math.imul(salt, 0x9e3779b9));
    hash = mix(hash ^ (seed >>> 0));
    hash = mix(hash ^ Math.floor(seed / 2 ** 32));
    for (let i = 0; i < purpose.length; i++) hash = mix(hash ^ purpose.charCodeAt(i));
    // The separator keeps ('a', 98) and ('ab', ...) apart.
    hash = mix(hash ^ 0x5bd1e995);
    hash = mix(hash ^ (index >>> 0));
    hash = mix(hash ^ Math.floor(index / 2 ** 32));
    state.push(hash | 0);
  }
  // The all-zero state is the generator's only fixed point.
  return state.some((word) => word !== 0) ? state : [1, 0, 0, 0];
}

function mix(word: number): number {
  let h = (word + 0x6d2b79f5) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
