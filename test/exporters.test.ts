/**
 * The scripts of docs/export with the real toolkits: each trains a small model, its script writes the vectors, we read them,
 * and they must give the scores that the toolkit itself gives. What the toolkits pickle is refused, and their data are read
 * as they saved them. Skipped where a package is missing; docs/export/README.md has
 * the versions that were tried.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { derive } from '../src/maths/index.ts';
import { openRecommenderData, readVectors, type Side } from '../src/recommenderFiles/index.ts';
import { asyncFailure } from './support/failure.ts';
import { itNeedsPackages, PYTHON, pythonEnvironment } from './support/needs.ts';
import { temporaryFolder } from './support/recommenderFiles.ts';

const folder = temporaryFolder();
const scripts = fileURLToPath(new URL('../docs/export/', import.meta.url));
const [USERS, ITEMS] = [60, 20];

const stream = derive(3, 'exporters');
const lines = Array.from({ length: USERS }, (_, user) =>
  Array.from({ length: ITEMS }, (_, item) => item)
    .filter(() => stream.uniform() < 0.4)
    .map((item) => `u${user},i${item},${1 + stream.below(5)}`),
).flat();
writeFileSync(join(folder, 'ratings.csv'), `user,item,rating\n${lines.join('\n')}\n`);

const START = `
import csv, json, os, sys
rows = [(r["user"], r["item"], float(r["rating"])) for r in csv.DictReader(open("ratings.csv"))]
some = [(u, i) for u in ["u3", "u17", "u41"] for i in ["i2", "i9", "i14"]]
`;

/** What the last line of a script prints: the file of the model, and the score of each of some pairs. */
interface Told {
  readonly model: string;
  readonly scores: readonly (readonly [user: string, item: string, score: number])[];
}

function python(words: readonly string[]): string {
  return execFileSync(PYTHON, words, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...pythonEnvironment, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', PYTHONWARNINGS: 'ignore' },
  });
}

async function exported(script: string, training: string): Promise<void> {
  const { model, scores } = JSON.parse(
    python(['-c', START + training])
      .trim()
      .split('\n')
      .at(-1)!,
  ) as Told;
  const output = `${script}.npz`;
  python([join(scripts, `from_${script}.py`), model, output]);
  const vectorsOf = async (side: Side) => {
    const { ids, values, dimension } = (await readVectors(join(folder, output), { side })).vectors;
    expect(ids).toHaveLength(side === 'users' ? USERS : ITEMS);
    return (id: string) => values.subarray(ids.indexOf(id) * dimension, (ids.indexOf(id) + 1) * dimension);
  };
  expect(await asyncFailure(() => readVectors(join(folder, model), { side: 'items' }))).toMatch(/^PICKLE_REFUSED/);
  const [userOf, itemOf] = [await vectorsOf('users'), await vectorsOf('items')];
  const dot = (user: string, item: string) => {
    const [own, other] = [Array.from(userOf(user)), Array.from(itemOf(item))];
    return own.reduce((sum, value, k) => sum + value * other[k]!, 0);
  };
  expect(scores).toHaveLength(9);
  // What a toolkit adds for everything of one person falls out of the difference between two items.
  for (const [at, [user, item, score]] of scores.entries()) {
    const [, other, less] = scores[at - (at % 3)]!;
    expect(Math.abs(dot(user, item) - dot(user, other) - (score - less))).toBeLessThan(1e-4);
  }
  const spread = scores.map(([user, item]) => dot(user, item));
  expect(Math.max(...spread) - Math.min(...spread)).toBeGreaterThan(1e-3);
}

/** The ratings as the toolkit keeps them. */
async function expectData(name: string): Promise<void> {
  const { dataset } = await openRecommenderData(join(folder, name));
  const { starts, indices, values } = dataset.ratings.byUser;
  expect(dataset.ratings.count).toBe(lines.length);
  for (const line of lines) {
    const [user, item, rating] = line.split(',') as [string, string, string];
    const u = dataset.users.indexOf(user)!;
    const at = indices.subarray(starts[u]!, starts[u + 1]!).indexOf(dataset.items.indexOf(item)!);
    expect(values[starts[u]! + at]).toBe(Number(rating));
  }
}

itNeedsPackages(['cornac'], 'Cornac', () =>
  exported(
    'cornac',
    `
from cornac.data import Dataset
from cornac.models import MF
data = Dataset.from_uir(rows, seed=1)
model = MF(k=4, max_iter=20, learning_rate=0.01, seed=1, verbose=False).fit(data)
scores = [(u, i, float(model.score(data.uid_map[u], data.iid_map[i]))) for u, i in some]
print(); print(json.dumps({"model": model.save("cornac"), "scores": scores}))`,
  ),
);

itNeedsPackages(['surprise'], 'Surprise', () =>
  exported(
    'surprise',
    `
from surprise import SVD, Dataset, Reader, dump
reader = Reader(line_format="user item rating", sep=",", skip_lines=1)
data = Dataset.load_from_file("ratings.csv", reader).build_full_trainset()
model = SVD(n_factors=4, n_epochs=5, random_state=1).fit(data)
dump.dump("surprise.dump", algo=model)
# Its vectors do not hold the biases of items.
bias = lambda i: model.bi[data.to_inner_iid(i)]
scores = [(u, i, model.predict(u, i, clip=False).est - bias(i)) for u, i in some]
print(json.dumps({"model": "surprise.dump", "scores": scores}))`,
  ),
);

itNeedsPackages(['lenskit'], 'LensKit', async () => {
  await exported(
    'lenskit',
    `
import pickle, pandas
from lenskit import score
from lenskit.als import ImplicitMFScorer
from lenskit.data import from_interactions_df
from lenskit.pipeline import topn_pipeline
data = from_interactions_df(pandas.DataFrame(rows, columns=["user_id", "item_id", "rating"]))
data.save("lenskit-data")
pipeline = topn_pipeline(ImplicitMFScorer(embedding_size=4, epochs=3, user_embeddings="prefer"))
pipeline.train(data)
pickle.dump(pipeline, open("lenskit.pkl", "wb"))
scores = [(u, i, float(score(pipeline, u, [i]).scores()[0])) for u, i in some]
print(json.dumps({"model": "lenskit.pkl", "scores": scores}))`,
  );
  await expectData('lenskit-data');
});

itNeedsPackages(['recbole'], 'RecBole', async () => {
  await exported(
    'recbole',
    `
import numpy as np
# RecBole 1.2 was written for NumPy 1; the names it misses are put back.
for name, own in {"float_": np.float64, "complex_": np.complex128, "unicode_": np.str_, "string_": np.bytes_}.items():
    hasattr(np, name) or setattr(np, name, own)
os.makedirs("dataset/shop", exist_ok=True)
with open("dataset/shop/shop.inter", "w") as file:
    file.write("user_id:token\\titem_id:token\\trating:float\\n" + "".join(f"{u}\\t{i}\\t{r}\\n" for u, i, r in rows))
import torch
from recbole.config import Config
from recbole.data import create_dataset, data_preparation
from recbole.model.general_recommender import BPR
from recbole.trainer import Trainer
sys.argv = sys.argv[:1]
given = {"data_path": "dataset", "embedding_size": 4, "epochs": 1, "checkpoint_dir": "saved", "use_gpu": False, "state": "ERROR"}
config = Config(model="BPR", dataset="shop", config_dict=given)
data = create_dataset(config)
train = data_preparation(config, data)[0]
model = BPR(config, train.dataset)
trainer = Trainer(config, model)
trainer.fit(train, saved=True, verbose=False, show_progress=False)
number = lambda field, token: torch.tensor([data.token2id(field, token)])
ask = lambda u, i: float(model.predict({"user_id": number("user_id", u), "item_id": number("item_id", i)}))
print(json.dumps({"model": trainer.saved_model_file, "scores": [(u, i, ask(u, i)) for u, i in some]}))`,
  );
  await expectData('dataset/shop');
});
