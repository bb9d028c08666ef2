/**
 * What to do with a question, for somebody who will not have more than a budget known about an attribute (budget.ts).
 *
 *   answer   whatever the honest answer is, the budget holds after it; and the answer buys something
 *   skip     else, if the budget holds after saying nothing
 *   distort  else: say the value that uses least of the budget, whatever the true one is
 *
 * Where the model is calibrated, what was said may count more after later questions than it does now. If no later question
 * can be passed over without telling something, an answer fits only if the budget also holds with the weights of every
 * later number of questions.
 *
 * The promise: whoever follows the advice is within the budget after every question, whatever their group and their
 * honest answers. Where nothing that can be said keeps it, `keeps` is false: it says so before the question is answered,
 * and what it then advises is the least bad. To a model of ratings a skip tells nothing, so that there it never happens
 * to somebody who may skip. A model that observes skips learns from every question, and there it may.
 *
 * All answers are looked at, not the true one: the advice depends on the questions and on what was said before. That
 * somebody skips or distorts tells nothing, even to somebody who knows that they follow it. And it does not depend on the person's
 * own attribute, which no one needs to enter.
 *
 * With `truth` the true answer alone decides whether it fits. That allows more answers, and what is advised then does
 * depend on the truth.
 *
 * Several models (an attribute each) are watched at once: an answer must fit all budgets, and the least telling value is
 * that whose worst share of a budget is smallest; of equal ones a skip comes first, then the lower rating.
 */
import { requirePositive, requireWithin, UlteriorError } from '../../errors/index.ts';
import { attributesOf, type FactorModel } from '../../factorization/index.ts';
import { type Belief, observe } from '../../inference/index.ts';
import { largestAt } from '../../maths/index.ts';
import { type Answer, type ItemIndex, levels, onScale, type RatingScale } from '../../ratings/index.ts';
import { bitsBetween, type LogMarginals, priorMarginals, statedFromNowOn, statedMarginals } from './bits.ts';
import { budgetUsed } from './budget.ts';
import { costOf } from './cost.ts';
import { type Gain, gainOf, type WeightedCatalogue } from './gain.ts';

/** An attacker's model, and what it has made of the answers so far. */
interface Watched {
  readonly model: FactorModel;
  readonly belief: Belief;
}

/** Who predicts ratings from the same answers, with a belief (and so a ridge) of its own. */
interface Recommender {
  readonly catalogue: WeightedCatalogue;
  readonly belief: Belief;
}

/** How much may become known, and what the person is willing to do. */
export interface AdviceOptions {
  /** How much may become known about each attribute, in bits: one number for all, or one for each by name. */
  readonly budget: number | Readonly<Record<string, number>>;
  /** The smallest share of the uncertainty about ratings that an answer must take off to be worth anything. */
  readonly leastGain?: number | undefined;
  /** Whether a question may be left without an answer; it may, unless this is false. */
  readonly maySkip?: boolean | undefined;
  /** What the person would honestly say; if given, it alone counts instead of all that could be said. */
  readonly truth?: Answer | undefined;
}

/** The most probable value of an attribute. */
export interface Guess {
  readonly value: string;
  readonly probability: number;
}

/** What a question means for one attribute. */
export interface AttributeAdvice {
  readonly attribute: string;
  readonly budget: number;
  /** How much is known before the question, in bits. */
  readonly known: number;
  /** How much answering is expected to add. */
  readonly cost: number;
  /** How much is known once the advice was followed; at most, where it says to answer. */
  readonly knownAfter: number;
  /** Share of the budget that is used before the question, and at most once the advice was followed. */
  readonly used: number;
  readonly usedAfter: number;
  /** What is thought before the question, and the surest guess that can come of following the advice. */
  readonly guess: Guess;
  readonly guessAfter: Guess;
  /** How far the prior alone is from an even guess, in bits: known of everybody, and no advice takes it back. */
  readonly beforehand: number;
}

/** What to do with a question, and what it would cost. */
export interface Advice {
  readonly action: 'answer' | 'skip' | 'distort';
  /** What to say; left out where the true answer may be given and is not known here. */
  readonly say?: Answer;
  /** Why not to answer; left out where the advice is to answer. */
  readonly because?: 'budget' | 'gain';
  /** Whether the budgets hold once the advice was followed; false where nothing that can be said keeps them. */
  readonly keeps: boolean;
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
  if (truth !== undefined) for (const { model } of watched) requireAnswer(model, truth);
  const worst = (share: (seat: Seat) => number) => Math.max(...seats.map(share));
  const used = (answer: Answer) => worst(({ after }) => after(answer).used);
  const usedEver = (answer: Answer) => worst(({ after }) => after(answer).usedEver);
  const fits = (answer: Answer) => usedEver(answer) <= 1;
  const gain =
    recommender && gainOf(recommender.catalogue, recommender.belief, itemOf(recommender.catalogue.model, id));
  const advice = (action: Advice['action'], answers: readonly Answer[], more: Partial<Advice> = {}): Advice => ({
    action,
    ...more,
    keeps: answers.every((answer) => used(answer) <= 1),
    attributes: seats.map((seat) => attributeAdvice(seat, answers)),
    gain,
  });
  const sayable: Answer[] = [...(maySkip ? ['skip' as const] : []), ...valuesOf(watched[0]!.model.scale)];
  const honest = truth === undefined ? sayable : [truth];
  const worth = gain === undefined || gain.share > leastGain;
  if (worth && honest.every(fits)) return advice('answer', honest, { say: truth });
  const because = worth ? 'budget' : 'gain';
  if (maySkip && fits('skip')) return advice('skip', ['skip'], { say: 'skip', because });
  // What keeps the budget now comes before what would use less of it later.
  const keeping = sayable.filter((answer) => used(answer) <= 1);
  const least = keeping.length > 0 ? leastOf(keeping, usedEver) : leastOf(sayable, used);
  return advice(least === 'skip' ? 'skip' : 'distort', [least], { say: least, because });
}

/** The first of those with the smallest burden. */
function leastOf(answers: readonly Answer[], burden: (answer: Answer) => number): Answer {
  return answers[largestAt(answers.map((answer) => -burden(answer)))]!;
}

/** One of several answers will be given: what it adds at most. */
function attributeAdvice(seat: Seat, answers: readonly Answer[]): AttributeAdvice {
  const { attribute, labels, budget, prior, now, cost } = seat;
  const reached = answers.map(seat.after);
  const guess = (belief: Float64Array): Guess => {
    const best = largestAt(belief);
    return { value: labels[best]!, probability: Math.exp(belief[best]!) };
  };
  const guesses = reached.map(({ belief }) => guess(belief));
  return {
    attribute,
    budget,
    known: bitsBetween(now, prior),
    cost,
    knownAfter: Math.max(...reached.map(({ belief }) => bitsBetween(belief, prior))),
    used: budgetUsed(now, prior, budget),
    usedAfter: Math.max(...reached.map((one) => one.used)),
    guess: guess(now),
    guessAfter: guesses.reduce((surest, one) => (one.probability > surest.probability ? one : surest)),
    beforehand: bitsBetween(prior, new Float64Array(prior.length).fill(-Math.log(prior.length))),
  };
}

/** One attribute of one model. */
interface Seat {
  readonly attribute: string;
  readonly labels: readonly string[];
  readonly budget: number;
  readonly prior: Float64Array;
  readonly now: Float64Array;
  readonly cost: number;
  readonly after: (answer: Answer) => ReachedBy;
}

/** Where an answer leads. */
interface ReachedBy {
  readonly belief: Float64Array;
  /** Share of the budget, as the answer is counted then; and at most, as it may be counted later (bits.ts). */
  readonly used: number;
  readonly usedEver: number;
}

function seatsOf({ model, belief }: Watched, item: ItemIndex, { budget, maySkip = true }: AdviceOptions): Seat[] {
  const prior = priorMarginals(model, belief);
  const now = statedMarginals(model, belief);
  const costs = costOf(model, belief, item);
  // To a model of ratings a skip tells nothing: what is stated then stays as it is.
  const silence = maySkip && observe(model, item, 'skip').length === 0;
  const believed = remembering((answer: Answer): readonly LogMarginals[] => {
    const heard = belief.afterAll(observe(model, item, answer));
    return silence ? [statedMarginals(model, heard)] : statedFromNowOn(model, heard);
  });
  return attributesOf(model).attributes.map(({ name, labels }, at) => {
    const allowed = budgetFor(budget, name);
    return {
      attribute: name,
      labels,
      budget: allowed,
      prior: prior[at]!,
      now: now[at]!,
      cost: costs[at]!.bits,
      after: remembering((answer: Answer) => {
        const beliefs = believed(answer).map((marginals) => marginals[at]!);
        const shares = beliefs.map((one) => budgetUsed(one, prior[at]!, allowed));
        return { belief: beliefs[0]!, used: shares[0]!, usedEver: Math.max(...shares) };
      }),
    };
  });
}

/** The same function, which works out each answer once. */
function remembering<Found>(find: (answer: Answer) => Found): (answer: Answer) => Found {
  const found = new Map<Answer, Found>();
  return (answer) => {
    if (!found.has(answer)) found.set(answer, find(answer));
    return found.get(answer)!;
  };
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

function valuesOf(scale: RatingScale): number[] {
  const { min, max, step } = scale;
  return step > 0 ? levels(scale) : Array.from({ length: VALUES }, (_, n) => min + (n * (max - min)) / (VALUES - 1));
}
