/**
 * Trains recommenders of our own on everybody and writes what they keep and show, for `ulterior audit-model`: the user
 * and item vectors of implicit factors (safetensors) and the lists of EASE (CSV).
 *
 *   node scripts/export-recommender.mjs --name ml-1m --folder data/ml-1m --output recommender
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDataset } from '../build/datasets/index.js';
import { encodeTensors, topN, trainEase, trainImplicit } from '../build/factorization/index.js';
import { filterByCounts } from '../build/ratings/index.js';
import { loadKernels } from '../build/runtime/index.js';

const { values: options } = parseArgs({
  options: {
    name: { type: 'string', default: 'ml-1m' },
    folder: { type: 'string' },
    output: { type: 'string' },
    dimension: { type: 'string', default: '64' },
    top: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
});
const read = await openDataset({ kind: 'known', name: options.name, folder: options.folder, attributes: ['gender'] });
const { dataset } = filterByCounts(read.dataset, { minPerUser: 20, minPerItem: 20 });
const { users, items, byUser } = dataset.ratings;
const seen = { rows: users, columns: items, starts: byUser.starts, indices: byUser.indices };
const tools = { kernels: loadKernels() };
const ids = (vocabulary) => Array.from({ length: vocabulary.size }, (_, index) => vocabulary.id(index));

const dimension = Number(options.dimension);
const factors = await trainImplicit(seen, { dimension, seed: Number(options.seed) }, tools);
await mkdir(options.output, { recursive: true });
await writeFile(
  join(options.output, 'factors.safetensors'),
  encodeTensors({
    metadata: { user_ids: JSON.stringify(ids(dataset.users)), item_ids: JSON.stringify(ids(dataset.items)) },
    tensors: {
      user_factors: { shape: [users, dimension], values: factors.people },
      item_factors: { shape: [items, dimension], values: factors.items },
    },
  }),
);

const ease = await trainEase(seen, {}, tools);
const lines = ['user,item,rank'];
for (let user = 0; user < users; user++) {
  const history = byUser.indices.subarray(byUser.starts[user], byUser.starts[user + 1]);
  for (const [place, item] of topN(ease, history, Number(options.top)).entries()) {
    lines.push(`${dataset.users.id(user)},${dataset.items.id(item)},${place + 1}`);
  }
}
await writeFile(join(options.output, 'lists.csv'), `${lines.join('\n')}\n`);
console.log(`${users} users, ${items} items: factors.safetensors and lists.csv in ${options.output}`);
