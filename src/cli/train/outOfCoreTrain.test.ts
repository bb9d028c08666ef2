/** `ulterior train --out-of-core`: the command itself, in this process. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { temporaryFolder } from '../../../test/support/recommenderFiles.ts';
import { type ParquetColumn, writeParquet } from '../../datasets/index.ts';
import { attributeOf, itemIndex, userIndex } from '../../ratings/index.ts';
import { loadModel, openCheckpoints } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { createProgram } from '../program.ts';

const folder = temporaryFolder();
const place = (name: string) => join(folder, name);
const { dataset } = createWorld({ users: 300, items: 40, ratingsPerUser: 20, dimension: 3, leak: 0.3 }, 2);
const { starts, indices, values } = dataset.ratings.byUser;
const owners = Array.from(indices, (_, at) => starts.findIndex((start) => start > at) - 1);
const columns: ParquetColumn[] = [
  { name: 'user', type: 'varchar', value: (row) => dataset.users.id(userIndex(owners[row]!)) },
  { name: 'item', type: 'varchar', value: (row) => dataset.items.id(itemIndex(indices[row]!)) },
  { name: 'rating', type: 'float', value: (row) => values[row]! },
];
await writeParquet(place('ratings.parquet'), indices.length, columns);
const { values: groups, labels } = attributeOf(dataset, 'type');
const table = Array.from(groups, (group, user) => `${dataset.users.id(userIndex(user))},${labels[group]}`);
writeFileSync(place('people.csv'), ['user,type', ...table].join('\n'));

const train = (output: string, ...words: string[]) =>
  createProgram().parseAsync(
    ['train', place('ratings.parquet'), '--attribute', 'type', '--users-table', place('people.csv'), '--quiet'].concat([
      '--dimension',
      '3',
      '--iterations',
      '5',
      '--output',
      place(output),
      ...words,
    ]),
    { from: 'user' },
  );

describe('train --out-of-core', () => {
  it('writes a model like that of training in memory, the same each time, and leaves no blocks', async () => {
    await train('first.safetensors', '--out-of-core');
    await train('again.safetensors', '--out-of-core');
    expect(readFileSync(place('again.safetensors')).equals(readFileSync(place('first.safetensors')))).toBe(true);
    expect(existsSync(place('first.safetensors.blocks'))).toBe(false);
    await train('memory.safetensors');
    const [ours, memory] = [await loadModel(place('first.safetensors')), await loadModel(place('memory.safetensors'))];
    expect(ours.provenance.parameters).toMatchObject({ solver: 'sgd', dimension: 3, iterations: 5, centring: 'item' });
    expect([ours.typeLabels, ours.scale, ours.items.size]).toEqual([
      memory.typeLabels,
      memory.scale,
      memory.items.size,
    ]);
    expect(ours.provenance.users).toBe(memory.provenance.users);
    expect(Math.abs(ours.noiseVariance / memory.noiseVariance - 1)).toBeLessThan(0.25);
    const gaps = ({ rows: { biases } }: typeof ours) =>
      Array.from({ length: 40 }, (_, item) => biases[2 * item]! - biases[2 * item + 1]!);
    const [a, b] = [gaps(ours), gaps(memory)];
    const dot = (x: number[], y: number[]) => x.reduce((sum, value, n) => sum + value * y[n]!, 0);
    expect(dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))).toBeGreaterThan(0.9);
  });

  it('refuses what it cannot do, and blocks of other work', async () => {
    const failed = (...words: string[]) => asyncFailure(() => train('none.safetensors', '--out-of-core', ...words));
    expect(await failed('--min-user', '3')).toMatch(
      /^PARAMETER_OUT_OF_RANGE: --min-user has no effect where the ratings are not in memory/,
    );
    expect(await failed('--model', 'channels')).toMatch(/^PARAMETER_OUT_OF_RANGE/);
    await openCheckpoints(place('none.safetensors.blocks'), { other: 'work' });
    expect(await failed()).toMatch(/^CHECKPOINT_FOREIGN/);
  });
});
