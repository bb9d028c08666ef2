/**
 * One slope per classifier and one intercept per type that maximise the likelihood of people's types, with a penalty of
 * slope^2 / 2; and what such a fit says of people who were left out of it.
 */

import { stratifiedFolds } from '../common/stratifiedFolds.ts';
import { minimise } from './lbfgs.ts';
import { softmaxLoss } from './logisticLoss.ts';

/** One table of scores per classifier: people x types. */
export type ScoreTables = readonly Float64Array[];

const FOLDS = 5;

interface ScoreSlopes {
  readonly slopes: number[];
  readonly intercepts: Float64Array;
}

export function fitSlopes(
  tables: ScoreTables,
  positions: ArrayLike<number>,
  types: number,
  some: Uint32Array,
): ScoreSlopes {
  const count = tables.length;
  const logits = new Float64Array(types);
  const spread = (1 - 1 / types) / types;
  const { point } = minimise(
    (at, gradient) => {
      gradient.fill(0);
      let loss = 0;
      for (let w = 0; w < count; w++) {
        loss += at[w]! ** 2 / 2;
        gradient[w] = at[w]!;
      }
      // The intercepts are determined up to a common shift: a small penalty fixes it.
      for (let k = 0; k < types; k++) {
        loss += (1e-6 * at[count + k]! ** 2) / 2;
        gradient[count + k] = 1e-6 * at[count + k]!;
      }
      for (const person of some) {
        logitsOf(tables, person, types, at, at.subarray(count), logits);
        loss += softmaxLoss(logits, positions[person]!);
        for (let k = 0; k < types; k++) {
          gradient[count + k]! += logits[k]!;
          for (let w = 0; w < count; w++) gradient[w]! += logits[k]! * tables[w]![person * types + k]!;
        }
      }
      return loss;
    },
    new Float64Array(count + types),
    { tolerance: 1e-6, maxIterations: 200, curvature: new Float64Array(count + types).fill(1 + spread * some.length) },
  );
  return { slopes: [...point.subarray(0, count)], intercepts: point.slice(count) };
}

function logitsOf(
  tables: ScoreTables,
  person: number,
  types: number,
  slopes: ArrayLike<number>,
  intercepts: ArrayLike<number>,
  logits: Float64Array,
): void {
  for (let k = 0; k < types; k++) {
    logits[k] = intercepts[k]!;
    for (let w = 0; w < tables.length; w++) logits[k]! += slopes[w]! * tables[w]![person * types + k]!;
  }
}

/** The log loss of each person when left out of the fit, fold by fold. */
export function lossesLeftOut(tables: ScoreTables, positions: ArrayLike<number>, types: number): Float64Array {
  const foldOf = stratifiedFolds(positions, types, FOLDS);
  const logits = new Float64Array(types);
  const losses = new Float64Array(positions.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const everyone = foldOf.map((_, person) => person);
    const fit = fitSlopes(
      tables,
      positions,
      types,
      everyone.filter((person) => foldOf[person] !== fold),
    );
    for (const person of everyone.filter((other) => foldOf[other] === fold)) {
      logitsOf(tables, person, types, fit.slopes, fit.intercepts, logits);
      losses[person] = softmaxLoss(logits, positions[person]!);
    }
  }
  return losses;
}
