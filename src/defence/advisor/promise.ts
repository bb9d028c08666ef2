/**
 * Whether the advisor keeps its promise, by simulation: people of every group are interviewed, do as advised at every
 * question, and must never have more of the budget used than there is (budget.ts), unless they were told before they
 * answered that nothing they can say would keep it.
 *
 * Half of the people answer as the model expects of their group. The other half always have the answer that points most to
 * their own group, which is the worst that can happen to them. Half of either are asked what the attacker's own strategy
 * asks, the others whatever comes.
 */
import { requireWithin } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, type BeliefOptions, observe, startBelief } from '../../inference/index.ts';
import type { KernelRuntime } from '../../kernels/index.ts';
import { derive, largestAt, type RandomStream } from '../../maths/index.ts';
import type { Answer, Answered, ItemIndex } from '../../ratings/index.ts';
import { Candidates, createStrategy, type Strategy } from '../../selection/index.ts';
import { Advisor } from './advisor.ts';
import { answersToExpect } from './answersToExpect.ts';
import { budgetUsed } from './budget.ts';

/** How `measurePromise` measures. */
interface PromiseOptions {
  readonly budget: number;
  /** People of each group. */
  readonly interviews: number;
  readonly questions: number;
  readonly seed: number;
  readonly beliefOptions?: BeliefOptions | undefined;
  readonly kernels?: KernelRuntime | undefined;
}

/** How often the promise of the advisor was kept for one group. */
interface KeptPromise {
  readonly group: string;
  /** Share of the group before anything is asked. */
  readonly prior: number;
  readonly interviews: number;
  /** People with more than the budget used after some question, and who had not been told so before it. */
  readonly broken: number;
  /** People who were told at some question that no answer keeps the budget, and those of them who ended above it. */
  readonly warned: number;
  readonly endedAbove: number;
  /** Share of the questions that were answered honestly. */
  readonly answered: number;
  /** The largest share of the budget that was used in the end. */
  readonly mostUsed: number;
}

/** One row for each group. */
export function measurePromise(model: FactorModel, options: PromiseOptions): KeptPromise[] {
  requireWithin('interviews', options.interviews, { min: 1, max: 1e7, whole: true });
  requireWithin('questions', options.questions, { min: 1, max: model.items.size, whole: true });
  const { kernels, beliefOptions, seed, interviews } = options;
  const start = Advisor.start([{ model, beliefOptions }]);
  const exact = createStrategy({ model, seed, kernels, beliefOptions });
  return model.typeLabels.map((group, type) => {
    let [broken, warned, endedAbove, answered, mostUsed] = [0, 0, 0, 0, 0];
    for (let person = 0; person < interviews; person++) {
      const stream = derive(seed, 'advisor-promise', type * interviews + person);
      const strategy = person % 4 < 2 ? exact : createStrategy({ model, seed, interview: person }, 'random');
      const answering = person % 2 === 0 ? drawnAnswer : tellingAnswer;
      const course = follow(model, start, { type, strategy, answering, stream }, options);
      broken += Number(course.broken);
      warned += Number(course.warned);
      endedAbove += Number(course.used > 1);
      answered += course.answered / (interviews * options.questions);
      mostUsed = Math.max(mostUsed, course.used);
    }
    return { group, prior: model.typePriors[type]!, interviews, broken, warned, endedAbove, answered, mostUsed };
  });
}

type Answering = (model: FactorModel, own: Belief, item: ItemIndex, type: number, stream: RandomStream) => Answer;

interface Person {
  readonly type: number;
  readonly strategy: Strategy;
  readonly answering: Answering;
  readonly stream: RandomStream;
}

function follow(
  model: FactorModel,
  start: Advisor,
  person: Person,
  { budget, questions, beliefOptions }: PromiseOptions,
) {
  let advisor = start;
  let attacker = startBelief(model, beliefOptions);
  let own = startBelief(model, { ...beliefOptions, prior: nearlyAll(model, person.type) });
  let candidates = Candidates.all(model.items.size);
  const said: Answered[] = [];
  let [broken, warned, answered] = [false, false, 0];
  for (let question = 0; question < questions; question++) {
    const { item } = person.strategy.next(attacker, candidates, said)!;
    const honest = person.answering(model, own, item, person.type, person.stream);
    const advice = advisor.advise(model.items.id(item), { budget });
    const answer = advice.say ?? honest;
    advisor = advisor.after(model.items.id(item), answer);
    attacker = attacker.afterAll(observe(model, item, answer));
    own = own.afterAll(observe(model, item, honest));
    candidates = candidates.without(item);
    said.push({ item, answer });
    answered += Number(advice.action === 'answer');
    warned ||= !advice.keeps;
    broken ||= advice.keeps && usedBy(advisor, budget) > 1;
  }
  return { broken, warned, answered, used: usedBy(advisor, budget) };
}

function usedBy(advisor: Advisor, budget: number): number {
  return Math.max(...advisor.known().map(({ now, prior }) => budgetUsed(now, prior, budget)));
}

/** A prior must leave every type some room. */
const NEARLY_NOTHING = 1e-12;

function nearlyAll({ typeLabels }: FactorModel, type: number): number[] {
  return typeLabels.map((_, other) => (other === type ? 1 - (typeLabels.length - 1) * NEARLY_NOTHING : NEARLY_NOTHING));
}

/** As the model expects of such a person, given what they would have said so far. */
const drawnAnswer: Answering = (model, own, item, _type, stream) => {
  const expected = answersToExpect(model, own, item);
  let left = stream.uniform();
  for (const { answer, probability } of expected) {
    left -= probability;
    if (left < 0) return answer;
  }
  return expected.at(-1)!.answer;
};

/** The one that speaks most for the person's own group, against the rest as they are before anything is said. */
const tellingAnswer: Answering = (model, own, item, type) => {
  const prior = model.typePriors;
  const answers = answersToExpect(model, own, item).map(({ answer }) => answer);
  const evidence = answers.map((answer) => {
    const { logWeights } = own.afterAll(observe(model, item, answer));
    const gains = logWeights.map((weight, t) => weight - own.logWeights[t]!);
    return (
      gains[type]! - gains.reduce((sum, gain, t) => sum + (t === type ? 0 : prior[t]! * gain), 0) / (1 - prior[type]!)
    );
  });
  return answers[largestAt(evidence)]!;
};
