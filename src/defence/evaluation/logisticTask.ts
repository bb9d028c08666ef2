/** A unit of work: logistic regression on what people sent, and what it says of others. */
import { logitsFromWeights } from '../../audit/index.ts';
import { historyAt, type LinearModel, type SparseRows, trainLogistic } from '../../inference/index.ts';
import { defineTask } from '../../numeric/index.ts';

export interface LogisticUnit {
  readonly trainers: SparseRows;
  readonly types: Uint8Array;
  readonly typeCount: number;
}

export const logisticTask = defineTask<LogisticUnit, LinearModel>(
  'defence-logistic',
  ({ trainers, types, typeCount }) => trainLogistic(trainers, types, typeCount).model,
);

/** people x K: log odds of each type against the rest. */
export function linearLogits({ types, columns, weights, intercepts }: LinearModel, people: SparseRows): Float64Array {
  const logits = new Float64Array(people.rows * types);
  for (let person = 0; person < people.rows; person++) {
    const { indices, values } = historyAt(people, person);
    const own = intercepts.map((intercept, t) => {
      let sum = intercept;
      for (let n = 0; n < indices.length; n++) sum += weights[t * columns + indices[n]!]! * values[n]!;
      return sum;
    });
    logits.set(logitsFromWeights(own), person * types);
  }
  return logits;
}
