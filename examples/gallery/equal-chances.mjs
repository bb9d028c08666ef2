/**
 * Equal chances of presence
 *
 * Some ratings are withheld, so that each item is as likely in a history of one group as in one of the other.
 */
import { writeFile } from 'node:fs/promises';
import { loadKernels } from 'ulterior';
import { historyAt } from 'ulterior/attack';
import { attributeOf, itemIndex } from 'ulterior/core';
import { fitGuard, fitPresence, itemDigests, protectHistory, secretDraws } from 'ulterior/defence';
import { chartSvg } from 'ulterior/report';
import { twoCrowds } from './support/twoCrowds.mjs';

const dataset = twoCrowds({ people: 200, items: 40 });
const { users, items, byUser } = dataset.ratings;
const { values: groupOf, labels: groups } = attributeOf(dataset, 'crowd');
const histories = { rows: users, columns: items, ...byUser };
const guard = await fitGuard(histories, { kernels: loadKernels() });
const people = { histories, groupOf, attribute: 'crowd', groups, items: dataset.items, scale: dataset.scale };
const model = fitPresence(people, { guard, places: 5 });
const digests = itemDigests(Array.from({ length: items }, (_, item) => dataset.items.id(itemIndex(item))));

const rows = Array.from({ length: 60 }, (_, user) => {
  const ratings = historyAt(histories, user);
  const secret = new Uint8Array(32).fill(user); // in earnest: 32 random bytes that the person keeps
  const draws = (pass) => secretDraws(secret, `person ${user}`, pass, digests);
  const { withheld } = protectHistory(model, { ratings, group: groupOf[user] }, {}, draws);
  return { group: groups[groupOf[user]], rated: ratings.indices.length, withheld: withheld.length };
});
const total = (field) => rows.reduce((sum, row) => sum + row[field], 0);
console.log(`${total('withheld')} of ${total('rated')} ratings of 60 people are withheld`);

const spec = {
  width: 420,
  height: 220,
  data: { values: rows },
  mark: 'point',
  encoding: {
    x: { field: 'rated', type: 'quantitative', title: 'ratings of a person' },
    y: { field: 'withheld', type: 'quantitative', title: 'withheld' },
    color: { field: 'group' },
  },
};
await writeFile('equal-chances.svg', await chartSvg(spec, 'light'));
