/**
 * Models that implicit and Spark really trained, on an invented world with a known leak: read as they were saved, compared
 * with what the toolkit itself reports, and audited with our attacker on their item vectors. Skipped where a package is missing.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProgram } from '../src/cli/program.ts';
import { fitImportedModel } from '../src/factorization/imported/index.ts';
import { type FactorModel, parametersFrom, train, trained } from '../src/factorization/index.ts';
import { factorClassifier } from '../src/inference/index.ts';
import {
  attributeOf,
  createDataset,
  type ItemIndex,
  numberedVocabulary,
  subsetUsers,
  type UserIndex,
} from '../src/ratings/index.ts';
import { readVectors, type VectorOptions } from '../src/recommenderFiles/index.ts';
import { loadKernels, loadModel } from '../src/runtime/index.ts';
import { createWorld } from '../src/worlds/index.ts';
import { areaUnderCurve } from './support/auc.ts';
import { asyncFailure } from './support/failure.ts';
import { itNeedsPackages, PYTHON } from './support/needs.ts';
import { temporaryFolder } from './support/recommenderFiles.ts';

const folder = temporaryFolder();
const place = (name: string) => join(folder, name);
const [USERS, TRAINING, ITEMS] = [1200, 900, 80];

// Whole numbers for ids: Spark takes nothing else.
const { dataset: invented } = createWorld(
  { users: USERS, items: ITEMS, ratingsPerUser: 25, dimension: 4, leak: 0.3 },
  5,
);
const world = createDataset({
  users: numberedVocabulary<UserIndex>(USERS, ''),
  items: numberedVocabulary<ItemIndex>(ITEMS, ''),
  ratings: invented.ratings,
  attributes: [...invented.attributes.values()],
});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
const training = subsetUsers(world, range(0, TRAINING));
const tested = subsetUsers(world, range(TRAINING, USERS));
const [attribute] = world.attributes.keys() as Iterable<string> as [string];

writeFileSync(place('ratings.csv'), ratingsTable());
writeFileSync(place('ids.txt'), range(0, ITEMS).join('\n'));

/** The ratings of the people whom the toolkits train on, with the group of each. */
function ratingsTable(): string {
  const { starts, indices, values } = training.ratings.byUser;
  const { values: groups, labels } = attributeOf(training, attribute);
  const lines = range(0, TRAINING).flatMap((user) =>
    range(starts[user]!, starts[user + 1]!).map((n) => [user, indices[n], values[n], labels[groups[user]!]].join(',')),
  );
  return `${['user,item,rating,club', ...lines].join('\n')}\n`;
}

const START = `
import csv, json, numpy as np
rows = [(int(r["user"]), int(r["item"]), float(r["rating"])) for r in csv.DictReader(open("ratings.csv"))]
def tell(name, pairs):
    json.dump({str(id): [float(x) for x in own] for id, own in pairs}, open(name + ".json", "w"))
`;

function python(script: string): void {
  execFileSync(PYTHON, ['-c', START + script], {
    cwd: folder,
    // Spark tells much that is no failure; what Python says is shown where it fails.
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', PYTHONWARNINGS: 'ignore' },
  });
}
/** By id. */
type Vectors = Readonly<Record<string, readonly number[]>>;
const told = (name: string): Record<string, number[]> => JSON.parse(readFileSync(place(`${name}.json`), 'utf8'));

async function vectorsFrom(file: string, name: string, options: VectorOptions): Promise<Vectors> {
  const { vectors } = await readVectors(place(file), options);
  const { ids, values, dimension } = vectors;
  const found = ids.map((id, n) => [id, [...values.subarray(n * dimension, (n + 1) * dimension)]] as const);
  const expected = told(name);
  expect([...ids].sort()).toEqual(Object.keys(expected).sort());
  for (const [id, own] of found) {
    expect(own).toHaveLength(expected[id]!.length);
    for (const [k, value] of own.entries()) expect(Math.abs(value - expected[id]![k]!)).toBeLessThan(1e-6);
  }
  return Object.fromEntries(found);
}

/** Scores that the toolkit gave to some pairs: [user, item, score]. */
function expectScores(name: string, users: Vectors, items: Vectors): void {
  const pairs = Object.values(told(name));
  expect(pairs.length).toBeGreaterThan(20);
  for (const [user, item, score] of pairs) {
    const dot = users[user!]!.reduce((sum, value, k) => sum + value * items[item!]![k]!, 0);
    expect(Math.abs(dot - score!)).toBeLessThan(1e-5);
  }
}

/** How well a model tells the groups of people it has not seen, from all their ratings. */
function auc(model: FactorModel): number {
  const classifier = factorClassifier(model);
  const { starts, indices, values } = tested.ratings.byUser;
  const scores = range(0, tested.users.size).map((user) => {
    const [from, to] = [starts[user]!, starts[user + 1]!];
    const own = { indices: indices.subarray(from, to), values: values.subarray(from, to) };
    const [first, second] = classifier.logWeights(own);
    return second! - first!;
  });
  return areaUnderCurve(scores, Array.from(attributeOf(tested, attribute).values));
}

/** Their vectors in our attacker find the leak about as well as ours do, from the library and from the command line. */
async function expectLeak(file: string, options: VectorOptions, words: readonly string[] = []): Promise<void> {
  const ours = await train(training, attribute, parametersFrom('als', { dimension: 4 }), { kernels: loadKernels() });
  const { vectors } = await readVectors(place(file), options);
  const { model } = fitImportedModel(training, attribute, vectors, { file });
  expect(auc(trained(ours))).toBeGreaterThan(0.7);
  expect(auc(model)).toBeGreaterThan(auc(trained(ours)) - 0.04);
  const output = place('model.safetensors');
  const command = ['train', place('ratings.csv'), '--attribute', 'club', '--output', output, '--quiet'];
  await createProgram().parseAsync([...command, '--item-vectors', place(file), ...words], { from: 'user' });
  const written = await loadModel(output);
  const own = told(`${file.split('.')[0]}-items`);
  for (const item of range(0, ITEMS)) {
    const at = written.items.indexOf(String(item))! * written.dimension;
    const row = Array.from(written.rows.profiles.subarray(at, at + written.dimension));
    for (const [k, value] of row.entries()) expect(Math.abs(value - own[item]![k]!)).toBeLessThan(1e-6);
  }
}

itNeedsPackages(['implicit', 'scipy'], 'a model of implicit', async () => {
  python(`
import scipy.sparse as sp
from implicit.als import AlternatingLeastSquares
users, items, values = zip(*rows)
matrix = sp.csr_matrix((values, (users, items)), dtype="f4")
model = AlternatingLeastSquares(factors=6, iterations=8, random_state=1, num_threads=1)
model.fit(matrix, show_progress=False)
model.save("implicit.npz")
tell("implicit-users", enumerate(model.user_factors)); tell("implicit-items", enumerate(model.item_factors))
some = range(0, 50, 5)
ids, scores = model.recommend(list(some), matrix[list(some)], N=5, filter_already_liked_items=False)
tell("implicit-scores", enumerate([u, i, s] for u, own, found in zip(some, ids, scores) for i, s in zip(own, found)))`);
  const items = await vectorsFrom('implicit.npz', 'implicit-items', { side: 'items', ids: { file: place('ids.txt') } });
  const users = await vectorsFrom('implicit.npz', 'implicit-users', { side: 'users', ids: 'positions' });
  expectScores('implicit-scores', users, items);
  // Row numbers are nobody's ids unless somebody says so.
  expect(await asyncFailure(() => readVectors(place('implicit.npz'), { side: 'items' }))).toMatch(/^ID_MISSING/);
  const byFile = ['--set', `itemIds=${place('ids.txt')}`];
  await expectLeak('implicit.npz', { side: 'items', ids: { file: place('ids.txt') } }, byFile);
});

itNeedsPackages(['pyspark'], 'models of Spark, as spark.ml and as the older spark.mllib save them', async () => {
  python(`
import os; os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
# Java that starts fast: it does not live long enough for the rest.
os.environ["PYSPARK_SUBMIT_ARGS"] = "--driver-java-options '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' pyspark-shell"
from pyspark.sql import SparkSession
from pyspark.ml.recommendation import ALS
builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.log.level", "OFF")
builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.ui.showConsoleProgress", "false")
spark = builder.config("spark.sql.shuffle.partitions", "1").config("spark.default.parallelism", "1").getOrCreate()
table = spark.createDataFrame(rows, ["user", "item", "rating"]).coalesce(1).cache()
model = ALS(rank=4, maxIter=3, seed=1, userCol="user", itemCol="item", ratingCol="rating", numUserBlocks=2, numItemBlocks=2).fit(table)
model.write().save("spark")
tell("spark-users", ((r.id, r.features) for r in model.userFactors.collect()))
tell("spark-items", ((r.id, r.features) for r in model.itemFactors.collect()))
tell("spark-scores", enumerate([r.user, r.item, r.prediction] for r in model.transform(table.limit(60)).collect()))
from pyspark.mllib.recommendation import ALS as Older
old = Older.train(spark.sparkContext.parallelize(rows[:4000], 1), rank=3, iterations=1, seed=1, blocks=1)
old.save(spark.sparkContext, "older")
tell("older-users", old.userFeatures().collect()); tell("older-items", old.productFeatures().collect())
spark.stop()`);
  const users = await vectorsFrom('spark', 'spark-users', { side: 'users' });
  const items = await vectorsFrom('spark', 'spark-items', { side: 'items' });
  expectScores('spark-scores', users, items);
  await vectorsFrom('older', 'older-users', { side: 'users' });
  await vectorsFrom('older', 'older-items', { side: 'items' });
  await expectLeak('spark', { side: 'items' });
});

it('the packages that continuous integration installs are required there', () => {
  const script = readFileSync(new URL('../.ci/run', import.meta.url), 'utf8');
  expect(script).toMatch(/pip install .*\bimplicit\b.*\bpyspark\b/);
});
