/**
 * The usual way to more than two types: one duel for each type, a two-type model of "this type" against "the rest" on
 * the same profiles. The duels choose questions in turn, each by its exact separation, and all absorb every answer. A
 * type weighs as much as the probability of "this type" in its duel. It is the baseline that the exact
 * choice for any number of types (envelope) must beat.
 *
 *     z_j,rest = sum over s != t of n_js z_js / sum over s != t of n_js                              [eq:rest]
 *
 * n_js are the ratings behind z_js: those of item j by type s. A row of presence or of centred ratings speaks of
 * everybody, whether they have seen the item or not: there n_s is the number of people of the type. O(types d^2) per
 * answer, O(d) per item.
 */
import { UlteriorError } from '../errors/index.ts';
import { createModel, type FactorModel } from '../factorization/index.ts';
import { type Belief, type BeliefOptions, observe, startBelief } from '../inference/index.ts';
import type { KernelRuntime } from '../kernels/index.ts';
import { logSigmoid } from '../maths/index.ts';
import type { Answer, Answered } from '../ratings/index.ts';
import { createStrategy } from '../selection/index.ts';
import { type Rival, rivalFrom } from './rival.ts';

/** What the duels start from. */
interface OneVersusRestOptions extends BeliefOptions {
  /** For large catalogues. */
  readonly kernels?: KernelRuntime | undefined;
}

const NAME = 'oneVersusRest';

/** Choices follow a chain of beliefs: what is kept between calls is a cache, one interview at a time. */
export function oneVersusRest(model: FactorModel, options: OneVersusRestOptions = {}): Rival {
  const types = model.typeLabels.length;
  if (types < 3) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `${NAME} is for more than two groups; the attribute "${model.attribute}" has ${types}`,
      'use the strategy "separation"',
      { strategy: NAME, types },
    );
  }
  const { ridge, kernels } = options;
  const { prior } = startBelief(model, options).parameters;
  const duels = model.typeLabels.map((_, type) => {
    const duel = againstRest(model, type);
    const start = startBelief(duel, { ridge, prior: [1 - prior[type]!, prior[type]!] });
    return { beliefs: new BeliefChain(duel, start), strategy: createStrategy({ model: duel, seed: 0, kernels }) };
  });
  return rivalFrom({
    name: NAME,
    types,
    items: model.items.size,
    choose: (candidates, answers) => {
      const { beliefs, strategy } = duels[answers.length % types]!;
      return strategy.next(beliefs.after(answers), candidates, answers)!.item;
    },
    logWeights: (answers) =>
      Float64Array.from(duels, ({ beliefs }) => {
        const { logWeights } = beliefs.after(answers);
        return logSigmoid(logWeights[1]! - logWeights[0]!);
      }),
  });
}

/** The model of two types, the rest and the given one. */
export function againstRest(model: FactorModel, type: number): FactorModel {
  const { rows, typeLabels, typePriors, itemStatistics } = model;
  const types = typeLabels.length;
  const others = [...typeLabels.keys()].filter((other) => other !== type);
  const { channels } = rows;
  const { countsByType } = itemStatistics;
  const biases = new Float64Array((rows.biases.length / types) * 2);
  const counts = new Uint32Array(model.items.size * 2);
  for (let item = 0; item < model.items.size; item++) {
    const rated = others.map((other) => countsByType[item * types + other]!);
    counts[2 * item] = sum(rated);
    counts[2 * item + 1] = countsByType[item * types + type]!;
    const people = others.map((other) => typePriors[other]!);
    for (const [at, channel] of channels.entries()) {
      const row = item * channels.length + at;
      // An item that none of the others rated has the biases its training gave it: people stand in for ratings.
      const weights = channel === 'rating' && counts[2 * item]! > 0 ? rated : people;
      const weighted = others.map((other, n) => weights[n]! * rows.biases[row * types + other]!);
      biases[2 * row] = sum(weighted) / sum(weights);
      biases[2 * row + 1] = rows.biases[row * types + type]!;
    }
  }
  return createModel({
    ...model,
    typeLabels: [`not ${typeLabels[type]}`, typeLabels[type]!],
    typePriors: Float64Array.of(1 - typePriors[type]!, typePriors[type]!),
    rows: { ...rows, biases },
    itemStatistics: { ...itemStatistics, countsByType: counts },
  });
}

/** The belief after each answer of an interview: answers that go on from the last ones go on from their belief. */
class BeliefChain {
  readonly #model: FactorModel;
  readonly #start: Belief;
  readonly #steps: { readonly item: number; readonly answer: Answer; readonly belief: Belief }[] = [];

  constructor(model: FactorModel, start: Belief) {
    this.#model = model;
    this.#start = start;
  }

  after(answers: readonly Answered[]): Belief {
    const differs = ({ item, answer }: Answered, n: number) =>
      item !== this.#steps[n]?.item || answer !== this.#steps[n].answer;
    const first = answers.findIndex(differs);
    const shared = first < 0 ? answers.length : first;
    this.#steps.length = shared;
    let belief = this.#steps.at(-1)?.belief ?? this.#start;
    for (const { item, answer } of answers.slice(shared)) {
      belief = belief.afterAll(observe(this.#model, item, answer));
      this.#steps.push({ item, answer, belief });
    }
    return belief;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
