/**
 * People with two attributes, gender and age, who see and rate accordingly: a planted leak of two attributes. Of the
 * items, the first third leans on gender, the second on age, and the last on neither.
 */
import { derive } from '../../src/maths/index.ts';
import {
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
} from '../../src/ratings/index.ts';

export interface JointWorldSpec {
  readonly users?: number;
  readonly items?: number;
  readonly seed?: number;
  /** How far seeing an item depends on the attribute it leans on: from 0 to 1. */
  readonly leak?: number;
  /** How many more of the old are women than of the young: from 0 to 1. */
  readonly association?: number;
}

export function jointWorld(spec: JointWorldSpec = {}): Dataset {
  const { users = 400, items = 60, seed = 1, leak = 0.6, association = 0 } = spec;
  const stream = derive(seed, 'joint-world');
  const old = Array.from({ length: users }, () => stream.uniform() < 0.4);
  const woman = old.map((is) => stream.uniform() < 0.5 + (is ? 0.5 : -0.5) * association);
  const triples = { users: [] as number[], items: [] as number[], values: [] as number[] };
  for (let user = 0; user < users; user++) {
    const taste = stream.normal();
    for (let item = 0; item < items; item++) {
      const leaning = item < items / 3 ? woman[user]! : item < (2 * items) / 3 ? old[user]! : undefined;
      const likes = item % 2 === 0;
      const towards = leaning === undefined ? 0 : leaning === likes ? leak : -leak;
      const seen = stream.uniform() < 0.45 + 0.3 * towards + 0.1 * Math.tanh(taste) * (item % 3 === 0 ? 1 : -1);
      // Everybody rates something, and everything is rated.
      if (!seen && item !== user % items) continue;
      const rating = 3 + 0.8 * towards + 0.5 * taste * (item % 3 === 0 ? 1 : -1) + stream.normal();
      triples.users.push(user);
      triples.items.push(item);
      triples.values.push(Math.min(5, Math.max(1, Math.round(rating))));
    }
  }
  return createDataset({
    users: createVocabulary(Array.from({ length: users }, (_, user) => `u${user}`)),
    items: createVocabulary(Array.from({ length: items }, (_, item) => `i${item}`)),
    ratings: createRatingMatrix(users, items, {
      users: Uint32Array.from(triples.users),
      items: Uint32Array.from(triples.items),
      values: Float32Array.from(triples.values),
    }),
    attributes: [
      createAttribute(
        'gender',
        woman.map((is) => (is ? 'F' : 'M')),
      ),
      createAttribute(
        'age',
        old.map((is) => (is ? 'old' : 'young')),
        ['young', 'old'],
      ),
    ],
  });
}
