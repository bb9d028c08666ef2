/**
 * What a synthetic world is made of. Everything has a default, so that a spec states only what it is about; everything
 * is checked, because a world that silently differs from its spec would make its known truth a lie.
 */
import { requireWithin, UlteriorError } from '../errors/index.ts';
import type { RatingScale } from '../ratings/index.ts';
import { filledIn } from '../schema/index.ts';

interface WorldType {
  readonly label: string;
  /** Part of the users, above 0; the shares of all types sum to 1. */
  readonly share: number;
}

/** What a world is made of. */
export interface WorldSpec {
  readonly users: number;
  readonly items: number;
  /** Mean number of ratings of a user, from `minimumPerUser` to `items`. */
  readonly ratingsPerUser: number;
  readonly minimumPerUser: number;
  /** How unequal the users are: standard deviation of the logarithm of the ratings beyond the minimum. */
  readonly countSpread: number;
  /** Length of the profiles. */
  readonly dimension: number;
  readonly types: readonly WorldType[];
  /** Name of the attribute that holds the types. */
  readonly attribute: string;
  /** Standard deviation of a type's bias around the mean bias of the item: how much the ratings give away. */
  readonly leak: number;
  /** Standard deviation of a rating around its expectation. */
  readonly noise: number;
  /** Standard deviations of the entries of user and item profiles. */
  readonly profileScales: { readonly user: number; readonly item: number };
  /** Mean over the items of an item's mean bias, and the standard deviation around it. */
  readonly ratingMean: number;
  readonly itemSpread: number;
  /** Exponent of the power law of the items' popularity; 0 makes all alike. */
  readonly popularity: number;
  /** Ratings are rounded and clipped to the scale; 'continuous' leaves them as they come. */
  readonly scale: RatingScale | 'continuous';
}

export const worldDefaults: WorldSpec = Object.freeze({
  users: 500,
  items: 200,
  ratingsPerUser: 40,
  minimumPerUser: 10,
  countSpread: 0.8,
  dimension: 8,
  types: Object.freeze([
    { label: 'A', share: 0.5 },
    { label: 'B', share: 0.5 },
  ]),
  attribute: 'type',
  leak: 0.3,
  noise: 0.8,
  profileScales: Object.freeze({ user: 0.5, item: 0.4 }),
  ratingMean: 3.6,
  itemSpread: 0.5,
  popularity: 0.5,
  scale: Object.freeze({ min: 1, max: 5, step: 1 }),
});

/** Fills in the defaults and checks everything. */
export function completeSpec(partial: Partial<WorldSpec>): WorldSpec {
  const spec = filledIn(worldDefaults, partial);
  requireWithin('users', spec.users, { min: 2, max: 2 ** 31 - 1, whole: true });
  requireWithin('items', spec.items, { min: 1, max: 2 ** 31 - 1, whole: true });
  requireWithin('minimumPerUser', spec.minimumPerUser, { min: 1, max: spec.items, whole: true });
  requireWithin('ratingsPerUser', spec.ratingsPerUser, { min: spec.minimumPerUser, max: spec.items });
  requireWithin('countSpread', spec.countSpread, { min: 0, max: 4 });
  requireWithin('dimension', spec.dimension, { min: 1, max: 1024, whole: true });
  requireWithin('leak', spec.leak, { min: 0, max: 1000 });
  requireWithin('noise', spec.noise, { min: 0, max: 1000 });
  requireWithin('profileScales.user', spec.profileScales.user, { min: 0, max: 1000 });
  requireWithin('profileScales.item', spec.profileScales.item, { min: 0, max: 1000 });
  requireWithin('ratingMean', spec.ratingMean, { min: -1000, max: 1000 });
  requireWithin('itemSpread', spec.itemSpread, { min: 0, max: 1000 });
  requireWithin('popularity', spec.popularity, { min: 0, max: 3 });
  checkTypes(spec);
  checkScale(spec.scale);
  return Object.freeze(spec);
}

/** Raises the error for a part of the spec that no range describes. */
export function refuseSpec(parameter: string, value: unknown, what: string, advice: string): never {
  throw new UlteriorError('PARAMETER_OUT_OF_RANGE', `${parameter} is ${value}; ${what}`, advice, { parameter, value });
}

function checkTypes({ types, attribute }: WorldSpec): void {
  if (types.length < 2 || types.length > 1000) {
    refuseSpec(
      'types',
      `a list of ${types.length}`,
      'it must have 2 to 1000 types',
      'list the types with their shares',
    );
  }
  const labels = types.map((type) => type.label);
  if (labels.includes('') || new Set(labels).size !== labels.length) {
    refuseSpec('types', JSON.stringify(labels), 'labels must be distinct and not empty', 'rename the types');
  }
  for (const [n, type] of types.entries()) requireWithin(`types[${n}].share`, type.share, { min: 1e-9, max: 1 });
  const total = types.reduce((sum, type) => sum + type.share, 0);
  if (Math.abs(total - 1) > 1e-6) {
    refuseSpec(
      'types',
      `a list with shares that sum to ${total}`,
      'they must sum to 1',
      'divide the shares by their sum',
    );
  }
  if (attribute === '') refuseSpec('attribute', '""', 'it must not be empty', 'name the attribute');
}

function checkScale(scale: RatingScale | 'continuous'): void {
  if (scale === 'continuous') return;
  const { min, max, step } = scale;
  const steps = step === 0 ? 1 : (max - min) / step;
  if (
    Number.isFinite(min) &&
    Number.isFinite(max) &&
    min < max &&
    step >= 0 &&
    Math.abs(steps - Math.round(steps)) < 1e-6
  )
    return;
  refuseSpec(
    'scale',
    JSON.stringify(scale),
    'min must be below max, and a whole number of steps apart (step 0: no rounding)',
    "pass for example { min: 1, max: 5, step: 1 }, or 'continuous'",
  );
}
