/**
 * What equal chances take: fitting the guard and the public model, protecting everybody, and protecting one person with
 * 300 ratings. Processor times, which other work on the machine hardly touches. Bars: a fit within 60 s, everybody within
 * 10 s, one person within 12 ms.
 *
 *   node scripts/equal-chances-speed.mjs [--folder data/ml-1m] [--attribute gender] [--people 6000]
 *
 * Without a folder the data are an invented world of the size of MovieLens 1M.
 */
import { parseArgs } from 'node:util';
import { openDataset } from '../build/datasets/index.js';
import {
  encodePresenceModel,
  fitGuard,
  fitPresence,
  itemDigests,
  protectHistory,
  secretDraws,
} from '../build/defence/index.js';
import { historyAt, selectRows } from '../build/inference/index.js';
import { attributeOf, filterByCounts, itemIndex } from '../build/ratings/index.js';
import { loadKernels } from '../build/runtime/index.js';
import { createWorld } from '../build/worlds/index.js';

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string' },
    attribute: { type: 'string' },
    people: { type: 'string', default: '6022' },
  },
});
const read =
  options.folder === undefined
    ? createWorld({ users: 6040, items: 3000, ratingsPerUser: 160, leak: 0.5 }, 1).dataset
    : (
        await openDataset({
          kind: 'known',
          name: 'ml-1m',
          folder: options.folder,
          attributes: [options.attribute ?? 'gender'],
        })
      ).dataset;
const { dataset } = filterByCounts(read, { minPerUser: 20, minPerItem: 20 });
const [attribute] = [...dataset.attributes.keys()];
const { values, labels: groups } = attributeOf(dataset, attribute);
const items = dataset.items.size;
const known = [...values.keys()].filter((person) => values[person] >= 0).slice(0, Number(options.people));
const histories = selectRows({ rows: dataset.users.size, columns: items, ...dataset.ratings.byUser }, known);
const groupOf = Uint8Array.from(known, (person) => values[person]);

/** Seconds of processor. */
async function timed(run) {
  const cpu = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(cpu);
  return [(user + system) / 1e6, result];
}

console.log(`${known.length} people, ${items} items, ${histories.indices.length} ratings`);
const [guardTime, guard] = await timed(() => fitGuard(histories, { kernels: loadKernels() }));
const people = { histories, groupOf, attribute, groups, items: dataset.items, scale: dataset.scale };
const [fitTime, model] = await timed(() => fitPresence(people, { guard }));
console.log(
  `fit: ${(guardTime + fitTime).toFixed(1)} s (guard ${guardTime.toFixed(1)}, chances ${fitTime.toFixed(1)}); bar 60 s`,
);
console.log(`file: ${(encodePresenceModel(model).length / 1e6).toFixed(1)} MB`);

const digests = itemDigests(Array.from({ length: items }, (_, item) => dataset.items.id(itemIndex(item))));
const secret = new Uint8Array(32).fill(7);
const protectedAt = (person, ratings) =>
  protectHistory(model, { ratings, group: groupOf[person] }, {}, (pass) =>
    secretDraws(secret, String(person), pass, digests),
  );
const [allTime] = await timed(() => {
  for (const person of known.keys()) protectedAt(person, historyAt(histories, person));
});
console.log(
  `everybody: ${allTime.toFixed(1)} s, ${((1000 * allTime) / known.length).toFixed(2)} ms per person; bar 10 s for 6,022`,
);

const long = known.findIndex((_, person) => historyAt(histories, person).indices.length >= 300);
const { indices, values: ratings } = historyAt(histories, Math.max(0, long));
const one = { indices: indices.slice(0, 300), values: ratings.slice(0, 300) };
const [oneTime] = await timed(() => {
  for (let n = 0; n < 100; n++) protectedAt(Math.max(0, long), one);
});
console.log(`one person of ${one.indices.length} ratings: ${(10 * oneTime).toFixed(2)} ms; bar 12 ms`);
