/**
 * Training on Spark: the same models as ours. The arithmetic and the refusals run without Spark; one session does the rest,
 * on a cluster of this machine.
 * Skipped where Python, Java or pyspark is missing.
 */
import { execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../src/cli/program.ts';
import { writePlan, writePlanRatings } from '../src/cli/train/planFiles.ts';
import { openDataset, type ParquetColumn, sourceFromText, writeParquet } from '../src/datasets/index.ts';
import { errorCodes, exitStatus } from '../src/errors/index.ts';
import {
  checkedChannelParameters,
  type FactorModel,
  parametersFrom,
  train,
  trainChannels,
  trained,
} from '../src/factorization/index.ts';
import { decodeTensors } from '../src/factorization/model/safetensors.ts';
import {
  type CategoricalAttribute,
  createAttribute,
  createDataset,
  type Dataset,
  filterByCounts,
  itemIndex,
  subsetUsers,
  userIndex,
} from '../src/ratings/index.ts';
import { loadKernels, loadModel } from '../src/runtime/index.ts';
import { asyncFailure } from './support/failure.ts';
import { itNeeds, itNeedsPackages, PYTHON } from './support/needs.ts';
import { temporaryFolder } from './support/recommenderFiles.ts';

const folder = temporaryFolder();
const place = (...names: string[]) => join(folder, ...names);
const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const env = { ...process.env, PYTHONPATH: file('spark'), OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };

const opened = await openDataset(sourceFromText('world:demo,users=200,items=40,ratingsPerUser=20,seed=3'));
const { dataset } = opened;
const attribute = 'chronotype';
const parameters = parametersFrom('als', { dimension: 3, iterations: 4 });
beforeAll(async () => {
  await writePlan(place('plan'), { ...opened, attribute }, parameters, {});
  await writePlanRatings(place('plan'), dataset);
});

/** Scale, profile and biases of each row of the model. */
function rowsOf({ rows, dimension, typeLabels }: Pick<FactorModel, 'rows' | 'dimension' | 'typeLabels'>): number[][] {
  const types = typeLabels.length;
  return Array.from(rows.scales, (scale, row) => [
    scale,
    ...rows.profiles.slice(row * dimension, (row + 1) * dimension),
    ...rows.biases.slice(row * types, (row + 1) * types),
  ]);
}

/** The largest distance of two rows, in parts of the norm of the first. */
function distance(ours: readonly number[][], theirs: readonly number[][]): number {
  const norm = (row: readonly number[]) => Math.hypot(...row);
  return Math.max(...ours.map((row, n) => norm(row.map((value, k) => value - theirs[n]![k]!)) / norm(row)));
}

it('codes and kinds are those of the registry', () => {
  const listed = [
    ...readFileSync(file('spark/ulterior_spark/errors.py'), 'utf8').matchAll(/^ {4}"(\w+)": "(\w+)",$/gm),
  ];
  expect(listed.length).toBeGreaterThan(15);
  for (const [, code, kind] of listed) expect([code, Reflect.get(errorCodes, code!)?.kind]).toEqual([code, kind]);
});

describe('the arithmetic', () => {
  itNeeds(
    'python3 with safetensors',
    'of blocks is that of our own training, with either form of the ridge',
    async () => {
      // Some items lack a group, so that a bias without ratings has a ridge of its own.
      const few = subsetUsers(
        dataset,
        Array.from({ length: 12 }, (_, user) => user),
      );
      const { dataset: small } = filterByCounts(few, { minPerItem: 2 });
      for (const changes of [{}, { ridgeForm: 'perRating', profileRidge: 0.3, centring: 'none' }] as const) {
        const settings = { ...parameters, noiseHoldOut: 0, ...changes };
        const ours = trained(await train(small, attribute, settings, { kernels: loadKernels() }));
        const { means, countsByType } = ours.itemStatistics;
        expect(countsByType.includes(0)).toBe(true);
        const centres = settings.centring === 'item' ? [...means] : Array.from(means, () => 0);
        await writePlan(place('small'), { dataset: small, attribute, summary: opened.summary }, settings, {});
        const input = {
          ...settings,
          perRating: settings.ridgeForm === 'perRating',
          types: 2,
          // More than there are users: some are empty.
          blocks: 40,
          items: small.items.size,
          start: startOf(place('small', 'start.safetensors'), settings.dimension, 2),
          centres,
          counts: [...countsByType],
          users: usersOf(small),
        };
        const said = execFileSync(PYTHON, [file('test/support/sparkCore.py')], { env, input: JSON.stringify(input) });
        const found = JSON.parse(said.toString()) as { rows: number[]; errors: number[] };
        const width = settings.dimension + 2;
        const theirs = Array.from({ length: small.items.size }, (_, item) =>
          found.rows
            .slice(item * width, (item + 1) * width)
            .map((value, k) => (k < settings.dimension ? value : value + centres[item]!)),
        ).map((row) => [1, ...row]);
        expect(distance(rowsOf(ours), theirs)).toBeLessThan(1e-5);
        for (const [sweep, error] of ours.provenance.trainingErrors.entries()) {
          expect(found.errors[sweep]).toBeCloseTo(error, 6);
        }
      }
    },
  );

  itNeeds('python3 with safetensors', 'of channels is that of our own training', async () => {
    // Nobody is in one of the groups.
    const { values } = dataset.attributes.get(attribute)! as CategoricalAttribute;
    const labels = ['lark', 'never', 'owl'];
    const groups = createAttribute(
      attribute,
      Array.from(values, (type) => labels[2 * type]),
      labels,
    );
    const few = subsetUsers(
      createDataset({ ...dataset, attributes: [groups] }),
      Array.from({ length: 60 }, (_, user) => user),
    );
    for (const channels of [['presence', 'centredRating'], ['presence']] as const) {
      const settings = checkedChannelParameters({ channels, dimension: 4 });
      const ours = trained(await trainChannels(few, attribute, settings));
      await writePlan(place('channels'), { dataset: few, attribute, summary: opened.summary }, settings, {});
      const input = {
        ...settings,
        types: 3,
        blocks: 80,
        items: few.items.size,
        start: [...tensorsOf(place('channels', 'start.safetensors'))('directions')],
        means: [...ours.itemStatistics.means],
        counts: [...ours.itemStatistics.countsByType],
        users: usersOf(few),
      };
      const said = execFileSync(PYTHON, [file('test/support/sparkChannels.py')], { env, input: JSON.stringify(input) });
      const { checks, ...rows } = JSON.parse(said.toString());
      expect(distance(rowsOf(ours), rowsOf({ ...ours, rows: { ...ours.rows, ...rows } }))).toBeLessThan(1e-5);
      expect(checks).toBe(ours.provenance.trainingErrors.length);
    }
  });
});

/** Index, type, items and ratings of each user, as blocks are made of. */
function usersOf(data: Dataset): unknown[] {
  const { starts, indices, values } = data.ratings.byUser;
  return Array.from(data.attributes.get(attribute)!.values, (type, user) => {
    const [from, to] = [starts[user]!, starts[user + 1]!];
    return [user, type, [...indices.subarray(from, to)], [...values.subarray(from, to)]];
  });
}

function tensorsOf(path: string): (name: string) => Float32Array | Float64Array {
  const decoded = decodeTensors(readFileSync(path));
  if (!decoded.ok) throw new Error(decoded.reason);
  return (name) => decoded.file.tensors[name]!.values as Float32Array | Float64Array;
}

/** Profiles and biases of a start, item by item. */
function startOf(path: string, dimension: number, types: number): number[] {
  const tensor = tensorsOf(path);
  const [profiles, biases] = [tensor('itemProfiles'), tensor('typeBiases')];
  return Array.from({ length: biases.length / types }, (_, item) => [
    ...profiles.subarray(item * dimension, (item + 1) * dimension),
    ...biases.subarray(item * types, (item + 1) * types),
  ]).flat();
}

describe('spark/train.py refuses, before Spark starts,', () => {
  const run = (plan: string, ratings = place('plan', 'ratings')) => {
    const words = [file('spark/train.py'), '--plan', plan, '--ratings', ratings];
    const { status, stderr } = spawnSync(PYTHON, words, { env, encoding: 'utf8' });
    return `${status} ${stderr}`;
  };
  /** A copy of the plan, changed. */
  const changed = (name: string, change: (path: string) => void) => {
    cpSync(place('plan'), place(name), { recursive: true });
    change(place(name));
    return place(name);
  };
  const python = (script: string) => execFileSync(PYTHON, ['-c', script], { env });
  const withSweeps = (path: string, ...numbers: number[]) =>
    python(`
from pathlib import Path
import numpy as np
from ulterior_spark import sweeps
from ulterior_spark.plan import read_plan
plan = read_plan(Path(${JSON.stringify(path)}))
(plan.folder / "sweeps").mkdir()
for n in ${JSON.stringify(numbers)}: sweeps.save(plan.folder / "sweeps", n, plan.seal, 1.0, np.zeros((40, 5)))`);
  const refuses = (title: string, what: () => string, code: keyof typeof errorCodes, words: RegExp) =>
    itNeeds('python3 with safetensors', title, () => {
      const said = what();
      expect(said).toMatch(words);
      expect(said).toContain(`[${code}]\n  try: `);
      expect(said.startsWith(`${exitStatus[errorCodes[code].kind]} error `)).toBe(true);
    });

  refuses('a folder without a plan', () => run(folder), 'PLAN_FOREIGN', /contains no plan/);
  refuses(
    'a plan of another version',
    () =>
      run(
        changed('newer', (path) => {
          const text = readFileSync(join(path, 'plan.json'), 'utf8');
          writeFileSync(join(path, 'plan.json'), text.replace('"formatVersion": 1', '"formatVersion": 2'));
        }),
      ),
    'PLAN_VERSION',
    /format version 2; this version reads 1/,
  );
  refuses(
    'a plan with an altered table',
    () => run(changed('altered', (path) => writeFileSync(join(path, 'users.parquet'), 'other'))),
    'PLAN_ALTERED',
    /users\.parquet" is missing or was altered/,
  );
  refuses(
    'a plan without its start',
    () => run(changed('startless', (path) => rmSync(join(path, 'start.safetensors')))),
    'PLAN_ALTERED',
    /start\.safetensors/,
  );
  refuses(
    'a missing sweep',
    () => run(changed('gap', (path) => withSweeps(path, 1, 3))),
    'SWEEP_MISSING',
    /sweep-00002\.safetensors" is missing, but sweep 3 is there/,
  );
  refuses(
    'the sweeps of another plan',
    () =>
      run(
        changed('other', (path) => {
          withSweeps(path, 1);
          const text = readFileSync(join(path, 'plan.json'), 'utf8');
          writeFileSync(join(path, 'plan.json'), text.replace('"iterations": 4', '"iterations": 9'));
        }),
      ),
    'CHECKPOINT_FOREIGN',
    /belongs to another plan/,
  );
  refuses(
    'a sweep that was cut off',
    () =>
      run(
        changed('cut', (path) => {
          withSweeps(path, 1);
          const sweep = join(path, 'sweeps', 'sweep-00001.safetensors');
          writeFileSync(sweep, readFileSync(sweep).subarray(0, 300));
        }),
      ),
    'PLAN_ALTERED',
    /not a whole safetensors file/,
  );
  refuses('a folder without ratings', () => run(place('plan'), file('docs')), 'FILE_NOT_READABLE', /no Parquet files/);

  itNeeds('python3 with safetensors', 'a second run in the same folder', async () => {
    const path = changed('busy', () => {});
    const script = `
import sys
from pathlib import Path
from ulterior_spark.sweeps import locked
with locked(Path(sys.argv[1])): print("locked", flush=True); sys.stdin.read()`;
    const holder = spawn(PYTHON, ['-c', script, join(path, 'sweeps')], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    expect(run(path)).toMatch(/^2 error another training works in ".*" \[TRAINING_LOCKED\]/);
    holder.stdin.end();
    await once(holder, 'close');
  });
});

describe('ulterior train', () => {
  const call = (...words: string[]) =>
    createProgram().parseAsync(['train', 'world:demo,users=60,items=40', '--quiet', ...words], { from: 'user' });

  it('says what to install where there is no spark-submit', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = folder;
    try {
      expect(await asyncFailure(() => call('--spark', '--output', place('never.safetensors')))).toBe(
        'PACKAGE_MISSING: Training on Spark needs the program "spark-submit", which is not on the path -> install Java 17 or later, then run: pip install pyspark numpy',
      );
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('passes on what is wrong, even where it is to be quiet', async () => {
    // spark-submit says by its standard output what the program says by either.
    writeFileSync(place('spark-submit'), "#!/bin/sh\necho 'error no such thing [PLAN_MISMATCH]'\nexit 3\n", {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      await call('--spark', '--output', place('never.safetensors'));
      expect(said.mock.calls.join()).toContain('[PLAN_MISMATCH]');
      expect(process.exitCode).toBe(3);
    } finally {
      process.exitCode = undefined;
      said.mockRestore();
      vi.unstubAllEnvs();
    }
  });

  it.each([
    [['--plan', 'x', '--model', 'chances'], /^PARAMETER_OUT_OF_RANGE: --model is chances; it must be ratings/],
    [
      ['--plan', 'x', '--model', 'channels', '--set', 'biasRidge=1'],
      /^PARAMETER_OUT_OF_RANGE: --bias-ridge has no effect/,
    ],
    [['--plan', 'x', '--preset', 'paper'], /^PARAMETER_OUT_OF_RANGE: a plan .* needs the solver als, not sgd/],
    [['--plan', 'x', '--output', 'y.safetensors'], /^PARAMETER_OUT_OF_RANGE: --output has no effect/],
    [['--plan', 'x', '--calibrate'], /^PARAMETER_OUT_OF_RANGE: --calibrate has no effect/],
    [['--spark'], /^PARAMETER_OUT_OF_RANGE: --output is not given/],
    [[], /^PARAMETER_OUT_OF_RANGE: --output is not given/],
    [
      ['--set', 'sparkMaster=local[2]', '--output', 'y.safetensors'],
      /^PARAMETER_OUT_OF_RANGE: (--set )?sparkMaster has no effect/,
    ],
  ])('refuses %j', async (words, expected) => {
    const inside = words.map((word) => (word === 'x' || word === 'y.safetensors' ? place(word) : word));
    expect(await asyncFailure(() => call(...inside))).toMatch(expected);
  });
});

/** Tables for Spark besides the ratings: the groups, and ratings that are not those of the plan. */
async function writeTables(): Promise<void> {
  await writePlan(place('channels'), { ...opened, attribute }, CHANNELS, {});
  const { starts, indices, values } = dataset.ratings.byUser;
  const users = Array.from(indices, (_, at) => starts.findLastIndex((start) => start <= at));
  const ratings: ParquetColumn[] = [
    { name: 'user', type: 'varchar', value: (row) => dataset.users.id(userIndex(users[row]!)) },
    { name: 'item', type: 'varchar', value: (row) => dataset.items.id(itemIndex(indices[row]!)) },
    { name: 'rating', type: 'float', value: (row) => values[row]! },
  ];
  const texts: ParquetColumn = { name: 'rating', type: 'varchar', value: (row) => String(values[row]) };
  const endless: ParquetColumn = { name: 'rating', type: 'float', value: (row) => values[row]! / (row === 7 ? 0 : 1) };
  // The last row is the first again.
  const again = ratings.map((column) => ({
    ...column,
    value: (row: number) => column.value(row % (values.length - 1)),
  })) as ParquetColumn[];
  const clubs = dataset.attributes.get(attribute)!.values;
  const tables: [string, number, readonly ParquetColumn[]][] = [
    ['texts', values.length, [...ratings.slice(0, 2), texts]],
    ['mixed', 100, [...ratings.slice(0, 2), texts]],
    ['endless', values.length, [...ratings.slice(0, 2), endless]],
    ['fewer', values.length - 1, ratings],
    ['repeated', values.length, again],
    [
      'people',
      clubs.length,
      [
        { name: 'user', type: 'varchar', value: (row) => dataset.users.id(userIndex(row)) },
        { name: 'club', type: 'varchar', value: (row) => ['lark', 'owl'][clubs[row]!]! },
      ],
    ],
  ];
  for (const [name, rows, columns] of tables) {
    mkdirSync(place(name));
    await writeParquet(place(name, 'table.parquet'), rows, columns);
  }
  await writeParquet(place('mixed', 'numbers.parquet'), 100, ratings);
  mkdirSync(place('broken'));
  writeFileSync(place('broken', 'table.parquet'), 'user,item,rating');
}

const CHANNELS = checkedChannelParameters({ dimension: 3, iterations: 3 });
/** Dropping the items leaves some users with too few ratings, and those leave some more items. */
const MINIMUM = { minPerUser: 12, minPerItem: 80 };
const SETTINGS = [
  'default.parallelism=2',
  'sql.shuffle.partitions=2',
  'sql.adaptive.enabled=false',
  'ui.enabled=false',
];

itNeedsPackages(
  ['pyspark'],
  'a cluster that loses an executor trains our models, goes on after a stop, and refuses other ratings',
  async () => {
    await writeTables();
    const words = [
      '--quick',
      '--memory',
      '512m',
      '--kill-after',
      'sweep 1/4',
      ...SETTINGS.flatMap((text) => ['--conf', `spark.${text}`]),
    ];
    const program = [
      file('test/support/sparkWorld.py'),
      folder,
      String(MINIMUM.minPerUser),
      String(MINIMUM.minPerItem),
    ];
    // Into a file, where a run that takes long can be watched.
    const stdio: StdioOptions = ['ignore', 'ignore', openSync(place('said.txt'), 'w')];
    const { status } = spawnSync(PYTHON, [file('spark/bench/cluster.py'), ...words, ...program], { env, stdio });
    const said = readFileSync(place('said.txt'), 'utf8');
    expect([status, said]).toEqual([0, expect.stringMatching(/^killed executor \d+\n[\s\S]*^sweep 4\/4 /m)]);
    const found = JSON.parse(readFileSync(place('found.json'), 'utf8'));

    const ours = trained(await train(dataset, attribute, parameters, { kernels: loadKernels() }));
    expectSameModel(await loadModel(place('model.safetensors')), ours);
    expectSameModel(
      await loadModel(place('channels.safetensors')),
      trained(await trainChannels(dataset, attribute, CHANNELS)),
    );
    expect(found.resumed).toEqual({ ratings: true, channels: true });
    expect(found.said).toContain('going on after sweep 3 of 4');
    expect(found.said).toContain('going on after sweep 2 of at most 3');

    const { dataset: left, rounds } = filterByCounts(dataset, MINIMUM);
    expect(rounds).toBeGreaterThan(1);
    const { users, items, count: ratings } = left.ratings;
    expect(found.planned).toEqual({ users, items, ratings });
    const hashed = (await loadModel(place('hashed.safetensors'))).provenance;
    expect(hashed.users).toBe(users);
    // About 2% are held out.
    expect(hashed.ratings).toBeGreaterThan(0.96 * ratings);
    expect(hashed.ratings).toBeLessThan(ratings - 10);
    expect(found.codes).toEqual({
      texts: 'COLUMN_TYPE',
      mixed: 'COLUMN_TYPE',
      broken: 'FILE_NOT_READABLE',
      endless: 'RATING_NOT_FINITE',
      fewer: 'PLAN_MISMATCH',
      repeated: 'RATING_DUPLICATE',
      column: 'COLUMN_MISSING',
      group: 'ATTRIBUTE_VALUE_UNKNOWN',
    });
  },
);

function expectSameModel(theirs: FactorModel, ours: FactorModel): void {
  expect(distance(rowsOf(ours), rowsOf(theirs))).toBeLessThan(1e-5);
  expect(theirs.rows.channels).toEqual(ours.rows.channels);
  expect(theirs.itemStatistics).toEqual(ours.itemStatistics);
  expect(theirs.typePriors).toEqual(ours.typePriors);
  expect(theirs.noiseVariance).toBeCloseTo(ours.noiseVariance, 6);
  expect(theirs.profileVariance).toBeCloseTo(ours.profileVariance, 6);
  const { trainingErrors, trainedOn, ...rest } = theirs.provenance;
  const { trainingErrors: ownErrors, ...own } = ours.provenance;
  expect(rest).toEqual(own);
  expect(trainedOn).toMatch(/^Apache Spark 4\./);
  expect(trainingErrors).toEqual(ownErrors.map((error) => expect.closeTo(error, 6)));
}
