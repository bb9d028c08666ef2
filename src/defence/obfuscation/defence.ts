/**
 * What a defence is: it takes the ratings of one person and gives what the person sends instead. What is sent lies on
 * the rating scale and names every item once. It depends on the person's own ratings and type, on what is public (a
 * model of items, a few numbers), and on chance drawn from (seed, person): never on the data of other people.
 */
import { requireWithin, UlteriorError } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import type { BeliefOptions, SparseVector } from '../../inference/index.ts';
import { derive, type RandomStream } from '../../maths/index.ts';
import { levels, onScale, type RatingScale } from '../../ratings/index.ts';
import type { PresenceModel } from '../equalChances/index.ts';
import type { PublicLists } from './publicLists.ts';

/** What a defence may need. */
export interface DefenceContext {
  /** Public: says of items, and of nobody, how types rate them. */
  readonly model: FactorModel;
  /** 0 sends everything as it is; what more means is the defence's own (`DefenceDefinition.strength`). */
  readonly strength: number;
  readonly seed: number;
  /** Ridge and prior of the classifier to hide from. */
  readonly beliefOptions?: BeliefOptions | undefined;
  /** For leastChange: public quantiles of the evidence in undefended ratings (targets.ts), ascending. */
  readonly targets?: ArrayLike<number> | undefined;
  /** For equal chances: the public model of which items people rate. */
  readonly presence?: PresenceModel | undefined;
  /** For defences of the literature: public histories, and which items point to which group. */
  readonly lists?: PublicLists | undefined;
  /** For SBO: how typical the items of a person must be on average for anything to be changed. Default 0.3. */
  readonly sboThreshold?: number | undefined;
}

/** A person whose ratings are to be sent. */
export interface Sender {
  /** Ratings by item, items ascending. */
  readonly ratings: SparseVector;
  /** Of the person among all: decides what chance does. */
  readonly number: number;
  /** The person's own type, for defences that need it. */
  readonly type?: number | undefined;
  /** Items that the person knows and does not rate here: no decoys. */
  readonly known?: ArrayLike<number> | undefined;
}

/** A way to change what is sent. */
export interface Defence {
  readonly name: string;
  /** What the person sends: items ascending, ratings on the scale, at least one. */
  send(person: Sender): SparseVector;
}

/** What the strength of a defence means, and how far it goes. */
export interface StrengthRange {
  /** What the number means. */
  readonly means: string;
  readonly max: number;
  /** Those that an evaluation tries, ascending. */
  readonly tried: readonly number[];
}

/** What a defence does with the model of presence. */
export interface PresenceUse {
  /** Whether its strength is a share that everybody withholds besides. */
  readonly thins: boolean;
}

/** A defence by its name, with the strengths it knows. */
export interface DefenceDefinition {
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** Defences of one idea have the same. */
  readonly family: string;
  /** One line for people. */
  readonly summary: string;
  /** Whether the person must tell it the own type. */
  readonly needsType: boolean;
  /** Whether it sends other items than were rated: withholds some, or makes some up. Reports say what stays untouched. */
  readonly changesItems: boolean;
  /** Whether it knows two types only, or any number. */
  readonly types: 'two' | 'any';
  readonly strength: StrengthRange;
  /** For defences that need the model of presence: where the groups meet, which an attacker may know. */
  readonly presence?: PresenceUse;
  /** For defences that need public lists. */
  readonly lists?: true;
  /** Where it was published, for defences of the literature. */
  readonly reference?: string;
  /** Differential privacy of one rating, for defences that have it. */
  readonly epsilon?: (strength: number, scale: RatingScale) => number;
  /** Prepares what all people share. `chance` is the person's own stream. */
  create(context: DefenceContext): (person: Sender, chance: RandomStream) => SparseVector;
}

/** Ready for any number of people; refuses models and people it was not made for. */
export function openDefence(definition: DefenceDefinition, context: DefenceContext): Defence {
  const { name, strength } = definition;
  requireWithin(`strength of ${name}`, context.strength, { min: 0, max: strength.max });
  const { typeLabels, scale, attribute, rows } = context.model;
  requireSuitable(definition, attribute, typeLabels.length, scale);
  if (rows.channels.join() !== 'rating') {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `the defence "${name}" reads models of ratings; this one observes ${rows.channels.join(' and ')}`,
      'train a model of ratings',
      { defence: name },
    );
  }
  const send = definition.create(context);
  return {
    name,
    send: (person) => {
      checkPerson(definition, context.model, person);
      const sent = send(person, derive(context.seed, `defence-${name}`, person.number));
      checkSent(name, context.model, person.number, sent);
      return sent;
    },
  };
}

/** Refuses an attribute or a rating scale that the defence was not made for. */
export function requireSuitable(
  { name, types: known }: DefenceDefinition,
  attribute: string,
  types: number,
  scale: RatingScale,
): void {
  if (known === 'two' && types !== 2) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `the defence "${name}" is for two groups; the attribute "${attribute}" has ${types}`,
      'use a defence for any number of groups (blinding, withhold), or merge values into two groups',
      { defence: name, types },
    );
  }
  if (levels(scale).length < 2) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `the defence "${name}" sends whole steps of the rating scale; this scale, ${scale.min} to ${scale.max}, has none`,
      'round the ratings to a scale with levels first',
      { defence: name, scale },
    );
  }
}

/** What is not a rating of the scale would be thrown away, or mended, by whoever measures: that would flatter the defence. */
function checkSent(name: string, { items, scale }: FactorModel, person: number, sent: SparseVector): void {
  const { indices, values } = sent;
  let wrong = indices.length === 0 || indices.length !== values.length ? 'a list of ratings that is empty or torn' : '';
  for (let n = 0; n < indices.length && wrong === ''; n++) {
    const item = indices[n]!;
    const ascends = Number.isInteger(item) && item > (n === 0 ? -1 : indices[n - 1]!) && item < items.size;
    if (!ascends) wrong = `item ${item} where items must ascend below ${items.size}`;
    // In the single precision in which ratings are kept.
    else if (!onScale(scale, Math.fround(values[n]!))) wrong = `${values[n]} for item ${item}, which is off the scale`;
  }
  if (wrong === '') return;
  throw new UlteriorError(
    'PLUGIN_MISBEHAVED',
    `the defence "${name}" sent ${wrong}, for person ${person}`,
    'run its conformance suite (ulterior/testing), and mend it',
    { defence: name, person },
  );
}

function checkPerson(
  { name, needsType }: DefenceDefinition,
  model: FactorModel,
  { ratings, number, type }: Sender,
): void {
  const { indices, values } = ratings;
  const where = { defence: name, person: number };
  if (indices.length === 0 || indices.length !== values.length) {
    throw new UlteriorError(
      'USER_WITHOUT_RATINGS',
      `person ${number} has ${indices.length} items and ${values.length} ratings`,
      'pass one rating for each of at least one item',
      where,
    );
  }
  for (let n = 0; n < indices.length; n++) {
    const item = indices[n]!;
    if (!(Number.isInteger(item) && item >= 0 && item < model.items.size)) {
      throw new UlteriorError(
        'ITEM_UNKNOWN',
        `person ${number} rates item ${item}, which is not among the ${model.items.size} items of the model`,
        'pass item indexes of this model',
        { ...where, item },
      );
    }
    if (n > 0 && item <= indices[n - 1]!) {
      throw new UlteriorError(
        'RATING_DUPLICATE',
        `the items of person ${number} do not ascend: ${item} follows ${indices[n - 1]}`,
        'sort the ratings by item, and name every item once',
        { ...where, item },
      );
    }
    if (!onScale(model.scale, values[n]!)) {
      throw new UlteriorError(
        'ANSWER_OFF_SCALE',
        `person ${number} rates item ${item} with ${values[n]}; the scale goes from ${model.scale.min} to ${model.scale.max}`,
        'pass ratings of the scale of the model',
        { ...where, item, value: values[n] },
      );
    }
  }
  const types = model.typeLabels.length;
  if (needsType && !(Number.isInteger(type) && type! >= 0 && type! < types)) {
    throw new UlteriorError(
      'ATTRIBUTE_INVALID',
      `the defence "${name}" needs the group of person ${number}, a whole number from 0 to ${types - 1}; it is ${type}`,
      'pass their own group, which the person knows',
      { ...where, type },
    );
  }
}
