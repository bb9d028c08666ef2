/** Attackers of what was sent, where thinning has left items that nobody among those they learn from has sent. */
import { expect, it } from 'vitest';
import { historyAt, packRows } from '../../inference/index.ts';
import { attributeOf, type Dataset, ratingMatrixFromRows, withRatings } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { knowingLogits } from './knowingAttackers.ts';
import { workTools } from './work.ts';

const { dataset } = createWorld(
  { users: 120, items: 20, ratingsPerUser: 12, minimumPerUser: 8, dimension: 2, leak: 0.6 },
  3,
);
const { users, items, byUser } = dataset.ratings;
const everything = { rows: users, columns: items, ...byUser };
const MISSING = 7;
const without = packRows(
  items,
  Array.from({ length: users }, (_, person) => {
    const { indices, values } = historyAt(everything, person);
    const kept = Array.from(indices, (_, at) => at).filter((at) => indices[at] !== MISSING);
    return { indices: kept.map((at) => indices[at]!), values: kept.map((at) => values[at]!) };
  }),
);
const thinned: Dataset = withRatings(dataset, ratingMatrixFromRows(users, items, without));

const found = async (tested: typeof without) => {
  const { values, labels } = attributeOf(dataset, 'type');
  const shares = { inTraining: labels.map(() => 1 / labels.length), inAll: labels.map(() => 1 / labels.length) };
  const learned = { trainers: without, dataset: thinned, attribute: 'type', types: Uint8Array.from(values) };
  const mechanism = { meeting: 'drop', strength: 0, places: 0 } as const;
  const problem = { ...learned, tested, shares, presence: undefined, mechanism, prior: 'training' as const, seed: 1 };
  return (await knowingLogits(['channels'], problem, workTools({ kernels: loadKernels() }))).channels!;
};

it('channels read the rest, and an item that they never saw tells them nothing', async () => {
  const [whole, cut] = [await found(everything), await found(without)];
  expect(whole).toEqual(cut);
  expect(new Set(whole).size).toBeGreaterThan(users);
});
