/** What the detector makes of one way of asking, and what the asker learns by it. */
import {
  aucEstimate,
  certaintyError,
  type Estimate,
  everyoneOnce,
  type Finding,
  rank,
  weightedAuc,
  wilsonInterval,
} from '../../../audit/index.ts';
import { attributesOf, type FactorModel } from '../../../factorization/index.ts';
import { logOddsAgainstRest, normalCdf } from '../../../maths/index.ts';
import type { Detector } from '../path/detector.ts';
import type { AskerOutcomes } from './askerTask.ts';
import type { AskerFigures } from './records.ts';
import type { DetectorSpec } from './spec.ts';

/** The parts of one asker, in the order of the people. */
export function joinOutcomes(parts: readonly AskerOutcomes[]): AskerOutcomes {
  const joined = <A extends Float64Array | Float32Array | Uint32Array | Uint8Array>(arrays: readonly A[]): A => {
    const all = new (arrays[0]!.constructor as new (length: number) => A)(
      arrays.reduce((sum, { length }) => sum + length, 0),
    );
    let at = 0;
    for (const array of arrays) {
      all.set(array, at);
      at += array.length;
    }
    return all;
  };
  const attributes = [...parts[0]!.squared.keys()];
  return {
    items: joined(parts.map(({ items }) => items)),
    types: joined(parts.map(({ types }) => types)),
    squared: attributes.map((at) => joined(parts.map(({ squared }) => squared[at]!))),
    scores: attributes.map((at) => joined(parts.map(({ scores }) => scores[at]!))),
  };
}

/** `resamples`: how often each person occurs in each of them. */
export function askerFigures(
  detector: Detector,
  model: FactorModel,
  asker: string,
  attribute: number,
  outcomes: AskerOutcomes,
  spec: DetectorSpec,
  resamples: readonly Uint16Array[],
): { readonly figures: AskerFigures; readonly findings: readonly Finding[] } {
  const { questions, level, coverage } = spec;
  const { attributes, codes } = attributesOf(model);
  const squared = outcomes.squared[attribute]!;
  const people = outcomes.types.length;
  const pValues = Array.from({ length: questions }, () => new Float64Array(people));
  const alarmAt = new Float64Array(people).fill(Number.POSITIVE_INFINITY);
  for (let person = 0; person < people; person++) {
    const path = squared.subarray(person * questions, (person + 1) * questions);
    const { pValues: fixed, sequentialPValues } = detector.judge(attribute, path);
    for (let question = 0; question < questions; question++) pValues[question]![person] = fixed[question]!;
    const alarm = sequentialPValues.findIndex((pValue) => pValue <= level);
    if (alarm >= 0) alarmAt[person] = alarm + 1;
  }
  const values = attributes[attribute]!.labels.length;
  const own = Uint8Array.from(outcomes.types, (type) => codes[attribute]![type]!);
  const { name: target } = attributes[attribute]!;
  const findings = Array.from({ length: questions }, (_, question): Finding => {
    const at = (person: number) => person * questions + question;
    const score = (person: number, value: number) =>
      logOddsAgainstRest(outcomes.scores[attribute]!.subarray(at(person) * values, (at(person) + 1) * values), value);
    const implied = Array.from(own, (_, person) => normalCdf(Math.sqrt(squared[at(person)]! / 2)));
    const share = pValues[question]!.filter((pValue) => pValue <= level).length / people;
    return {
      target,
      exposure: 'questions',
      length: question + 1,
      attacker: asker,
      variant: 'real',
      people,
      noticed: { value: share, ...wilsonInterval(share, people, coverage) },
      medianPValue: medianOf(pValues[question]!),
      auc: aucOf(own, values, score, resamples, coverage),
      ...(values === 2 ? { impliedAuc: implied.reduce((sum, auc) => sum + auc, 0) / people } : {}),
    };
  });
  const median = medianOf(alarmAt);
  const figures: AskerFigures = {
    asker,
    attribute: target,
    alarmed: { alarms: alarmAt.filter(Number.isFinite).length, interviews: people },
    medianQuestions: Number.isFinite(median) ? median : undefined,
    questionnaires: countDifferent(outcomes.items, questions),
  };
  return { figures, findings };
}

/**
 * With two values of the second, with more the mean over each against the rest. The interval is that of every AUC; nothing
 * was trained on these people, so that no folds depend on each other.
 */
function aucOf(
  own: Uint8Array,
  values: number,
  score: (person: number, value: number) => number,
  resamples: readonly Uint16Array[],
  coverage: number,
): Estimate {
  const everybody = Uint32Array.from(own.keys());
  const counts = Array.from({ length: values }, (_, value) => own.filter((one) => one === value).length);
  // A value that nobody has, or all have, tells nothing.
  const wanted = [...counts.keys()].filter((value) => counts[value]! > 0 && counts[value]! < own.length);
  const rankings = (values === 2 ? [1] : wanted).map((value) =>
    rank(
      everybody,
      (person) => score(person, value),
      (person) => own[person] === value,
    ),
  );
  const mean = (weights: ArrayLike<number>) => {
    const found = rankings.map((ranking) => weightedAuc(ranking, weights)).filter(Number.isFinite);
    return found.reduce((sum, auc) => sum + auc, 0) / found.length;
  };
  const value = mean(everyoneOnce(own.length));
  const least = certaintyError(
    value,
    wanted.map((one) => counts[one]!),
  );
  return aucEstimate(value, resamples.map(mean), coverage, least);
}

/** The lower of the two in the middle of an even number. */
function medianOf(values: Float64Array): number {
  return values.slice().sort()[Math.floor((values.length - 1) / 2)]!;
}

function countDifferent(items: Uint32Array, questions: number): number {
  const found = new Set<string>();
  for (let at = 0; at < items.length; at += questions) found.add(items.subarray(at, at + questions).join());
  return found.size;
}
