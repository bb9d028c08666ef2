/** A unit of work: a method trained on the other folds guesses people's numbers from everything they ever rated. */
import { decodeNumericModel } from '../../factorization/index.ts';
import {
  historyAt,
  numericRowOf,
  ridgePrediction,
  type SparseRows,
  selectRows,
  startNumericBelief,
  trainRidge,
} from '../../inference/index.ts';
import { defineTask } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import type { HistoryMethod } from '../records/numericRecords.ts';
import type { NumericAuditSpec } from '../spec/numericSpec.ts';

interface NumericHistoryUnit {
  readonly method: HistoryMethod;
  readonly ridge: NumericAuditSpec['ridge'];
  /** For the filter. */
  readonly model: Uint8Array;
  readonly trainers: SparseRows;
  readonly numbers: Float64Array;
  readonly tested: SparseRows;
}

export interface NumericHistoryOutcome {
  readonly means: Float64Array;
  /** NaN where the method states none. */
  readonly deviations: Float64Array;
}

/** The ridges tried, in mean squared lengths of a history: what regression weighs them against. */
const RIDGES = [0.03, 0.1, 0.3, 1, 3, 10];
const INNER_FOLDS = 3;

export const numericHistoryTask = defineTask<NumericHistoryUnit, NumericHistoryOutcome>('numeric-history', (unit) => {
  if (unit.method === 'filter') return filtered(unit);
  const presence = unit.method === 'ridgeOnPresence';
  const [trainers, tested] = [unit.trainers, unit.tested].map((rows) => (presence ? withoutRatings(rows) : rows));
  const regression = trainRidge(trainers!, unit.numbers, chosenRidge(trainers!, unit.numbers));
  const means = Float64Array.from({ length: tested!.rows }, (_, person) =>
    ridgePrediction(regression, historyAt(tested!, person)),
  );
  return { means, deviations: new Float64Array(means.length).fill(Number.NaN) };
});

function filtered({ model: bytes, ridge, tested }: NumericHistoryUnit): NumericHistoryOutcome {
  const model = decodeNumericModel(bytes);
  const start = startNumericBelief(model, { ridge: ridge === 'model' ? undefined : ridge });
  const beliefs = Array.from({ length: tested.rows }, (_, person) => {
    const { indices, values } = historyAt(tested, person);
    return start.afterAll(
      Array.from(indices, (item, n) => ({ row: numericRowOf(model, itemIndex(item)), value: values[n]! })),
    );
  });
  return {
    means: Float64Array.from(beliefs, ({ mean }) => mean),
    deviations: Float64Array.from(beliefs, ({ deviation }) => deviation),
  };
}

function withoutRatings(rows: SparseRows): SparseRows {
  return { ...rows, values: new Float32Array(rows.values.length).fill(1) };
}

/** The ridge of least squared error by cross-validation among the training people; the smaller of equally good ones. */
function chosenRidge(rows: SparseRows, numbers: Float64Array): number {
  const scale = rows.values.reduce((sum, value) => sum + value * value, 0) / rows.rows;
  const people = Array.from({ length: rows.rows }, (_, person) => person);
  const errors = RIDGES.map(() => 0);
  for (let fold = 0; fold < INNER_FOLDS; fold++) {
    const [kept, left] = [true, false].map((wanted) => people.filter((n) => (n % INNER_FOLDS !== fold) === wanted));
    const inner = selectRows(rows, kept!);
    const targets = kept!.map((person) => numbers[person]!);
    for (const [at, ridge] of RIDGES.entries()) {
      const regression = trainRidge(inner, targets, ridge * scale);
      for (const person of left!) {
        errors[at]! += (numbers[person]! - ridgePrediction(regression, historyAt(rows, person))) ** 2;
      }
    }
  }
  return scale * RIDGES[errors.indexOf(Math.min(...errors))]!;
}
