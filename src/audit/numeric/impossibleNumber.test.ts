/** One impossible age among five hundred people must not change what is found about the others. */

import { describe, expect, it } from 'vitest';
import { curveIn } from '../../../test/support/findings.ts';
import { itemIndex, numericAttributeOf, userIndex } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { type Column, createTable, longTable } from '../../tables/index.ts';
import { createNumericWorld } from '../../worlds/index.ts';
import { runNumericAudit } from './runNumericAudit.ts';

const { dataset: world } = createNumericWorld(
  { users: 500, items: 40, ratingsPerUser: 16, minimumPerUser: 8, dimension: 2, noise: 0.7, leak: 0.4 },
  3,
);
const ages = Array.from(numericAttributeOf(world, 'age').values, (age) => Math.min(80, Math.max(18, Math.round(age))));
const STRANGER = 'zz';

/** The world as files would tell of it, with the stranger's age where one is given. */
function read(attribute: string, strangeAge: string | undefined) {
  const { starts, indices, values } = world.ratings.byUser;
  const rows: [string, string, string][] = [];
  for (let user = 0; user < 500; user++) {
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      rows.push([world.users.id(userIndex(user)), world.items.id(itemIndex(indices[at]!)), String(values[at])]);
    }
  }
  const people = ages.map((age, user): [string, string] => [world.users.id(userIndex(user)), String(age)]);
  if (strangeAge !== undefined) {
    for (let item = 0; item < 12; item++) rows.push([STRANGER, world.items.id(itemIndex(item)), '3']);
    people.push([STRANGER, strangeAge]);
  }
  const table = (name: string, header: readonly string[], cells: readonly (readonly string[])[]) =>
    createTable(
      name,
      header.map((column, at): [string, Column] => [column, { kind: 'texts', values: cells.map((row) => row[at]) }]),
    );
  return longTable(
    { ratings: table('r.csv', ['user', 'item', 'rating'], rows), users: table('u.csv', ['user', 'age'], people) },
    { attributes: [attribute] },
  );
}

async function figures(attribute: string, strangeAge?: string) {
  const spec = {
    attribute: 'age',
    folds: 2,
    maxQuestions: 6,
    compareAt: [6],
    resamples: 50,
    bands: 0,
    shuffled: false,
    permutations: 0,
  };
  const { dataset } = read(attribute, strangeAge);
  const records = await runNumericAudit(dataset, { ...spec, training: { dimension: 2 } } as never, {
    kernels: loadKernels('plain'),
    source: 'a test',
    finished: () => 'now',
  });
  const point = curveIn(records, records.attackers[0]!.id)[6]!;
  const histories = records.findings.filter(({ exposure }) => exposure === 'histories');
  return {
    means: [point.mae.value, point.r2.value, ...histories.map(({ mae }) => mae!.value)],
    halves: [point.halfWithin.value, ...histories.map(({ halfWithin }) => halfWithin!.value)],
    blind: point.blindHalfWithin!,
  };
}

describe('one age of 230,000,000 among people of 18 to 80', () => {
  it('leaves the figures of the audit where they are, with and without a range', async () => {
    const { means: without, halves, blind } = await figures('age:number');
    expect(without[0]).toBeGreaterThan(1);
    expect(without[0]).toBeLessThan(30);
    for (const attribute of ['age:number', 'age:number[0..120]']) {
      const { means: found } = await figures(attribute, '2.3e8');
      for (const [n, figure] of found.entries()) expect(figure / without[n]!).toBeCloseTo(1, 1);
    }
    expect(read('age:number[0..120]', '2.3e8').summary.attributes[0]).toMatchObject({ outside: 1 });
    // Where the range is said to be that wide the person stays: the mean error is theirs, and the guesses of the others
    // are as good as before.
    const wide = await figures('age:number[0..1e9]', '2.3e8');
    expect(wide.means[0]).toBeGreaterThan(1e5);
    for (const [n, figure] of wide.halves.entries()) expect(Math.abs(figure / halves[n]! - 1)).toBeLessThan(0.1);
    expect(wide.halves[0]).toBeLessThan(blind);
    // Nor does the share explained look like an all-clear.
    expect(wide.means[1]).toBeGreaterThan(0.5 * without[1]!);
  });
});
