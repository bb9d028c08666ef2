/** What stands behind the curtain: what is believed, why a question is asked, and what to recommend. */
import { answersToExpect, costOf, type GivenAnswer } from '../../defence/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, observe, startBelief } from '../../inference/index.ts';
import { type Answer, type Answered, type ItemIndex, itemIndex } from '../../ratings/index.ts';

/** With the indexes of a model; a model of other items is refused by the interview. */
export function answeredIn(given: readonly GivenAnswer[], { items }: FactorModel): Answered[] {
  return given.map(({ item, answer }) => ({ item: items.indexOf(item)!, answer }));
}

export function beliefAfter(model: FactorModel, answers: readonly Answered[], ridge?: number): Belief {
  return answers.reduce(
    (belief, { item, answer }) => belief.afterAll(observe(model, item, answer)),
    startBelief(model, { ridge }),
  );
}

export interface Reason {
  /** What an answer is expected to give away about the attribute that is looked for, in bits. */
  readonly cost: number;
  /** The same of a middling question that could be asked instead. */
  readonly typical: number;
  /** The group that each kind of answer points to; undefined where it hardly matters. */
  readonly high: string | undefined;
  readonly low: string | undefined;
  readonly skip: string | undefined;
}

/** What is typical of a large catalogue shows in some of it. */
const COMPARED = 60;

/** An answer that makes nobody more probable by this factor points to nobody. */
const HARDLY = 1.02;

export function reasonFor(model: FactorModel, belief: Belief, given: readonly GivenAnswer[], question: string): Reason {
  const answers = answeredIn(given, model);
  const asked = new Set<number>(answers.map(({ item }) => item));
  const item = model.items.indexOf(question)!;
  const cost = (at: ItemIndex) => costOf(model, belief, at)[0]!.bits;
  const open = itemsOf(model).filter((at) => !asked.has(at));
  const every = Math.ceil(open.length / COMPARED);
  const costs = open
    .filter((_, place) => place % every === 0)
    .map(cost)
    .sort((a, b) => a - b);
  const speaks = (answer: Answer) => {
    const [before, after] = [belief.posterior(), belief.afterAll(observe(model, item, answer)).posterior()];
    const factors = Array.from(after, (share, type) => share / before[type]!);
    const best = factors.indexOf(Math.max(...factors));
    return factors[best]! > HARDLY ? model.typeLabels[best] : undefined;
  };
  const { min, max } = model.scale;
  return {
    cost: cost(item),
    typical: costs[costs.length >> 1]!,
    high: speaks(max),
    low: speaks(min),
    skip: speaks('skip'),
  };
}

interface Recommendation {
  readonly title: string;
  /** The rating to expect of somebody who knows it. */
  readonly rating: number;
}

/** Ratings are predicted with a ridge of their own, as the advisor does. */
const PREDICTION_RIDGE = 1;

/** What the same model would recommend after these answers: the best of what was not asked. */
export function recommendationsOf(
  model: FactorModel,
  given: readonly GivenAnswer[],
  question: string,
  count: number,
): Recommendation[] {
  return predictedFor(model, given, question)
    .sort((a, b) => b.rating - a.rating || a.item - b.item)
    .slice(0, count)
    .map(({ item, rating }) => ({ title: model.items.title(item), rating }));
}

/** What the same model expects of everything that was not asked, in the order of the items. */
export function predictedRatings(model: FactorModel, given: readonly GivenAnswer[]): Float64Array {
  return Float64Array.from(predictedFor(model, given), ({ rating }) => rating);
}

function predictedFor(model: FactorModel, given: readonly GivenAnswer[], question?: string) {
  const answers = answeredIn(given, model);
  const belief = beliefAfter(model, answers, PREDICTION_RIDGE);
  const asked = new Set<number>(answers.map(({ item }) => item));
  if (question !== undefined) asked.add(model.items.indexOf(question)!);
  return itemsOf(model)
    .filter((item) => !asked.has(item))
    .map((item) => ({ item, rating: expectedRating(model, belief, item) }));
}

function expectedRating(model: FactorModel, belief: Belief, item: ItemIndex): number {
  let [sum, weight] = [0, 0];
  for (const { answer, probability } of answersToExpect(model, belief, item)) {
    if (answer === 'skip') continue;
    sum += probability * answer;
    weight += probability;
  }
  return sum / weight;
}

function itemsOf({ items }: FactorModel): ItemIndex[] {
  return Array.from({ length: items.size }, (_, at) => itemIndex(at));
}
