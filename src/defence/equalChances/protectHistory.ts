/**
 * What a person sends so that which items they rated tells nothing about their group, as far as the public model knows:
 * some ratings withheld, pass by pass (sendItems.ts), and values that do not tell either.
 *
 *     rating sent = r - strength (how the own group rates the item - mean over groups), if `combine`
 *
 * It is rounded at random to one of the two neighbours on the scale, so that the expectation is right: plain rounding
 * would undo moves below half a step.
 */
import { requireWithin, UlteriorError } from '../../errors/index.ts';
import type { SparseVector } from '../../inference/index.ts';
import { levels, onScale, type ScaleSteps, scaleSteps } from '../../ratings/index.ts';
import type { PresenceModel } from './presenceModel.ts';
import { guardedItems } from './recommendationGuard.ts';
import type { Draws, ItemDraws } from './secretDraws.ts';
import { presenceSent } from './sendPresence.ts';

/** More than this leaves hardly anything but what is guarded. */
export const MOST_THINNING = 0.9;

/** How a history is protected. */
interface ProtectionOptions {
  /** From 0, which sends everything as it is, to 1, the default. */
  readonly strength?: number;
  /** Whether true ratings are moved, too, to what all groups would give. Default true. */
  readonly combine?: boolean;
  /** Best recommendations that are kept free of what was withheld; 0 for none. Default: the model's own. */
  readonly places?: number | undefined;
  /** The share of what is not guarded that is withheld besides, whatever the group: hides more, costs more. Default 0. */
  readonly thinning?: number | undefined;
}

/** Whose history it is. */
interface ProtectedPerson {
  /** Ratings by item of the model, items ascending. */
  readonly ratings: SparseVector;
  /** Position among the groups of the model. */
  readonly group: number;
  /** What was decided when a shorter history was sent: it stays so, and only new items are decided now. */
  readonly before?: EarlierSending | undefined;
}

/** What a person remembers of the last sending; `ProtectedHistory` has both. */
export interface EarlierSending {
  readonly sent: SparseVector;
  readonly withheld: ArrayLike<number>;
}

/** What is sent, and what is different from the truth; items ascending. */
export interface ProtectedHistory {
  readonly sent: SparseVector;
  readonly withheld: readonly number[];
  /** Items whose true rating was changed. */
  readonly changed: readonly number[];
}

/** `draws` gives the secret numbers of each pass (secretDraws.ts), from 0. */
export function protectHistory(
  model: PresenceModel,
  person: ProtectedPerson,
  options: ProtectionOptions,
  draws: (pass: number) => Draws,
): ProtectedHistory {
  checkPerson(model, person);
  requireWithin('thinning', options.thinning ?? 0, { min: 0, max: MOST_THINNING });
  const { strength = 1, combine = true, places = model.sending.places, thinning = 0 } = options;
  const { ratings, group, before } = person;
  // From the whole history, once, and the same in all passes.
  const guarded =
    places > 0 && model.guard !== undefined ? guardedItems(model.guard, ratings.indices, places) : undefined;
  let items: ArrayLike<number> = ratings.indices;
  const last = (pass: number) => pass === model.stages.length - 1;
  const numbers = draws(0);
  for (const [pass, stage] of model.stages.entries()) {
    const ofPass = pass === 0 ? numbers : draws(pass);
    const rule = { strength, guarded, thinning: last(pass) ? thinning : 0 };
    items = presenceSent(stage, items, group, rule, (item) => ofPass(item).presence);
  }
  const kept = before === undefined ? new Set(Array.from(items)) : asBefore(items, ratings.indices, before);
  const blinded = blindedFor(model, group, strength);
  const sent: { indices: number[]; values: number[] } = { indices: [], values: [] };
  const withheld: number[] = [];
  const changed: number[] = [];
  for (let n = 0; n < ratings.indices.length; n++) {
    const [item, truth] = [ratings.indices[n]!, ratings.values[n]!];
    if (!kept.has(item)) {
      withheld.push(item);
      continue;
    }
    const value = combine ? blinded(item, truth, numbers(item)) : truth;
    if (Math.abs(value - truth) > 1e-5) changed.push(item);
    sent.indices.push(item);
    sent.values.push(value);
  }
  const { indices, values } = sent;
  return { sent: { indices: Uint32Array.from(indices), values: Float64Array.from(values) }, withheld, changed };
}

/**
 * What was withheld stays withheld, and what was sent is sent again. Taste moves as a history grows, and an item that was
 * close to the line would change sides: whoever compares two sendings would see which ones.
 */
function asBefore(
  items: ArrayLike<number>,
  rated: ArrayLike<number>,
  { sent, withheld }: EarlierSending,
): ReadonlySet<number> {
  const known = new Set(Array.from(rated));
  const kept = new Set([...Array.from(items), ...Array.from(sent.indices).filter((item) => known.has(item))]);
  for (const item of Array.from(withheld)) kept.delete(item);
  if (kept.size > 0) return kept;
  throw new UlteriorError(
    'USER_WITHOUT_RATINGS',
    `all ${rated.length} ratings were withheld before, and nothing is left to send`,
    'send nothing, or begin anew with another secret',
  );
}

/** True ratings, less what the own group gives beyond the mean of the groups. */
function blindedFor(
  { scale, ratings: byGroup, groups: { length: groups } }: PresenceModel,
  group: number,
  strength: number,
) {
  const steps = scaleSteps(scale);
  return (item: number, value: number, { rounding }: ItemDraws) => {
    let mean = 0;
    for (let g = 0; g < groups; g++) mean += byGroup[item * groups + g]! / groups;
    return rounded(steps, value - Math.min(1, strength) * (byGroup[item * groups + group]! - mean), rounding);
  };
}

/** To one of the two neighbours on the scale; beyond its ends, to the end. */
function rounded({ stepsOf, at, levels: all }: ScaleSteps, value: number, uniform: number): number {
  const steps = Math.min(all.length - 1, Math.max(0, stepsOf(value)));
  const below = Math.floor(steps);
  return at(below + (uniform < steps - below ? 1 : 0));
}

function checkPerson({ items, groups, scale }: PresenceModel, { ratings, group }: ProtectedPerson): void {
  const { indices, values } = ratings;
  if (levels(scale).length < 2) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `ratings are sent as whole steps of the scale; this one, ${scale.min} to ${scale.max}, has none`,
      'round the ratings to a scale with levels first, and fit the model again',
    );
  }
  if (!(Number.isInteger(group) && group >= 0 && group < groups.length)) {
    throw new UlteriorError(
      'ATTRIBUTE_INVALID',
      `the group is ${group}, and the model has ${groups.length}: ${groups.join(', ')}`,
      'pass the position of the own group',
      { group },
    );
  }
  if (indices.length === 0 || indices.length !== values.length) {
    throw new UlteriorError(
      'USER_WITHOUT_RATINGS',
      `there are ${indices.length} items and ${values.length} ratings to protect`,
      'pass one rating for each of at least one item',
    );
  }
  for (let n = 0; n < indices.length; n++) {
    const item = indices[n]!;
    if (!(Number.isInteger(item) && item > (n === 0 ? -1 : indices[n - 1]!) && item < items.size)) {
      throw new UlteriorError(
        'ITEM_UNKNOWN',
        `item ${item} stands where items of the model must ascend below ${items.size}`,
        'pass positions of items in the model, ascending, each once',
        { item },
      );
    }
    if (!onScale(scale, Math.fround(values[n]!))) {
      throw new UlteriorError(
        'ANSWER_OFF_SCALE',
        `item ${item} is rated ${values[n]}; the scale of the model goes from ${scale.min} to ${scale.max}`,
        'pass ratings of that scale',
        { item, value: values[n] },
      );
    }
  }
}
