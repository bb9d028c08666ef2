/**
 * Somebody who does not exist: a type drawn from the model's shares, and answers drawn from what the model expects of such
 * a person, given what they said before. The same seed gives the same person.
 */
import { answersToExpect, type GivenAnswer } from '../../defence/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, observe, startBelief } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import type { Answer } from '../../ratings/index.ts';

/** A prior must leave every type some room. */
const NEARLY_NOTHING = 1e-12;

/** Which type the person has. */
export function inventedType(model: FactorModel, seed: number): number {
  return drawn(Array.from(model.typePriors), derive(seed, 'invented-type').uniform());
}

export function inventedAnswer(
  { given, seed }: { readonly given: readonly GivenAnswer[]; readonly seed: number },
  model: FactorModel,
  question: string,
): Answer {
  const belief = beliefOfGroup(model, inventedType(model, seed), given);
  const expected = answersToExpect(model, belief, model.items.indexOf(question)!);
  const place = drawn(
    expected.map(({ probability }) => probability),
    derive(seed, 'invented-answer', given.length).uniform(),
  );
  return expected[place]!.answer;
}

/** After some answers, by somebody who knows the group. */
export function beliefOfGroup(model: FactorModel, group: number, heard: readonly GivenAnswer[]): Belief {
  const others = model.typeLabels.length - 1;
  const prior = model.typeLabels.map((_, type) => (type === group ? 1 - others * NEARLY_NOTHING : NEARLY_NOTHING));
  return heard.reduce(
    (so, { item, answer }) => so.afterAll(observe(model, model.items.indexOf(item)!, answer)),
    startBelief(model, { prior }),
  );
}

/** The place at which a number from 0 to 1 falls among the shares. */
function drawn(shares: readonly number[], number: number): number {
  const total = shares.reduce((sum, share) => sum + share, 0);
  let passed = 0;
  const place = shares.findIndex((share) => {
    passed += share / total;
    return number < passed;
  });
  return place < 0 ? shares.length - 1 : place;
}
