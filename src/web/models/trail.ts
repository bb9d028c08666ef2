/**
 * What several models believe, answer by answer. One answer more costs one step per model: what was heard before is
 * kept, and so is everything up to an answer that changes.
 */
import { type Belief, observe, startBelief, statedLogWeights, surerThan } from '../../inference/index.ts';
import { softmax } from '../../maths/index.ts';
import type { Answer } from '../../ratings/index.ts';
import type { ShippedModel } from './shippedModel.ts';

/** What is believed about one attribute. */
export interface Standing {
  readonly attribute: string;
  readonly labels: readonly string[];
  readonly prior: readonly number[];
  readonly now: readonly number[];
}

interface Heard {
  readonly item: string;
  readonly answer: Answer;
}

interface Step {
  readonly beliefs: readonly Belief[];
  readonly standings: readonly Standing[];
}

export class Trail {
  readonly #models: readonly ShippedModel[];
  readonly #heard: readonly Heard[];
  readonly #steps: readonly Step[];
  /** After 0, 1, 2, … answers: what is believed about every attribute, in the order of the models. */
  readonly standings: readonly (readonly Standing[])[];

  private constructor(models: readonly ShippedModel[], heard: readonly Heard[], steps: readonly Step[]) {
    this.#models = models;
    this.#heard = heard;
    this.#steps = steps;
    this.standings = steps.map(({ standings }) => standings);
  }

  static start(models: readonly ShippedModel[]): Trail {
    const beliefs = models.map(({ model }) => startBelief(model));
    return new Trail(models, [], [stepOf(models, beliefs)]);
  }

  /** The belief of one model after all answers. */
  belief(model: ShippedModel): Belief {
    return this.#steps.at(-1)!.beliefs[this.#models.indexOf(model)]!;
  }

  /** Of how many people in 100 it was less sure who were asked as many questions in that way; undefined where nobody was. */
  surerThan(model: ShippedModel, held: Parameters<typeof surerThan>[2]): number | undefined {
    const share = surerThan(model.model, this.belief(model), held);
    return share === undefined ? undefined : Math.round(100 * share);
  }

  /** With these answers in place of those heard; the same trail where nothing changed. */
  to(given: readonly Heard[]): Trail {
    const changed = given.findIndex(({ item, answer }, at) => {
      const old = this.#heard[at];
      return old?.item !== item || old.answer !== answer;
    });
    const same = changed < 0 ? given.length : changed;
    if (same === this.#heard.length && same === given.length) return this;
    const steps = this.#steps.slice(0, same + 1);
    for (const { item, answer } of given.slice(same)) {
      const { beliefs } = steps.at(-1)!;
      const after = this.#models.map(({ model }, at) =>
        beliefs[at]!.afterAll(observe(model, model.items.indexOf(item)!, answer)),
      );
      steps.push(stepOf(this.#models, after));
    }
    return new Trail(this.#models, given, steps);
  }
}

let last: { readonly models: readonly ShippedModel[]; readonly trail: Trail } | undefined;

/** Goes on from where it was asked last, if the models are the same. */
export function trailOf(models: readonly ShippedModel[], given: readonly Heard[]): Trail {
  const before = last?.models === models ? last.trail : Trail.start(models);
  last = { models, trail: before.to(given) };
  return last.trail;
}

function stepOf(models: readonly ShippedModel[], beliefs: readonly Belief[]): Step {
  const standings = models.map(({ attribute, model }, at) => ({
    attribute,
    labels: model.typeLabels,
    prior: Array.from(beliefs[at]!.parameters.prior),
    now: Array.from(softmax(statedLogWeights(model, beliefs[at]!))),
  }));
  return { beliefs, standings };
}
