/** Classification from everything a person ever rated: one row of the table for each classifier. */

import type { FullHistory, Variant } from '../records/records.ts';
import { aucEstimate, certaintyError } from '../statistics/aucInterval.ts';
import { meanAuc, rankingsOf, unitsByType } from '../statistics/aucStatistic.ts';
import { widened } from '../statistics/foldDependence.ts';
import { shareEstimate } from '../statistics/shareInterval.ts';
import { judge } from './curveTask.ts';

interface Judged {
  readonly classifier: string;
  readonly variant: Variant;
  /** people x K, once for each shuffle of the labels; once for real ones. */
  readonly logits: readonly Float32Array[];
  /** Likewise. */
  readonly types: readonly Uint8Array[];
  readonly typeCount: number;
}

export function fullHistoryOf(
  { classifier, variant, logits, types, typeCount }: Judged,
  folds: ArrayLike<number>,
  resamples: readonly ArrayLike<number>[],
  level: number,
  clusters?: Uint32Array,
): FullHistory {
  const parts = logits.map((own, n) => statisticsOf(own, types[n]!, typeCount, folds, resamples));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanReplicates = (name: 'aucs' | 'accuracies') =>
    Float64Array.from(resamples, (_, b) => mean(parts.map((part) => part[name][b]!)));
  const auc = mean(parts.map((part) => part.auc));
  const counts = unitsByType(Uint32Array.from(types[0]!.keys()), types[0]!, typeCount, clusters);
  return {
    classifier,
    variant,
    ...(variant === 'shuffled' ? { shuffles: logits.length } : {}),
    auc: aucEstimate(auc, meanReplicates('aucs'), level, certaintyError(auc, counts)),
    aucByFold: mean(parts.map(({ aucByFold }) => aucByFold)),
    accuracy: shareEstimate(
      mean(parts.map(({ accuracy }) => accuracy)),
      meanReplicates('accuracies'),
      level,
      parts.length * types[0]!.length,
    ),
  };
}

function statisticsOf(
  logits: Float32Array,
  types: Uint8Array,
  typeCount: number,
  folds: ArrayLike<number>,
  resamples: readonly ArrayLike<number>[],
) {
  const people = Uint32Array.from(types.keys());
  const ones = new Uint8Array(types.length).fill(1);
  const logitOf = (person: number, type: number) => logits[person * typeCount + type]!;
  const rankings = rankingsOf(people, logitOf, types, typeCount);
  const auc = meanAuc(rankings, ones);
  const { right } = judge(
    people,
    (person) => Float64Array.from(logits.subarray(person * typeCount, (person + 1) * typeCount)),
    types,
  );
  const accuracyOf = (weights: ArrayLike<number>) => {
    let [sum, total] = [0, 0];
    for (let person = 0; person < types.length; person++) {
      sum += weights[person]! * right[person]!;
      total += weights[person]!;
    }
    return sum / total;
  };
  const byFold = [...new Set(Array.from(folds))].map((fold) =>
    meanAuc(
      rankingsOf(
        people.filter((person) => folds[person] === fold),
        logitOf,
        types,
        typeCount,
      ),
      ones,
    ),
  );
  const defined = byFold.filter(Number.isFinite);
  return {
    auc,
    aucs: widened(
      auc,
      Float64Array.from(resamples, (weights) => meanAuc(rankings, weights)),
    ),
    aucByFold: defined.reduce((sum, value) => sum + value, 0) / defined.length,
    accuracy: accuracyOf(ones),
    accuracies: Float64Array.from(resamples, accuracyOf),
  };
}
