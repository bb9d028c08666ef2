/**
 * A round against the spy, as a value. The questions of an interview are asked again, and anything may be said. Two scores:
 *
 *   sure   how sure the spy ever was, from a coin toss (all groups equally likely) on
 *   kept   how much of what the honest answers teach about tastes is still there: with p the ratings that are expected
 *          of everything that was not asked,
 *
 *              1 - |p(said) - p(honest)|^2 / |p(nothing) - p(honest)|^2
 *
 *          1 for honest answers, 0 for saying nothing, below 0 for what misleads
 *
 * One advisor (src/defence/advisor) helps. It looks at all answers that could be given and not at the honest one, so that
 * following it gives nothing away. Its budget is what takes equally likely groups to the limit:
 *
 *     budget = log2 K - H(limit, (1 - limit)/(K - 1), ...)
 *
 * Of all beliefs in which one group has the limit, that one is nearest to the even one, so nobody within the budget is
 * above the limit.
 */
import { type Advice, Advisor, answersToExpect, type GivenAnswer } from '../../defence/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import type { Answer } from '../../ratings/index.ts';
import { predictedRatings } from '../models/insight.ts';
import { beliefOfGroup } from '../models/inventedPerson.ts';
import type { ShippedModel } from '../models/shippedModel.ts';

/** The spy must stay below this, for two groups. */
const LIMIT_OF_TWO = 0.6;
/** Recommendations count as one's own from this share of what honest answers teach. */
const USEFUL = 0.5;

/** As far above an even guess between more groups as it is between two. */
export function limitFor(groups: number): number {
  return LIMIT_OF_TWO / (LIMIT_OF_TWO + (groups - 1) * (1 - LIMIT_OF_TWO));
}

export function budgetFor(groups: number): number {
  const limit = limitFor(groups);
  const rest = (1 - limit) / (groups - 1);
  return Math.log2(groups) + limit * Math.log2(limit) + (groups - 1) * rest * Math.log2(rest);
}

export interface Round {
  readonly model: FactorModel;
  readonly given: readonly GivenAnswer[];
  readonly said: readonly Answer[];
  /** After 0, 1, 2, … answers: one answer more costs one step. */
  readonly advisors: readonly Advisor[];
  /** What is expected after honest answers, and after none. */
  readonly expected: { readonly honest: Float64Array; readonly nothing: Float64Array };
}

export function startRound({ model }: Pick<ShippedModel, 'model'>, given: readonly GivenAnswer[]): Round {
  const start = Advisor.start([{ model, beliefOptions: { prior: 'uniform' } }]);
  const silent = given.map(({ item }) => ({ item, answer: 'skip' as const }));
  const expected = { honest: predictedRatings(model, given), nothing: predictedRatings(model, silent) };
  return { model, given, said: [], advisors: [start], expected };
}

/** The answer that is open was given; the same round where none is. */
export function afterSaying(round: Round, answer: Answer): Round {
  const open = round.given[round.said.length];
  if (open === undefined) return round;
  const advisor = round.advisors.at(-1)!.after(open.item, answer);
  return { ...round, said: [...round.said, answer], advisors: [...round.advisors, advisor] };
}

/** From the first question again. */
export function restarted(round: Round): Round {
  return { ...round, said: [], advisors: round.advisors.slice(0, 1) };
}

export function takenBack(round: Round): Round {
  return { ...round, said: round.said.slice(0, -1), advisors: round.advisors.slice(0, Math.max(1, round.said.length)) };
}

export function adviceIn({ model, given, said, advisors }: Round): Advice | undefined {
  const open = given[said.length];
  return open && advisors.at(-1)!.advise(open.item, { budget: budgetFor(model.typeLabels.length) });
}

/** The whole round as the advisor plays it: honest wherever it says to answer. */
export function defended(round: Round): Round {
  let played = restarted(round);
  for (const { answer } of round.given) played = afterSaying(played, adviceIn(played)!.say ?? answer);
  return played;
}

/**
 * The whole round with equal chances, as somebody of that group: an honest answer r is said with probability
 *
 *     min over groups of P(r | group, what was said) / P(r | own group, what was said)
 *
 * and skipped otherwise. By these chances each answer is then as likely from every group, and so is a skip. They take a skip to
 * say nothing about taste, which is not quite so: what is left to a spy who knows the defence is not 0, and not measured.
 * `uniform` gives a number for each question.
 */
export function equalised(round: Round, group: number, uniform: (question: number) => number): Round {
  const { model } = round;
  let played = restarted(round);
  for (const [question, { item, answer }] of round.given.entries()) {
    const heard = round.given.slice(0, question).map((one, at) => ({ item: one.item, answer: played.said[at]! }));
    const chances = model.typeLabels.map((_, own) => chanceOf(model, own, heard, item, answer));
    const keeps = answer !== 'skip' && uniform(question) < Math.min(...chances) / chances[group]!;
    played = afterSaying(played, keeps ? answer : 'skip');
  }
  return played;
}

/** How likely somebody of the group gives the answer, after what was said. */
function chanceOf(
  model: FactorModel,
  group: number,
  heard: readonly GivenAnswer[],
  item: string,
  answer: Answer,
): number {
  const expected = answersToExpect(model, beliefOfGroup(model, group, heard), model.items.indexOf(item)!);
  return expected.find((one) => one.answer === answer)?.probability ?? 1;
}

export interface Score {
  /** What the spy believes now, and the most it ever believed of any group. */
  readonly now: readonly number[];
  readonly surest: number;
  /** From 0 to 1; what misleads counts as nothing. */
  readonly kept: number;
  readonly verdict: 'beaten' | 'mute' | 'seen' | 'lost';
}

export function scoreOf({ model, given, said, advisors, expected }: Round): Score {
  const believed = advisors.map((advisor) => Array.from(advisor.known()[0]!.now, Math.exp));
  const surest = Math.max(...believed.flat());
  const now = predictedRatings(
    model,
    given.map(({ item }, at) => ({ item, answer: said[at] ?? 'skip' })),
  );
  const most = squaredDistance(expected.nothing, expected.honest);
  // Where honest answers teach nothing there is nothing to lose.
  const kept = most === 0 ? 1 : Math.max(0, 1 - squaredDistance(now, expected.honest) / most);
  const hidden = surest < limitFor(model.typeLabels.length);
  const verdict = hidden ? (kept >= USEFUL ? 'beaten' : 'mute') : kept >= USEFUL ? 'seen' : 'lost';
  return { now: believed.at(-1)!, surest, kept, verdict };
}

function squaredDistance(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, at) => sum + (value - b[at]!) ** 2, 0);
}
