/**
 * How long an audit will take, from two small measurements on this machine with these data: training on a few people, and
 * a few interviews. A guess to decide by; once the audit runs, the time left is measured.
 */
import type { AuditSpec } from '../../../audit/index.ts';
import { type FactorModel, presets, train, trained } from '../../../factorization/index.ts';
import { rowOf, startBelief } from '../../../inference/index.ts';
import type { KernelRuntime } from '../../../kernels/index.ts';
import {
  attributeOf,
  type CategoricalAttribute,
  type Dataset,
  filterByCounts,
  subsetUsers,
} from '../../../ratings/index.ts';
import { Candidates, createStrategy } from '../../../selection/index.ts';
import { type Pace, PEOPLE, paceOf, QUESTIONS } from './pace.ts';

export async function measurePace(
  dataset: Dataset,
  attribute: string,
  kernels: KernelRuntime,
  now: () => number,
): Promise<Pace> {
  const { dataset: data } = filterByCounts(subsetUsers(dataset, someOfEach(attributeOf(dataset, attribute))), {});
  const trainOnce = async () => trained(await train(data, attribute, presets.als, { kernels }));
  return paceOf(data.ratings.count, trainOnce, askSome, now);
}

/** Some people of each group, in the order of the data. */
function someOfEach({ values, labels }: CategoricalAttribute): Uint32Array {
  const most = Math.ceil(PEOPLE / labels.length);
  const counts = new Uint32Array(labels.length);
  return Uint32Array.from(values.keys()).filter((user) => values[user]! >= 0 && counts[values[user]!]!++ < most);
}

function askSome(model: FactorModel): void {
  const { next } = createStrategy({ model, seed: 0 });
  let belief = startBelief(model);
  let candidates = Candidates.all(model.items.size);
  for (let asked = 0; asked < QUESTIONS; asked++) {
    const choice = next(belief, candidates, []);
    if (choice === undefined) break;
    belief = belief.after({ row: rowOf(model, choice.item), value: 0 });
    candidates = candidates.without(choice.item);
  }
}

/** One resample of one person's figures after one question, as measured on an ordinary machine. */
const RESAMPLE_SECONDS = 35e-9;
/** Judging whole histories, for each rating; those that choose their settings train several times. */
const HISTORY_SECONDS = 1e-6;
const CHOOSING_SECONDS = 5e-6;
const CHOOSING: readonly string[] = ['logistic', 'boosted', 'stack'];
/** Of single-precision kernels in WebAssembly. */
const OPERATIONS_PER_SECOND = 8e9;
/** To choose a kernel, about ten small systems of this many people are solved. */
const CHOSEN_ON = 1500;
/** The factors of everybody, for each rating: ten sweeps of two sides with 64^2 operations. */
const COORDINATE_SECONDS = (10 * 2 * 64 ** 2) / OPERATIONS_PER_SECOND;
/** One shuffle of the permutation test, for each person. */
const SHUFFLE_SECONDS = 4e-7;

export function secondsFor(
  { rating, question }: Pace,
  spec: Pick<
    AuditSpec,
    | 'folds'
    | 'contenders'
    | 'maxQuestions'
    | 'shuffled'
    | 'controls'
    | 'permutations'
    | 'resamples'
    | 'fullHistory'
    | 'transductive'
  >,
  data: { readonly users: number; readonly ratings: number; readonly ratingsPerUser: number },
  workers: number,
): number {
  const { folds, contenders, maxQuestions, shuffled, controls, permutations, resamples, fullHistory } = spec;
  const variants = shuffled.length > 0 ? 1 + controls : 1;
  const runs = contenders.length + shuffled.length * controls;
  // One more model, of four fifths of the people, chooses the prediction ridge.
  const training = (variants + 4 / 5) * (folds - 1) * data.ratings * rating;
  const asked = Math.min(maxQuestions, data.ratingsPerUser);
  const interviews = data.users * runs * asked * question;
  const judges = fullHistory.reduce(
    (sum, name) => sum + (CHOOSING.includes(name) ? CHOOSING_SECONDS : HISTORY_SECONDS),
    0,
  );
  const stacked = fullHistory.includes('stack') && data.users <= spec.transductive.mostPeople;
  // With the real labels, and once with shuffled ones.
  const judgings = variants > 1 ? 2 : 1;
  const kernel = stacked ? judgings * folds * kernelSeconds(data.users, spec.transductive) : 0;
  const coordinates = stacked ? data.ratings * COORDINATE_SECONDS : 0;
  const histories = judgings * judges * folds * data.ratings + kernel + permutations * data.users * SHUFFLE_SECONDS;
  const resampling = 2 * runs * resamples * data.users * (asked + 1) * RESAMPLE_SECONDS;
  return training + coordinates + (interviews + histories + resampling) / workers;
}

function kernelSeconds(people: number, { exactPeople, landmarks }: AuditSpec['transductive']): number {
  const choice = 7 * Math.min(people, CHOSEN_ON) ** 3;
  const solution = people <= exactPeople ? people ** 3 / 3 : 5 * people * landmarks ** 2;
  return (choice + solution) / OPERATIONS_PER_SECOND;
}
