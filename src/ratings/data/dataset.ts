/**
 * A dataset: who rated what and how, and what is known about the users. Built once, checked once, never changed; every
 * filter, split and fold makes a new one.
 *
 * An attribute may lose all but one of its values when users are dropped. That is no fault of a dataset whose other
 * attributes are of interest, so it is an error only where the attribute is asked for: in `attributeOf`.
 */

import { UlteriorError } from '../../errors/index.ts';
import { type Attribute, type CategoricalAttribute, requireSeveralValues } from './attribute.ts';
import type { Finding } from './finding.ts';
import type { ItemIndex, UserIndex } from './indexes.ts';
import { itemIndex, userIndex } from './indexes.ts';
import { type NumericAttribute, requireSeveralNumbers } from './numericAttribute.ts';
import type { RatingMatrix } from './ratingMatrix.ts';
import { onScale, type RatingScale, scaleOf } from './ratingScale.ts';
import { clustersFrom, type Together } from './together.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Users, items, ratings and attributes. Checked once, never changed. */
export interface Dataset {
  readonly users: Vocabulary<UserIndex>;
  readonly items: Vocabulary<ItemIndex>;
  readonly ratings: RatingMatrix;
  readonly scale: RatingScale;
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** Who belongs together; nobody where it is not there. */
  readonly together?: Together | undefined;
  /** What was found when the data were read; undefined where they were made by a program. */
  readonly findings?: readonly Finding[] | undefined;
}

/** What a dataset is put together from. */
export interface DatasetParts {
  readonly users: Vocabulary<UserIndex>;
  readonly items: Vocabulary<ItemIndex>;
  readonly ratings: RatingMatrix;
  /** Inferred from the ratings where it is not given. */
  readonly scale?: RatingScale | undefined;
  readonly attributes?: readonly Attribute[] | undefined;
  /** A number for each user: those with the same one belong together, such as a household. */
  readonly together?: Pick<Together, 'clusters' | 'column'> | undefined;
}

/** Checks that the parts fit together, that every user and item has a rating, and that all lie on the scale. */
export function createDataset(parts: DatasetParts): Dataset {
  const { users, items, ratings, attributes = [] } = parts;
  checkSize('user', users.size, ratings.users);
  checkSize('item', items.size, ratings.items);
  if (ratings.count === 0) {
    throw new UlteriorError(
      'DATASET_EMPTY',
      'the dataset has no ratings',
      'check that the file has rows and that the columns for user, item and rating are the right ones',
    );
  }
  const byName = new Map<string, Attribute>();
  for (const attribute of attributes) {
    checkAttribute(attribute, ratings.users, byName.has(attribute.name));
    byName.set(attribute.name, attribute);
  }
  checkNoneWithoutRatings(parts);
  if (parts.together !== undefined) checkSize('user', parts.together.clusters.length, ratings.users);
  if (parts.scale !== undefined) checkOnScale(parts, parts.scale);
  const together = parts.together && { ...parts.together, clusters: clustersFrom(parts.together.clusters) };
  return assembleDataset(
    { users, items, ratings, scale: parts.scale ?? scaleOf(ratings.byUser.values), together },
    byName,
  );
}

/** Puts together what is known to fit: for parts cut out of a dataset that was checked. */
export function assembleDataset(
  parts: Omit<Dataset, 'attributes'>,
  attributes: ReadonlyMap<string, Attribute>,
): Dataset {
  const { users, items, ratings, scale, together, findings } = parts;
  const of = { users, items, ratings, scale: Object.freeze({ ...scale }), attributes };
  return Object.freeze({
    ...of,
    ...(together !== undefined && { together: Object.freeze(together) }),
    ...(findings !== undefined && { findings }),
  });
}

/** The same data, with what was found in them. */
export function withFindings(dataset: Dataset, findings: readonly Finding[]): Dataset {
  return assembleDataset({ ...dataset, findings: Object.freeze(findings) }, dataset.attributes);
}

/** The attribute of that name, a category with at least two values that occur. */
export function attributeOf(dataset: Dataset, name: string): CategoricalAttribute {
  const attribute = anyAttributeOf(dataset, name);
  if (attribute.kind === 'categorical') return attribute;
  throw new UlteriorError(
    'ATTRIBUTE_KIND',
    `the attribute "${name}" is a number, but groups are needed here`,
    `split it at a threshold (${name}>=35) or into bins (${name}:18,25,35), or run the numeric audit, which infers it as it is`,
    { attribute: name, kind: attribute.kind },
  );
}

/** The attribute of that name, a number with at least two values that occur. */
export function numericAttributeOf(dataset: Dataset, name: string): NumericAttribute {
  const attribute = anyAttributeOf(dataset, name);
  if (attribute.kind === 'numeric') return attribute;
  throw new UlteriorError(
    'ATTRIBUTE_KIND',
    `the attribute "${name}" has the groups ${attribute.labels.map((label) => `"${label}"`).join(', ')}, but a number is needed here`,
    `read the column as a number (${name}:number), or run the audit of groups`,
    { attribute: name, kind: attribute.kind },
  );
}

/** The attribute of that name, of either kind, with at least two values that occur. */
export function anyAttributeOf(dataset: Dataset, name: string): Attribute {
  const attribute = dataset.attributes.get(name);
  if (attribute?.kind === 'numeric') return requireSeveralNumbers(attribute);
  if (attribute !== undefined) return requireSeveralValues(attribute);
  const names = [...dataset.attributes.keys()];
  const known = names.map((known) => `"${known}"`).join(', ');
  throw new UlteriorError(
    'ATTRIBUTE_UNKNOWN',
    `there is no attribute "${name}"; ${names.length === 0 ? 'the data have no attributes' : `there is ${known}`}`,
    names.length === 0 ? 'load the data together with a table of the users' : `name one of ${known}`,
    { attribute: name, known: names },
  );
}

function checkSize(kind: 'user' | 'item', ids: number, rated: number): void {
  if (ids === rated) return;
  throw new UlteriorError(
    'VOCABULARY_INVALID',
    `there are ${ids} ${kind} ids, but the ratings are of ${rated} ${kind}s`,
    `pass one id for each ${kind} of the rating matrix`,
    { kind, ids, rated },
  );
}

function checkAttribute(attribute: Attribute, users: number, repeated: boolean): void {
  const { name, values } = attribute;
  const wrong = repeated
    ? `the attribute "${name}" occurs twice`
    : values.length !== users
      ? `the attribute "${name}" has ${values.length} values for ${users} users`
      : undefined;
  if (wrong === undefined) return;
  throw new UlteriorError(
    'ATTRIBUTE_INVALID',
    wrong,
    repeated ? 'rename or drop one of the two' : 'pass one value per user (undefined where it is not known)',
    { attribute: name, values: values.length, users },
  );
}

function checkNoneWithoutRatings({ users, items, ratings }: DatasetParts): void {
  const { starts, indices } = ratings.byUser;
  // Counted here and not read from byItem, which would double the memory.
  const itemCounts = new Uint32Array(ratings.items);
  for (let at = 0; at < indices.length; at++) itemCounts[indices[at]!] = 1;
  const emptyUsers: number[] = [];
  for (let user = 0; user < ratings.users; user++) if (starts[user] === starts[user + 1]) emptyUsers.push(user);
  const emptyItems: number[] = [];
  for (let item = 0; item < ratings.items; item++) if (itemCounts[item] === 0) emptyItems.push(item);
  if (emptyUsers.length > 0) refuseEmpty('user', emptyUsers.length, users.id(userIndex(emptyUsers[0]!)));
  if (emptyItems.length > 0) refuseEmpty('item', emptyItems.length, items.id(itemIndex(emptyItems[0]!)));
}

function refuseEmpty(kind: 'user' | 'item', count: number, first: string): never {
  throw new UlteriorError(
    kind === 'user' ? 'USER_WITHOUT_RATINGS' : 'ITEM_WITHOUT_RATINGS',
    `${count} ${count === 1 ? `${kind} has` : `${kind}s have`} no ratings; the first is "${first}"`,
    `leave out ${kind}s without ratings: filter by a minimum count of at least 1 rating`,
    { count, first },
  );
}

function checkOnScale({ users, items, ratings }: DatasetParts, scale: RatingScale): void {
  const { starts, indices, values } = ratings.byUser;
  for (let user = 0; user < ratings.users; user++) {
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      if (onScale(scale, values[at]!)) continue;
      const [userId, itemId] = [users.id(userIndex(user)), items.id(itemIndex(indices[at]!))];
      const steps = scale.step === 0 ? '' : ` in steps of ${scale.step}`;
      throw new UlteriorError(
        'RATING_OFF_SCALE',
        `user "${userId}" rates item "${itemId}" with ${values[at]}, but the scale goes from ${scale.min} to ${scale.max}${steps}`,
        'correct the rating, widen the scale, or leave the scale out so that it is inferred',
        { user: userId, item: itemId, value: values[at], scale },
      );
    }
  }
}
