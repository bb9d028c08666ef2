/**
 * What is public about which items people rate: how likely a person of some taste and group has rated each item. It
 * says of items, and of nobody, how taste and group go with them.
 *
 *     p_j(u, g) = 1 / (1 + exp(-(a_j + b_jg + w_j . u)))                                              [eq:presence]
 *
 *   u     taste: projections of the 0/1 row on the leading singular directions, and the log of the number of ratings,
 *         each less its mean in the person's own group, over its deviation within groups
 *   a, b, w   of item j: intercept, effect of each group, effect of taste
 *
 * Because taste is centred by group, what the groups differ in as a whole is part of b, and is hidden with it.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { ItemIndex, RatingScale, Vocabulary } from '../../ratings/index.ts';
import type { RecommendationGuard } from './recommendationGuard.ts';

/** One pass. The second pass is fitted to what the first one sends, and so on. */
export interface PresenceStage {
  /** items x directions: the leading right singular vectors of what was rated. */
  readonly basis: Float32Array;
  /** groups x (directions + 1): mean taste of each group. */
  readonly centres: Float64Array;
  /** directions + 1: deviation of taste within groups. */
  readonly scales: Float64Array;
  /** One per item. */
  readonly intercepts: Float32Array;
  /** items x groups. */
  readonly groupEffects: Float32Array;
  /** items x (directions + 1). */
  readonly tasteEffects: Float32Array;
  /** Variance of the true group effects across items; 0 where the fit saw nothing beyond chance. */
  readonly groupVariance: number;
}

/** How people send by this model where they say nothing else. Later passes are fitted to people who send so. */
export interface SendingHabit {
  /** Best recommendations that are kept free of what was withheld; 0 for a model without a guard. */
  readonly places: number;
}

/** The public model of equal chances. */
export interface PresenceModel {
  readonly attribute: string;
  readonly groups: readonly string[];
  readonly items: Vocabulary<ItemIndex>;
  readonly scale: RatingScale;
  /** Directions of taste; taste has one number more. */
  readonly directions: number;
  /** One per pass. */
  readonly stages: readonly PresenceStage[];
  readonly sending: SendingHabit;
  /** How items go together. A model without it guards nothing. */
  readonly guard?: RecommendationGuard | undefined;
  /** items x groups: how each group rates the item, shrunken. */
  readonly ratings: Float32Array;
  /** How many people it was learned from. */
  readonly people: number;
}

/** The model itself, if its parts fit together. */
export function createPresenceModel(model: PresenceModel): PresenceModel {
  const { groups, items, directions, stages, ratings } = model;
  const width = directions + 1;
  const counts = [groups.length >= 2, items.size >= 1, directions >= 1, stages.length >= 1];
  if (!counts.every(Boolean)) {
    throw invalid(
      `it has ${groups.length} groups, ${items.size} items, ${directions} directions, ${stages.length} passes`,
    );
  }
  requireNumbers('ratings', ratings, items.size * groups.length);
  for (const [n, stage] of stages.entries()) {
    const named = (name: string) => `${name} of pass ${n + 1}`;
    requireNumbers(named('basis'), stage.basis, items.size * directions);
    requireNumbers(named('centres'), stage.centres, groups.length * width);
    requireNumbers(named('scales'), stage.scales, width);
    requireNumbers(named('intercepts'), stage.intercepts, items.size);
    requireNumbers(named('groupEffects'), stage.groupEffects, items.size * groups.length);
    requireNumbers(named('tasteEffects'), stage.tasteEffects, items.size * width);
    if (stage.scales.some((scale) => scale <= 0)) throw invalid(`${named('scales')} are not all above 0`);
  }
  if (model.guard !== undefined) checkGuard(model.guard, items.size);
  const { places } = model.sending;
  if (!(Number.isInteger(places) && places >= 0)) throw invalid(`people are to send with ${places} guarded places`);
  return Object.freeze({ ...model });
}

/**
 * What whoever fits or uses the model has to be told: where it found no group effects it withholds nothing on account of the
 * group, and must not look as if it did.
 */
export function presenceWarnings({ stages, people, attribute }: PresenceModel): string[] {
  if (stages.some(({ groupVariance }) => groupVariance > 0)) return [];
  return [
    `The ${people.toLocaleString('en')} people of this model do not show, far enough beyond chance, that groups of ${attribute} rate different items. ` +
      'So nothing is withheld on account of the group. That is no proof that there is nothing to hide: a model of more people may show it.',
  ];
}

function checkGuard({ starts, items, weights }: RecommendationGuard, count: number): void {
  requireNumbers('starts of the guard', starts, count + 1);
  requireNumbers('weights of the guard', weights, items.length);
  const ascending = starts.every((start, n) => n === 0 || start >= starts[n - 1]!);
  if (starts[0] !== 0 || starts[count] !== items.length || !ascending || items.some((item) => item >= count)) {
    throw invalid('the guard names items that are not there');
  }
}

function requireNumbers(name: string, numbers: ArrayLike<number>, length: number): void {
  if (numbers.length !== length) throw invalid(`${name} has ${numbers.length} numbers, and ${length} are needed`);
  for (let n = 0; n < length; n++) {
    if (!Number.isFinite(numbers[n])) throw invalid(`${name} has ${numbers[n]} at position ${n}`);
  }
}

function invalid(reason: string): UlteriorError {
  return new UlteriorError(
    'MODEL_INVALID',
    `the parts of the presence model do not fit together: ${reason}`,
    'fit it again (ulterior train --model chances)',
  );
}
