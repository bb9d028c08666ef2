/** MovieLens 1M in its own layout, for tests on real data: ratings.dat and users.dat with "::" between the columns. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
} from '../../src/ratings/index.ts';

const rowsOf = (file: string) =>
  readFileSync(file, 'latin1')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('::'));

/** Users in order of appearance, with gender (M, F) and age group (below 35, from 35). */
export function readMovieLens(ratingsFile: string): Dataset {
  const users = new Map<string, number>();
  const items = new Map<string, number>();
  const number = (known: Map<string, number>, id: string) => {
    if (!known.has(id)) known.set(id, known.size);
    return known.get(id)!;
  };
  const rows = rowsOf(ratingsFile);
  const triples = {
    users: Uint32Array.from(rows, ([user]) => number(users, user!)),
    items: Uint32Array.from(rows, ([, item]) => number(items, item!)),
    values: Float32Array.from(rows, ([, , rating]) => Number(rating)),
  };
  const people = new Map(rowsOf(join(dirname(ratingsFile), 'users.dat')).map(([user, ...rest]) => [user!, rest]));
  const ids = [...users.keys()];
  return createDataset({
    users: createVocabulary(ids),
    items: createVocabulary([...items.keys()]),
    ratings: createRatingMatrix(users.size, items.size, triples),
    attributes: [
      createAttribute(
        'gender',
        ids.map((id) => people.get(id)?.[0]),
        ['M', 'F'],
      ),
      createAttribute(
        'age',
        ids.map((id) => (Number(people.get(id)?.[1]) >= 35 ? 'from 35' : 'below 35')),
        ['below 35', 'from 35'],
      ),
    ],
  });
}
