/**
 * Drawing from a discrete distribution in constant time: Walker's alias method, tables filled as by Vose (IEEE
 * Transactions on Software Engineering 17, 1991). Each of the n columns holds 1/n of the probability, shared by at most
 * two outcomes: its own up to `threshold`, and its alias.
 */

import type { RandomStream } from '../maths/index.ts';

interface AliasTable {
  draw(stream: RandomStream): number;
}

/** Weights are positive and need not sum to 1. */
export function createAliasTable(weights: Float64Array): AliasTable {
  const size = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const threshold = weights.map((weight) => (weight * size) / total);
  const alias = Uint32Array.from(weights, (_, outcome) => outcome);
  const small: number[] = [];
  const large: number[] = [];
  for (let outcome = 0; outcome < size; outcome++) (threshold[outcome]! < 1 ? small : large).push(outcome);
  while (small.length > 0 && large.length > 0) {
    const poor = small.pop()!;
    const rich = large.at(-1)!;
    alias[poor] = rich;
    threshold[rich]! -= 1 - threshold[poor]!;
    if (threshold[rich]! < 1) small.push(large.pop()!);
  }
  // What is left over is a full column up to rounding, and is its own alias.
  return {
    draw: (stream) => {
      // One number serves twice: its whole part picks the column, its fraction the outcome.
      const position = stream.uniform() * size;
      const column = Math.floor(position);
      return position - column < threshold[column]! ? column : alias[column]!;
    },
  };
}
