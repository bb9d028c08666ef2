/**
 * What to do with a question, for somebody who will not have more than so many bits known about an attribute.
 *
 *   answer   what is expected to be known afterwards (known + cost) is within the budget, and the answer buys something
 *   skip     else, if saying nothing is within the budget, or adds nothing
 *   distort  else: say the value that leaves least known, whatever the true one is
 *
 * Two things follow from looking at expected costs only. The advice depends on the questions and on what was said
 * before, not on the true answer: that somebody skips or distorts tells nothing, even to who knows that they follow it.
 * And it does not depend on the person's own attribute, which nobody needs to enter.
 *
 * With `truth` the bits of the true answer itself decide whether it fits. That allows more answers, and what is advised
 * then does depend on the truth.
 *
 * Several models (an attribute each) are watched at once: an answer must fit all budgets, and the least telling value is
 * that whose worst share of a budget is smallest; of equal ones a skip comes first, then the lower rating.
 */
import { requirePositive, requireWithin, UlteriorError } from '../../errors/index.ts';
import { attributesOf, type FactorModel } from '../../factorization/index.ts';
import { type Belief, observe } from '../../inference/index.ts';
import { type Answer, type ItemIndex, levels, onScale, type RatingScale } from '../../ratings/index.ts';
import { bitsBetween, priorMarginals, statedMarginals } from './bits.ts';
import { costOf } from './cost.ts';
import { type Gain, gainOf, type WeightedCatalogue } from './gain.ts';

/** An attacker's model, and what it has made of the answers so far. */
export interface Watched {
  readonly model: FactorModel;
  readonly belief: Belief;
}

/** Who predicts ratings from the same answers, with a belief (and so a ridge) of its own. */
export interface Recommender {
  readonly catalogue: WeightedCatalogue;
  readonly belief: Belief;
}

export interface AdviceOptions {
  /** How much may become known about each attribute, in bits: one number for all, or one for each by name. */
  readonly budget: number | Readonly<Record<string, number>>;
  /** The smallest share of the uncertainty about ratings that an answer must take off to be worth anything. */
  readonly leastGain?: number | undefined;
  /** Whether a question may be left without an answer; it may, unless this is false. */
  readonly maySkip?: boolean | undefined;
  /** What the person would honestly say; if given, its own bits count instead of those to be expected. */
  readonly truth?: Answer | undefined;
}

export interface AttributeAdvice {
  readonly attribute: string;
  readonly budget: number;
  /** How much is known before the question. */
  readonly known: number;
  /** How much answering is expected to add. */
  readonly cost: number;
  /** How much is known once the advice was followed; on average over the answers where it says to answer. */
  readonly knownAfter: number;
}

export interface Advice {
  readonly action: 'answer' | 'skip' | 'distort';
  /** What to say; left out where the true answer may be given and is not known here. */
  readonly say?: Answer;
  /** Why not to answer; left out where the advice is to answer. */
  readonly because?: 'budget' | 'gain';
  readonly attributes: readonly AttributeAdvice[];
  /** What an answer would buy; left out where there is no recommender. */
  readonly gain?: Gain;
}

/** The same question in the eyes of all models. Items are named by id: models number them in different ways. */
export function advise(
  watched: readonly Watched[],
  id: string,
  options: AdviceOptions,
  recommender?: Recommender,
): Advice {
  const { leastGain = 0, maySkip = true, truth } = options;
  requireWithin('leastGain', leastGain, { min: 0, max: 1 });
  const seats = watched.flatMap((one) => seatsOf(one, itemOf(one.model, id), options));
  const known = seats.map(({ prior, now }) => bitsBetween(now, prior));
  const knownAfter = (answer: Answer) => seats.map(({ prior, after }) => bitsBetween(after(answer), prior));
  const fits = (bits: readonly number[]) => bits.every((amount, at) => amount <= seats[at]!.budget);
  const gain =
    recommender && gainOf(recommender.catalogue, recommender.belief, itemOf(recommender.catalogue.model, id));
  const advice = (action: Advice['action'], after: readonly number[], more: Partial<Advice> = {}): Advice => ({
    action,
    ...more,
    attributes: seats.map(({ attribute, budget, cost }, at) => ({
      attribute,
      budget,
      known: known[at]!,
      cost,
      knownAfter: after[at]!,
    })),
    ...(gain === undefined ? {} : { gain }),
  });
  if (truth !== undefined) for (const { model } of watched) requireAnswer(model, truth);
  const honest = truth === undefined ? seats.map(({ cost }, at) => known[at]! + cost) : knownAfter(truth);
  const worth = gain === undefined || gain.share > leastGain;
  if (fits(honest) && worth) return advice('answer', honest, truth === undefined ? {} : { say: truth });
  const because = worth ? 'budget' : 'gain';
  if (maySkip) {
    const silent = knownAfter('skip');
    const adds = silent.some((amount, at) => amount > known[at]! && amount > seats[at]!.budget);
    if (!adds) return advice('skip', silent, { say: 'skip', because });
  }
  const answers: Answer[] = [...(maySkip ? ['skip' as const] : []), ...sayable(watched[0]!.model.scale)];
  let least: { answer: Answer; after: readonly number[]; share: number } | undefined;
  for (const answer of answers) {
    const after = knownAfter(answer);
    const share = Math.max(...after.map((amount, at) => amount / seats[at]!.budget));
    if (least === undefined || share < least.share) least = { answer, after, share };
  }
  const { answer, after } = least!;
  return advice(answer === 'skip' ? 'skip' : 'distort', after, { say: answer, because });
}

/** One attribute of one model. */
interface Seat {
  readonly attribute: string;
  readonly budget: number;
  readonly prior: Float64Array;
  readonly now: Float64Array;
  readonly cost: number;
  /** What would be believed after the answer. */
  readonly after: (answer: Answer) => Float64Array;
}

function seatsOf({ model, belief }: Watched, item: ItemIndex, { budget }: AdviceOptions): Seat[] {
  const prior = priorMarginals(model, belief);
  const now = statedMarginals(model, belief);
  const costs = costOf(model, belief, item);
  const beliefs = new Map<Answer, readonly Float64Array[]>();
  const after = (answer: Answer) => {
    const found = beliefs.get(answer) ?? statedMarginals(model, belief.afterAll(observe(model, item, answer)));
    beliefs.set(answer, found);
    return found;
  };
  return attributesOf(model).attributes.map(({ name }, at) => ({
    attribute: name,
    budget: budgetFor(budget, name),
    prior: prior[at]!,
    now: now[at]!,
    cost: costs[at]!.bits,
    after: (answer) => after(answer)[at]!,
  }));
}

function budgetFor(budget: AdviceOptions['budget'], attribute: string): number {
  const bits = typeof budget === 'number' ? budget : budget[attribute];
  if (bits === undefined) {
    throw new UlteriorError(
      'ATTRIBUTE_UNKNOWN',
      `there is no budget for the attribute "${attribute}"`,
      'give one number for all attributes, or a number for each',
      { attribute },
    );
  }
  requirePositive(`budget of ${attribute}`, bits);
  return bits;
}

export function itemOf(model: FactorModel, id: string): ItemIndex {
  const item = model.items.indexOf(id);
  if (item !== undefined) return item;
  throw new UlteriorError(
    'ITEM_UNKNOWN',
    `the model of ${model.attribute} has no item "${id}"`,
    'use models that were trained on the same items',
    { item: id, attribute: model.attribute },
  );
}

export function requireAnswer({ scale, attribute }: FactorModel, answer: Answer): void {
  if (answer === 'skip' || onScale(scale, answer)) return;
  throw new UlteriorError(
    'ANSWER_OFF_SCALE',
    `the answer ${answer} is not on the scale of the model of ${attribute}: ${scale.min} to ${scale.max}${scale.step > 0 ? ` by ${scale.step}` : ''}`,
    'pass a rating of the scale, or skip',
    { answer, attribute },
  );
}

/** Values to choose from on a continuous scale. */
const VALUES = 101;

function sayable(scale: RatingScale): number[] {
  const { min, max, step } = scale;
  return step > 0 ? levels(scale) : Array.from({ length: VALUES }, (_, n) => min + (n * (max - min)) / (VALUES - 1));
}
