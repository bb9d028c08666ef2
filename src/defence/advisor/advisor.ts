/**
 * What one person's answers have told all the models that are watched, as a value: every answer gives a new advisor.
 * It advises on the next question, and says what is known.
 */
import { UlteriorError } from '../../errors/index.ts';
import { attributesOf, type FactorModel, type ModelAttribute } from '../../factorization/index.ts';
import { type Belief, type BeliefOptions, observe, startBelief } from '../../inference/index.ts';
import type { Answer } from '../../ratings/index.ts';
import { type Advice, type AdviceOptions, advise, itemOf, requireAnswer } from './advise.ts';
import { priorMarginals, statedMarginals } from './bits.ts';
import { costOf } from './cost.ts';
import { type WeightedCatalogue, weightedCatalogue } from './gain.ts';

/** A model to judge by, and how its belief starts. */
export interface AdvisedModel {
  readonly model: FactorModel;
  readonly beliefOptions?: BeliefOptions | undefined;
}

/** One attribute of one of the models, with log probabilities of its values. */
export interface AttributeBelief extends ModelAttribute {
  /** Before anything was said. */
  readonly prior: Float64Array;
  readonly now: Float64Array;
}

const PREDICTION_RIDGE = 1;

/**
 * Watches an interview on the side of the person: what each answer gives away about every attribute it has a model
 * of. Every answer returns a new advisor.
 *
 * @example
 * ```ts
 * import { loadKernels } from 'ulterior';
 * import { createWorld, itemIndex, parametersFrom, train, trained } from 'ulterior/core';
 * import { Advisor } from 'ulterior/defence';
 *
 * const { dataset } = createWorld({ users: 200, items: 50, leak: 0.5 }, 1);
 * const model = trained(await train(dataset, 'type', parametersFrom('als'), { kernels: loadKernels() }));
 * const advisor = Advisor.start([{ model }]);
 * const [first, second] = [0, 1].map((index) => model.items.id(itemIndex(index)));
 * console.log(advisor.advise(first!, { budget: 0.1 }).action);
 * const next = advisor.after(first!, 'skip');
 * console.log(next.advise(second!, { budget: 0.1 }).action);
 * ```
 */
export class Advisor {
  readonly #models: readonly AdvisedModel[];
  readonly #beliefs: readonly Belief[];
  /** Ratings are predicted by the first model, with a ridge of their own. */
  readonly #catalogue: WeightedCatalogue;
  readonly #predicting: Belief;

  private constructor(
    models: readonly AdvisedModel[],
    beliefs: readonly Belief[],
    { catalogue, predicting }: { readonly catalogue: WeightedCatalogue; readonly predicting: Belief },
  ) {
    this.#models = models;
    this.#beliefs = beliefs;
    this.#catalogue = catalogue;
    this.#predicting = predicting;
    Object.freeze(this);
  }

  static start(models: readonly AdvisedModel[], predictionRidge = PREDICTION_RIDGE): Advisor {
    const [first] = models;
    if (first === undefined) {
      throw new UlteriorError('PARAMETER_OUT_OF_RANGE', 'there is no model to judge by', 'pass at least one model');
    }
    const beliefs = models.map(({ model, beliefOptions }) => startBelief(model, beliefOptions));
    const predicting = startBelief(first.model, { ridge: predictionRidge });
    return new Advisor(models, beliefs, { catalogue: weightedCatalogue(first.model), predicting });
  }

  /** Once the item, named by id, was answered. */
  after(id: string, answer: Answer): Advisor {
    const heard = (model: FactorModel, belief: Belief) => {
      requireAnswer(model, answer);
      return belief.afterAll(observe(model, itemOf(model, id), answer));
    };
    const beliefs = this.#models.map(({ model }, at) => heard(model, this.#beliefs[at]!));
    const predicting = heard(this.#catalogue.model, this.#predicting);
    return new Advisor(this.#models, beliefs, { catalogue: this.#catalogue, predicting });
  }

  advise(id: string, options: AdviceOptions): Advice {
    const watched = this.#models.map(({ model }, at) => ({ model, belief: this.#beliefs[at]! }));
    return advise(watched, id, options, { catalogue: this.#catalogue, belief: this.#predicting });
  }

  /** What answering is expected to give away: one number for each attribute of each model. */
  costs(id: string): number[] {
    return this.#models.flatMap(({ model }, at) =>
      costOf(model, this.#beliefs[at]!, itemOf(model, id)).map(({ bits }) => bits),
    );
  }

  /** Every attribute of every model, in the same order as the costs. */
  known(): AttributeBelief[] {
    return this.#models.flatMap(({ model }, at) => {
      const prior = priorMarginals(model, this.#beliefs[at]!);
      const now = statedMarginals(model, this.#beliefs[at]!);
      return attributesOf(model).attributes.map((attribute, place) => ({
        ...attribute,
        prior: prior[place]!,
        now: now[place]!,
      }));
    });
  }
}
