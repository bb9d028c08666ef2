/**
 * Ways of choosing questions that aim at nobody: each question is drawn at random from the items not asked yet, in
 * proportion to a weight. They are what an aimed questionnaire is compared with.
 */
import { UlteriorError } from '../../../errors/index.ts';
import type { FactorModel } from '../../../factorization/index.ts';
import { popularityOf } from '../../advisor/index.ts';

export interface BenignPolicy {
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  /** How likely each item is to be asked, 0 or more; up to a factor. */
  readonly weights: (model: FactorModel) => ArrayLike<number>;
}

export const benignPolicies: readonly BenignPolicy[] = Object.freeze([
  {
    name: 'popularity',
    summary: 'popular items more often: by how many people rated them',
    weights: popularityOf,
  },
  {
    name: 'entropy',
    summary: 'items on which people are divided more often: by the entropy of their ratings',
    weights: ({ itemStatistics }) => itemStatistics.entropies,
  },
  {
    name: 'uniform',
    summary: 'all items equally often',
    weights: ({ items }) => new Float64Array(items.size).fill(1),
  },
]);

/** The policy's weights, if it can fill a questionnaire of that length. */
export function checkedWeights({ name, weights }: BenignPolicy, model: FactorModel, questions: number): Float64Array {
  const found = Float64Array.from(weights(model));
  const bad = found.findIndex((weight) => !(weight >= 0 && Number.isFinite(weight)));
  if (bad >= 0 || found.length !== model.items.size) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      bad >= 0
        ? `the policy "${name}" gives item ${bad} the weight ${found[bad]}`
        : `the policy "${name}" has ${found.length} weights for ${model.items.size} items`,
      'give every item of the model a finite weight from 0',
      { policy: name },
    );
  }
  const possible = found.reduce((count, weight) => count + (weight > 0 ? 1 : 0), 0);
  if (possible >= questions) return found;
  throw new UlteriorError(
    'STRATEGY_UNSUITABLE',
    `the policy "${name}" can ask ${possible} items of this model, but ${questions} questions are to be compared`,
    'lower the horizon, or leave the policy out',
    { policy: name, possible, questions },
  );
}
