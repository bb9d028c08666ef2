/** The records that need no resampling task of their own: confidence, reliability, comparisons. */
import { normalQuantile } from '../numeric/index.ts';
import { rank, weightedAuc } from './auc.ts';
import { interval, pairedPValue, resampleWeights } from './bootstrap.ts';
import { binsOfEqualMass, type CurveOutcome, foldDependence, judge, probability } from './curveTask.ts';
import type { Outcomes } from './outcomes.ts';
import type { ConfidenceCurve, ContenderComparison, FullHistory, Reliability, Variant } from './records.ts';
import type { AuditSpec } from './spec.ts';

export function confidenceCurves(
  contender: string,
  outcomes: Outcomes,
  types: Uint8Array,
  typeCount: number,
  spec: AuditSpec,
): ConfidenceCurve[] {
  return spec.confidences.map((confidence) => {
    const reached = new Float64Array(spec.maxQuestions + 1);
    let right = 0;
    let crossed = 0;
    for (let person = 0; person < types.length; person++) {
      for (let question = 1; question <= outcomes.lengths[person]!; question++) {
        const at = (person * (spec.maxQuestions + 1) + question) * typeCount;
        let best = 0;
        for (let t = 1; t < typeCount; t++) if (outcomes.logits[at + t]! > outcomes.logits[at + best]!) best = t;
        if (probability(outcomes.logits[at + best]!) <= confidence) continue;
        reached[question]!++;
        crossed++;
        if (best === types[person]) right++;
        break;
      }
    }
    let sum = 0;
    const cumulative = Array.from(reached, (count) => {
      sum += count;
      return sum / types.length;
    });
    return { contender, confidence, reached: cumulative, right: crossed === 0 ? Number.NaN : right / crossed };
  });
}

export function reliabilityAt(
  contender: string,
  questions: number,
  outcomes: Outcomes,
  types: Uint8Array,
  typeCount: number,
  spec: AuditSpec,
): Reliability | undefined {
  const people = Uint32Array.from(types.keys()).filter((person) => outcomes.lengths[person]! >= questions);
  if (people.length < 100) return undefined;
  const logitsOf = (person: number) => {
    const at = (person * (spec.maxQuestions + 1) + questions) * typeCount;
    return Float64Array.from(outcomes.logits.subarray(at, at + typeCount));
  };
  const { confidences, right } = judge(people, logitsOf, types);
  const z = normalQuantile((1 + spec.level) / 2);
  const bins = binsOfEqualMass(confidences, 10).map((bin) => {
    const count = bin.length;
    const stated = bin.reduce((sum, n) => sum + confidences[n]!, 0) / count;
    const share = bin.reduce((sum, n) => sum + right[n]!, 0) / count;
    // Wilson's interval: good also near 0 and 1.
    const centre = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
    const reach = (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
    return { stated, right: { value: share, low: centre - reach, high: centre + reach }, users: count };
  });
  return { contender, questions, bins };
}

/** The first contender against each of the others, on the same resamples. */
export function comparisonsOf(curves: ReadonlyMap<string, CurveOutcome>, spec: AuditSpec): ContenderComparison[] {
  const [first, ...others] = spec.contenders.map(({ id }) => id);
  return others.flatMap((second) =>
    spec.compareAt.flatMap((questions) => {
      const [a, b] = [curves.get(first!)!, curves.get(second)!];
      const [pointA, pointB] = [a.points[questions], b.points[questions]];
      if (pointA === undefined || pointB === undefined) return [];
      const differences = a.aucReplicates[questions]!.map((auc, n) => auc - b.aucReplicates[questions]![n]!);
      const difference = interval(pointA.auc.value - pointB.auc.value, differences, spec.level);
      return [{ questions, first: first!, second, difference, pValue: pairedPValue(differences) }];
    }),
  );
}

export function fullHistoryOf(
  classifier: string,
  variant: Variant,
  logits: Float32Array,
  types: Uint8Array,
  typeCount: number,
  folds: ArrayLike<number>,
  spec: AuditSpec,
): FullHistory {
  const people = Uint32Array.from(types.keys());
  const ranked = typeCount === 2 ? [1] : Array.from({ length: typeCount }, (_, t) => t);
  const aucOf = (group: Uint32Array) => {
    const rankings = ranked.map((type) =>
      rank(
        group,
        (person) => logits[person * typeCount + type]!,
        (person) => types[person] === type,
      ),
    );
    return (weights: ArrayLike<number>) =>
      rankings.reduce((sum, ranking) => sum + weightedAuc(ranking, weights), 0) / rankings.length;
  };
  const { right } = judge(
    people,
    (person) => Float64Array.from(logits.subarray(person * typeCount, (person + 1) * typeCount)),
    types,
  );
  const ones = new Float64Array(types.length).fill(1);
  const auc = aucOf(people);
  const accuracy = (weights: ArrayLike<number>) => {
    let [sum, total] = [0, 0];
    for (let person = 0; person < types.length; person++) {
      sum += weights[person]! * right[person]!;
      total += weights[person]!;
    }
    return sum / total;
  };
  const value = auc(ones);
  const aucs = new Float64Array(spec.resamples);
  const accuracies = new Float64Array(spec.resamples);
  for (let b = 0; b < spec.resamples; b++) {
    const weights = resampleWeights(types.length, spec.seed, b);
    aucs[b] = value + foldDependence[variant] * (auc(weights) - value);
    accuracies[b] = accuracy(weights);
  }
  const byFold = Array.from({ length: spec.folds }, (_, fold) =>
    aucOf(people.filter((person) => folds[person] === fold))(ones),
  );
  const defined = byFold.filter(Number.isFinite);
  return {
    classifier,
    variant,
    auc: interval(value, aucs, spec.level),
    aucByFold: defined.reduce((sum, value) => sum + value, 0) / defined.length,
    accuracy: interval(accuracy(ones), accuracies, spec.level),
  };
}
