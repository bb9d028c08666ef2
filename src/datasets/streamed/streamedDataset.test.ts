/** Parquet to blocks: nothing is lost, nothing depends on the order of the files, and what is wrong has a code. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { temporaryFolder } from '../../../test/support/recommenderFiles.ts';
import { derive } from '../../maths/index.ts';
import { type ParquetColumn, writeParquet } from '../files/writeParquet.ts';
import { readPeople } from '../readPeople.ts';
import { planBlocks, sortedBlock } from './ratingBlocks.ts';
import { holdOutBy, openStream, prepareStream, type StreamOptions } from './streamedDataset.ts';

const folder = temporaryFolder();
const place = (name: string) => join(folder, name);
type Row = readonly [user: string, item: string, rating: number];

const stream = derive(4, 'rows');
const rows: Row[] = Array.from({ length: 40 }, (_, user) =>
  Array.from({ length: 25 }, (_, item): Row => [String(user), `film ${item}`, 1 + stream.below(5)]).filter(
    () => stream.uniform() < 0.5,
  ),
).flat();

async function parquet(name: string, own: readonly Row[]): Promise<string> {
  const columns: ParquetColumn[] = [
    { name: 'user_id', type: 'integer', value: (row) => Number(own[row]![0]) },
    { name: 'item_id', type: 'varchar', value: (row) => own[row]![1] },
    { name: 'rating', type: 'float', value: (row) => own[row]![2] },
  ];
  await writeParquet(place(name), own.length, columns);
  return place(name);
}
/** Everybody but the last three; of one the group is not known. */
const PEOPLE = [
  'user,club',
  ...Array.from({ length: 37 }, (_, user) => `${user},${user === 5 ? '' : user % 3 === 0 ? 'a' : 'b'}`),
];
writeFileSync(place('people.csv'), PEOPLE.join('\n'));
const people = await readPeople(place('people.csv'), { attribute: 'club' });
const known = (user: string) => Number(user) < 37 && user !== '5';
const whole = await parquet('whole.parquet', rows);

let turn = 0;
async function prepared(path: string, changes: Partial<StreamOptions> = {}) {
  const options = { folder: place(`blocks-${turn++}`), holdOut: 0.1, seed: 1, blockRatings: 100, ...changes };
  return openStream(options.folder, await prepareStream(path, people, options));
}
type Stream = Awaited<ReturnType<typeof prepared>>;

/** Every rating by the ids of its user and item; people are counted without the one whose group is not known. */
async function ratingsIn(data: Stream, kind: 'read' | 'readHeldOut'): Promise<Row[]> {
  const found: Row[] = [];
  for (let block = 0; block < data.blocks; block++) {
    const { users, counts, items, values } = await data[kind](block);
    let at = 0;
    for (const [run, user] of users.entries()) {
      for (const end = at + counts[run]!; at < end; at++) {
        found.push([String(user < 5 ? user : user + 1), data.items.id(items[at]! as never), values[at]!]);
      }
    }
  }
  return found;
}
/** Without functions, which are never equal. */
const plain = ({ read: _, readHeldOut: __, items, ...rest }: Stream) => ({
  ...rest,
  ids: Array.from({ length: items.size }, (___, item) => items.id(item as never)),
});
const sorted = (own: readonly Row[]) => own.map((row) => row.join()).sort();

describe('ratings as blocks', () => {
  it('are all there, once, and counted', async () => {
    const data = await prepared(whole);
    const [train, held] = [await ratingsIn(data, 'read'), await ratingsIn(data, 'readHeldOut')];
    const expected = rows.filter(([user]) => known(user));
    expect(sorted([...train, ...held])).toEqual(sorted(expected));
    expect([data.ratings, data.heldOut, data.leftOut]).toEqual([
      train.length,
      held.length,
      rows.length - expected.length,
    ]);
    expect(held.length / expected.length).toBeGreaterThan(0.05);
    expect(held.length / expected.length).toBeLessThan(0.2);
    expect(data.blocks).toBeGreaterThan(2);
    expect([data.scale, data.typeLabels]).toEqual([{ min: 1, max: 5, step: 1 }, ['a', 'b']]);
    for (let item = 0; item < data.items.size; item++) {
      const own = train.filter(([, id]) => id === data.items.id(item as never));
      expect(data.itemCounts[item]).toBe(own.length);
      expect(data.itemMeans[item]).toBeCloseTo(own.reduce((sum, [, , rating]) => sum + rating, 0) / own.length, 5);
      const byType = [0, 1].map((type) => own.filter(([user]) => (Number(user) % 3 === 0 ? 0 : 1) === type).length);
      expect([...data.countsByType.subarray(2 * item, 2 * item + 2)]).toEqual(byType);
    }
    expect(data.userCounts.reduce((sum, count) => sum + count, 0)).toBe(train.length);
  });

  it('are the same from a folder of files in another order', async () => {
    const data = await prepared(whole);
    mkdirSync(place('folder'));
    const mixed = derive(9, 'mixed')
      .shuffle(Array.from(rows.keys()))
      .map((row) => rows[row]!);
    for (const part of [0, 1, 2])
      await parquet(
        `folder/part-${part}.parquet`,
        mixed.filter((_, n) => n % 3 === part),
      );
    writeFileSync(place('folder/_SUCCESS'), '');
    expect(plain(await prepared(place('folder')))).toEqual(plain(data));
    expect((await prepared(whole, { seed: 2 })).fingerprint).not.toBe(data.fingerprint);
    expect(readdirSync(place('blocks-0')).some((name) => name.startsWith('raw'))).toBe(false);
  });

  it('are refused with a code where something is wrong', async () => {
    const code = async (path: string) => (await asyncFailure(() => prepared(path))).split(':', 1)[0];
    expect(await code(place('nowhere'))).toBe('FILE_NOT_READABLE');
    expect(await code(place('people.csv'))).toBe('FILE_FOREIGN');
    expect(await code(await parquet('repeated.parquet', [...rows, rows[0]!]))).toBe('RATING_DUPLICATE');
    expect(await code(await parquet('nan.parquet', [...rows, ['1', 'film x', Number.NaN]]))).toBe('RATING_NOT_FINITE');
    expect(await code(await parquet('strangers.parquet', [['99', 'film 1', 3]]))).toBe('IDS_NOT_SHARED');
    writeFileSync(place('cut.parquet'), readFileSync(whole));
    truncateSync(place('cut.parquet'), 200);
    expect(await code(place('cut.parquet'))).toBe('FILE_TRUNCATED');
    await writeParquet(place('words.parquet'), 1, [
      { name: 'user', type: 'integer', value: () => 1 },
      { name: 'item', type: 'integer', value: () => 1 },
      { name: 'rating', type: 'varchar', value: () => 'good' },
    ]);
    expect(await code(place('words.parquet'))).toBe('COLUMN_TYPE');
    await writeParquet(place('nameless.parquet'), 1, [{ name: 'rating', type: 'float', value: () => 1 }]);
    expect(await code(place('nameless.parquet'))).toBe('COLUMN_MISSING');
    mkdirSync(place('empty'));
    expect(await code(place('empty'))).toBe('FILE_EMPTY');
    appendFileSync(place('empty/x.txt'), 'x');
    expect(await code(place('empty'))).toBe('FILE_EMPTY');
  });
});

describe('sorting', () => {
  it('puts any ratings into the order of people and items', () => {
    const rating = fc.tuple(
      fc.integer({ min: 10, max: 15 }),
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.float({ noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(rating, { maxLength: 40 }), (given) => {
        const raw = Uint32Array.from(
          given.flatMap(([user, item, value]) => [user, item, new Uint32Array(Float32Array.of(value).buffer)[0]!]),
        );
        const { users, counts, items, values } = sortedBlock(raw, 10, 6);
        const order = [...given.keys()].sort(
          (a, b) => given[a]![0] - given[b]![0] || given[a]![1] - given[b]![1] || a - b,
        );
        expect([...items]).toEqual(order.map((n) => given[n]![1]));
        expect(values).toEqual(Float32Array.from(order, (n) => given[n]![2]));
        expect([...users].flatMap((user, run) => Array(counts[run]).fill(user))).toEqual(
          order.map((n) => given[n]![0]),
        );
      }),
    );
  });

  it('plans blocks of about as many ratings as are wanted', () => {
    expect(planBlocks(1000, 100)).toEqual({ blocks: 1, people: 1000 });
    expect(planBlocks(2_000_000, 1_000_000_000)).toEqual({ blocks: 250, people: 8000 });
    expect(planBlocks(3, 1e12)).toEqual({ blocks: 3, people: 1 });
  });

  it('holds out the share that is asked for, evenly', () => {
    const heldOut = holdOutBy(1, 0.02);
    const perUser = Array.from({ length: 50 }, (_, user) => {
      let count = 0;
      for (let item = 0; item < 10_000; item++) count += Number(heldOut(user, item));
      return count;
    });
    // Of 10,000 with a chance of 0.02: 200, give or take 14; six deviations.
    for (const count of perUser) expect(Math.abs(count - 200)).toBeLessThan(84);
    const total = perUser.reduce((sum, count) => sum + count, 0);
    expect(Math.abs(total - 10_000)).toBeLessThan(500);
  });
});
