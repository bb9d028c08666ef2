/**
 * A unit of work: some people of the model, interviewed in one way. A person is drawn from the model itself: a type by
 * its prior, a profile, and answers with the model's noise, neither rounded nor left out. So the attacker's belief is
 * right about them, which no real attacker's is: what it reaches here is the most that these questions can tell.
 */
import { attributesOf, decodeModel, type FactorModel } from '../../../factorization/index.ts';
import { type Belief, logMarginals, type Observation, rowOf, startBelief } from '../../../inference/index.ts';
import { defineTask, derive, type RandomStream } from '../../../maths/index.ts';
import { type ItemIndex, itemIndex } from '../../../ratings/index.ts';
import { Candidates, createStrategy } from '../../../selection/index.ts';
import { popularityOf } from '../../advisor/index.ts';
import { AimPath } from '../path/aimPath.ts';
import { aimRowsOf } from '../path/aimRows.ts';
import { WeightedDraw } from '../path/weightedDraw.ts';
import type { AskerDescription } from './records.ts';

interface AskerUnit {
  /** The encoded model. */
  readonly model: Uint8Array;
  readonly asker: AskerDescription;
  readonly questions: number;
  readonly ridge: number;
  readonly seed: number;
  /** Numbers of the people: from `first`, `count` of them. The same number is the same person to every asker. */
  readonly first: number;
  readonly count: number;
}

/**
 *   items    people x questions: what was asked
 *   types    people
 *   squared  for each attribute, people x questions: D^2 of what was asked so far
 *   scores   for each attribute, people x questions x values: log probabilities of its values, up to a constant
 */
export interface AskerOutcomes {
  readonly items: Uint32Array;
  readonly types: Uint8Array;
  readonly squared: readonly Float64Array[];
  readonly scores: readonly Float32Array[];
}

export const askerTask = defineTask<AskerUnit, AskerOutcomes>('detector-askers', (unit) => {
  const { questions, count, first, seed, ridge } = unit;
  const model = decodeModel(unit.model);
  const widths = attributesOf(model).attributes.map(({ labels }) => labels.length);
  const outcomes: AskerOutcomes = {
    items: new Uint32Array(count * questions),
    types: new Uint8Array(count),
    squared: widths.map(() => new Float64Array(count * questions)),
    scores: widths.map((width) => new Float32Array(count * questions * width)),
  };
  const path = new AimPath(aimRowsOf(model, { ridge }));
  const choose = chooser(model, unit);
  for (let n = 0; n < count; n++) {
    const person = personOf(model, ridge, derive(seed, 'detector-person', first + n));
    outcomes.types[n] = person.type;
    let belief = startBelief(model, { ridge });
    path.restart();
    const next = choose(derive(seed, `detector-choice-${unit.asker.id}`, first + n));
    for (let question = 0; question < questions; question++) {
      const item = next(belief);
      const at = n * questions + question;
      outcomes.items[at] = item;
      path.ask(item);
      belief = belief.afterAll(person.answer(item));
      for (const [attribute, logWeights] of logMarginals(model, belief.logWeights).entries()) {
        outcomes.squared[attribute]![at] = path.squared[attribute]!;
        outcomes.scores[attribute]!.set(logWeights, at * widths[attribute]!);
      }
    }
  }
  return outcomes;
});

/** For each interview, a function from the belief to the next question. */
function chooser(model: FactorModel, { asker, ridge, seed }: AskerUnit) {
  const { size } = model.items;
  const draw = new WeightedDraw(popularityOf(model));
  const strategy = createStrategy({ model, seed, target: asker.target, beliefOptions: { ridge } }, asker.strategy);
  const everything = Candidates.all(size);
  return (chance: RandomStream) => {
    let candidates = everything;
    draw.restart();
    return (belief: Belief): ItemIndex => {
      const blind = asker.share > 0 && chance.uniform() < asker.share;
      const drawn = blind ? draw.draw(chance) : -1;
      // Where nothing popular is left, every question is one of the strategy.
      const item = drawn >= 0 ? itemIndex(drawn) : strategy.next(belief, candidates, [])!.item;
      if (drawn < 0) draw.take(item);
      candidates = candidates.without(item);
      return item;
    };
  };
}

function personOf(model: FactorModel, ridge: number, stream: RandomStream) {
  const { dimension, noiseVariance, typePriors, rows } = model;
  let type = 0;
  const place = stream.uniform();
  for (let sum = typePriors[0]!; sum < place && type < typePriors.length - 1; sum += typePriors[type]!) type++;
  const profile = Float64Array.from({ length: dimension }, () => Math.sqrt(noiseVariance / ridge) * stream.normal());
  const answer = (item: ItemIndex): Observation[] =>
    rows.channels.map((_, channel) => {
      const row = rowOf(model, item, channel);
      let value = row.biases[type]! + Math.sqrt(noiseVariance) * stream.normal();
      for (let k = 0; k < dimension; k++) value += profile[k]! * row.profile[k]!;
      return { row, value };
    });
  return { type, answer };
}
