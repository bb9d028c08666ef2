/** The records that need no resampling task of their own: confidence, reliability, rating error, items, comparisons. */
import { normalQuantile } from '../numeric/index.ts';
import { type Dataset, itemIndex } from '../ratings/index.ts';
import { interval, resampleWeights } from './bootstrap.ts';
import { binsOfEqualMass, judge, probability } from './curveTask.ts';
import { EARLY, type Outcomes, pointsOf } from './outcomes.ts';
import type { ConfidenceCurve, LeakyItem, RatingErrorCurve, Reliability } from './records.ts';
import type { AuditSpec } from './spec.ts';

const MOST_ITEMS = 200;

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

export function ratingErrorCurve(
  contender: string,
  outcomes: Outcomes,
  spec: AuditSpec,
  typeCount: number,
): RatingErrorCurve {
  const count = pointsOf({ ...spec, types: typeCount });
  const points = [];
  for (let point = 0; point < count; point++) {
    const questions = point * spec.ratingErrorEvery;
    const people = Array.from(outcomes.lengths.keys()).filter(
      (person) => outcomes.lengths[person]! >= questions && outcomes.heldOut[person * count + point]! > 0,
    );
    if (people.length < 20) break;
    const rmse = (weights: ArrayLike<number>) => {
      let [squares, ratings] = [0, 0];
      for (const person of people) {
        squares += weights[person]! * outcomes.squaredErrors[person * count + point]!;
        ratings += weights[person]! * outcomes.heldOut[person * count + point]!;
      }
      return Math.sqrt(squares / ratings);
    };
    const everyone = outcomes.lengths.length;
    const replicates = Float64Array.from({ length: spec.resamples }, (_, b) =>
      rmse(resampleWeights(everyone, spec.seed, b)),
    );
    points.push({
      questions,
      users: people.length,
      rmse: interval(rmse(new Float64Array(everyone).fill(1)), replicates, spec.level),
    });
  }
  return { contender, points };
}

/** Gaps averaged over the folds' models, and how often the first contender asks an item early. */
export function leakyItems(
  dataset: Dataset,
  biasesByFold: readonly Float32Array[],
  typeCount: number,
  first: Outcomes,
) {
  const items = dataset.items.size;
  const biases = new Float64Array(items * typeCount);
  for (const fold of biasesByFold)
    for (let at = 0; at < biases.length; at++) biases[at] = biases[at]! + fold[at]! / biasesByFold.length;
  const asked = new Uint32Array(items);
  for (const entry of first.early) if (entry > 0) asked[entry - 1]!++;
  const counts = new Uint32Array(items);
  for (const item of dataset.ratings.byUser.indices) counts[item]!++;
  const people = first.early.length / EARLY;
  const gapOf = (item: number) => {
    const own = biases.subarray(item * typeCount, (item + 1) * typeCount);
    return (Math.max(...own) - Math.min(...own)) / 2;
  };
  const gaps = Float64Array.from({ length: items }, (_, item) => gapOf(item));
  const worst = Array.from(gaps.keys())
    .sort((a, b) => gaps[b]! - gaps[a]! || a - b)
    .slice(0, MOST_ITEMS)
    .map(
      (item): LeakyItem => ({
        id: dataset.items.id(itemIndex(item)),
        title: dataset.items.title(itemIndex(item)),
        gap: gaps[item]!,
        biases: Array.from(biases.subarray(item * typeCount, (item + 1) * typeCount)),
        ratings: counts[item]!,
        askedEarly: asked[item]! / people,
      }),
    );
  return { worst, gaps: Array.from(gaps.sort()) };
}
