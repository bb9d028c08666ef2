/** `ulterior train --item-vectors`: the program itself, on files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../test/support/failure.ts';
import { ulterior } from '../../../test/support/program/index.ts';
import { npyOf, npzOf, temporaryFolder } from '../../../test/support/recommenderFiles.ts';
import { openDataset, sourceFromText } from '../../datasets/index.ts';
import { derive } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { loadModel } from '../../runtime/index.ts';
import { openData } from '../shared/dataOptions.ts';
import { checkItemVectorFlags } from './importedTrain.ts';

const folder = temporaryFolder();
const place = (name: string) => join(folder, name);
const put = (name: string, contents: string | Uint8Array) => {
  writeFileSync(place(name), contents);
  return place(name);
};
const run = (...words: string[]) => {
  const { status, stdout, stderr } = ulterior(words);
  return { status, stdout, stderr, said: `${status} ${stderr}` };
};

const WORLD = 'world:demo,users=300,items=40,ratingsPerUser=20,seed=3';
const { dataset } = await openDataset(sourceFromText(WORLD));
const ids = Array.from({ length: dataset.items.size }, (_, item) => dataset.items.id(itemIndex(item)));
const stream = derive(2, 'vectors');
const values = Float32Array.from({ length: ids.length * 3 }, () => stream.normal());
const output = place('model.safetensors');
const train = (...words: string[]) => run('train', WORLD, '--output', output, ...words);
const arrays = put(
  'bare.npz',
  npzOf({ user_factors: npyOf(values, [ids.length, 3]), item_factors: npyOf(values, [ids.length, 3]) }),
);

describe('train --item-vectors', () => {
  it('writes a model over the vectors, and tells what it leaves out', async () => {
    const rows = ids.slice(1).map((id, n) => `${id},${[0, 1, 2].map((k) => values[3 * n + k]).join(',')}`);
    const file = put('vectors.csv', ['item_id,f0,f1,f2', ...rows, 'nobody,1,2,3'].join('\n'));
    const { status, stdout, stderr } = train('--item-vectors', file);
    expect(`${status}`).toBe('0');
    expect(stdout).toMatch(
      /39 items with the vectors of length 3 in .*vectors.csv\nfitted to [\d,]+ ratings by \d+ users; training error/,
    );
    expect(stderr).toMatch(new RegExp(`1 item has no vector in .* and is left out, with \\d+ ratings .*: "${ids[0]}"`));
    expect(stderr).toMatch(/1 vector belongs to no item of the data: "nobody"/);
    const model = await loadModel(output);
    expect(model.provenance.itemVectorsFrom).toBe('vectors.csv');
    expect(model.items.indexOf(ids[0]!)).toBeUndefined();
    expect(Array.from(model.rows.profiles.subarray(0, 3), Math.fround)).toEqual([...values.subarray(0, 3)]);
  });

  it('takes ids from a file, the array by name, and says nothing with --quiet', async () => {
    const list = put('ids.txt', ids.join('\n'));
    const { status, stdout, stderr } = train(
      '--item-vectors',
      arrays,
      ...['--set', `itemIds=${list}`, '--set', 'itemArray=item_factors'],
      '--quiet',
    );
    expect([status, stdout, stderr]).toEqual([0, '', '']);
    expect((await loadModel(output)).items.size).toBe(ids.length);
  });

  it.each([
    [['--item-vectors', arrays], /^3 error .* 40 vectors of items and no ids \[ID_MISSING\]\n {2}try: .*positions/],
    [
      ['--item-vectors', put('m.pkl', Uint8Array.of(0x80, 4, 0x2e))],
      /^3 error .*\[PICKLE_REFUSED\]\n {2}try: .*docs\/export/,
    ],
    [['--item-vectors', place('nowhere.npz')], /^3 error .*\[FILE_NOT_READABLE\]/],
    [
      ['--item-vectors', arrays, '--attribute', 'age:number'],
      /^2 error --item-vectors has no effect where the attribute is a number/,
    ],
  ])('refuses %j', (words, expected) => {
    expect(train(...words).said).toMatch(expected);
  });

  it.each([
    [{ itemIds: 'ids.txt' }, /^PARAMETER_OUT_OF_RANGE: itemIds has no effect where there is no --item-vectors/],
    [
      { itemVectors: 'x.npz', preset: 'paper', dimension: 4 },
      /: --preset, --dimension have no effect where the item vectors are given/,
    ],
    [{ itemVectors: 'x.npz', model: 'channels' }, /: --model has no effect/],
    [{ itemVectors: 'x.npz', calibrate: true }, /: --calibrate has no effect/],
    [{ itemVectors: 'x.npz', preset: 'als', model: 'ratings', itemIds: 'x', iterations: 3, seed: 2 }, /^no error$/],
  ] as const)('with the flags %j', (flags, expected) => {
    expect(failure(() => checkItemVectorFlags(flags))).toMatch(expected);
  });

  it('is described by --help', () => {
    expect(run('train', '--help').stdout).toMatch(/--item-vectors <file>[\s\S]*\n {2}itemIds[\s\S]*\n {2}itemArray/);
  });
});

describe('data of other toolkits', () => {
  const ratings = put('tiny.inter', 'user_id:token\titem_id:token\trating:float\n1\ta\t3\n1\tb\t4\n2\ta\t5\n2\tb\t1\n');
  put('tiny.user', 'user_id:token\tgender:token\n1\tF\n2\tM\n');

  it.each([folder, ratings])('are named by their folder or file', async (path) => {
    const { dataset, attribute } = await openData(path, { attribute: 'gender' });
    expect([dataset.ratings.count, attribute]).toEqual([4, 'gender']);
  });

  it('have their own tables and columns', async () => {
    const flags = { attribute: 'gender', usersTable: 'u.csv', ratingColumn: 'r' };
    expect(await asyncFailure(() => openData(ratings, flags))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: --users-table, ratingColumn have no effect where .* tables and columns of its toolkit/,
    );
  });
});
