import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/recommenderFiles.ts';
import { openDataset } from '../../datasets/index.ts';
import { parametersFrom } from '../../factorization/index.ts';
import {
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  fingerprint,
} from '../../ratings/index.ts';
import { ratingsOf, writePlan, writePlanRatings } from './planFiles.ts';

const folder = temporaryFolder();
// Ids that are not the numbers they look like.
const dataset = createDataset({
  users: createVocabulary(['007', '7', 'ä "b", c']),
  items: createVocabulary(['1e3', '1000'], ['A film', 'Another']),
  ratings: createRatingMatrix(3, 2, { users: [0, 0, 1, 2], items: [0, 1, 1, 0], values: [1, 2.5, 4, 3] }),
  attributes: [createAttribute('club', ['x', 'y', 'x'])],
});

it('the files of a plan hold ids as they are, and plan.json their checksums', async () => {
  const opened = { dataset, attribute: 'club', summary: undefined as never };
  await writePlan(folder, opened, parametersFrom('als', { dimension: 2 }), { userColumn: 'who', minUser: 2 });
  await writePlanRatings(folder, dataset);
  const settings = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
  expect(settings).toMatchObject({
    format: 'ulterior-plan',
    formatVersion: 1,
    typeLabels: ['x', 'y'],
    columns: { user: 'who', item: 'item', rating: 'rating' },
    filters: { minPerUser: 2, minPerItem: 1 },
    dataFingerprint: fingerprint(dataset, 'club'),
  });
  expect(Object.keys(settings.files)).toEqual([
    'items.parquet',
    'users.parquet',
    'held-out.parquet',
    'start.safetensors',
  ]);
  for (const [name, sum] of Object.entries(settings.files)) {
    expect(
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ).toBe(sum);
  }
  // Read back with the group of each user: the same data.
  const read = await openDataset({
    kind: 'long',
    ratings: { path: join(ratingsOf(folder), 'ratings.parquet') },
    users: { path: join(folder, 'users.parquet'), user: 'id' },
    attributes: ['type as club{0=x; 1=y}'],
  });
  const spelt = ({ users, items, ratings }: typeof dataset) => {
    const { starts, indices, values } = ratings.byUser;
    return Array.from({ length: ratings.users }, (_, user) =>
      Array.from({ length: starts[user + 1]! - starts[user]! }, (_, n) => {
        const at = starts[user]! + n;
        return `${users.id(user as never)} ${items.id(indices[at]! as never)} ${values[at]}`;
      }),
    )
      .flat()
      .sort();
  };
  expect(spelt(read.dataset)).toEqual(spelt(dataset));
});
