/**
 * The losses that trees are boosted for, with their first and second derivatives by the scores.
 *
 *   two types   score = log odds of the second        gradient p - y       curvature p (1 - p)
 *   more types  one score per type, p = softmax       gradient p_k - y_k   curvature p_k (1 - p_k)
 *
 * Scores are kept output by output: the people of output 0, then those of output 1, ...
 */

import type { TypeLabels } from '../common/typeLabels.ts';
import { exactly, type Slopes } from './growBoostedTree.ts';

export interface BoostingLoss {
  readonly outputs: number;
  /** The best constant scores for some people. */
  start(people: Uint32Array): Float64Array;
  /** Overwrites the slopes of every output for some people. */
  slopes(scores: readonly Float64Array[], people: Uint32Array, into: readonly Slopes[]): void;
  /** Summed over some people. */
  loss(scores: readonly Float64Array[], people: Uint32Array): number;
}

export function typeLoss(known: TypeLabels): BoostingLoss {
  return known.present.length === 2 ? binaryLoss(known.positions) : softmaxLoss(known.positions, known.present.length);
}

function binaryLoss(positions: Uint8Array): BoostingLoss {
  return {
    outputs: 1,
    start: (people) => {
      const [none, all] = shares(positions, 2, people);
      return Float64Array.of(Math.log(all! / none!));
    },
    slopes: (scores, people, into) => {
      const { gradients, curvatures } = into[0]!;
      for (const person of people) {
        const p = 1 / (1 + Math.exp(-scores[0]![person]!));
        gradients[person] = exactly(p - positions[person]!);
        curvatures[person] = exactly(p * (1 - p));
      }
    },
    loss: (scores, people) => {
      let total = 0;
      for (const person of people) {
        const odds = positions[person] === 1 ? scores[0]![person]! : -scores[0]![person]!;
        total += Math.log1p(Math.exp(-Math.abs(odds))) + Math.max(0, -odds);
      }
      return total;
    },
  };
}

function softmaxLoss(positions: Uint8Array, types: number): BoostingLoss {
  const weights = new Float64Array(types);
  let most = 0;
  /** Overwrites `weights` with exp(score - largest), and `most` with the largest score; gives the sum of weights. */
  const weigh = (scores: readonly Float64Array[], person: number): number => {
    most = scores[0]![person]!;
    for (let k = 1; k < types; k++) if (scores[k]![person]! > most) most = scores[k]![person]!;
    let total = 0;
    for (let k = 0; k < types; k++) {
      const weight = Math.exp(scores[k]![person]! - most);
      weights[k] = weight;
      total += weight;
    }
    return total;
  };
  return {
    outputs: types,
    start: (people) => shares(positions, types, people).map(Math.log),
    slopes: (scores, people, into) => {
      for (const person of people) {
        const total = weigh(scores, person);
        for (let k = 0; k < types; k++) {
          const p = weights[k]! / total;
          into[k]!.gradients[person] = exactly(p - (positions[person] === k ? 1 : 0));
          into[k]!.curvatures[person] = exactly(p * (1 - p));
        }
      }
    },
    loss: (scores, people) => {
      let sum = 0;
      for (const person of people) {
        const total = weigh(scores, person);
        sum += Math.log(total) + most - scores[positions[person]!]![person]!;
      }
      return sum;
    },
  };
}

/** Half a person more of each type, so that a type missing among the people is improbable and not impossible. */
function shares(positions: Uint8Array, types: number, people: Uint32Array): Float64Array {
  const counts = new Float64Array(types);
  for (const person of people) counts[positions[person]!]!++;
  const least = counts.some((count) => count === 0) ? 0.5 : 0;
  return counts.map((count) => (count + least) / (people.length + types * least));
}
