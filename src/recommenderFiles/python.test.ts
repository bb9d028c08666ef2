/** Files that the toolkits themselves wrote, and the scripts of docs/export run on what they pickle (Spark and implicit: test/toolkits.test.ts). */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../test/support/failure.ts';
import { itNeeds, itNeedsPackages, PYTHON, pythonEnvironment } from '../../test/support/needs.ts';
import { temporaryFolder } from '../../test/support/recommenderFiles.ts';
import { openRecommenderData } from './openRecommenderData.ts';
import { readVectors, type VectorOptions } from './readVectors.ts';

const folder = temporaryFolder();
const place = (name: string) => join(folder, name);
const exporters = new URL('../../docs/export/', import.meta.url).pathname;

function python(command: string, words: readonly string[]): void {
  execFileSync(command, words, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...pythonEnvironment, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', PYTHONWARNINGS: 'ignore' },
  });
}
const run = (script: string, command = PYTHON) => python(command, ['-c', script]);
const exported = (script: string, ...words: readonly string[]) => python(PYTHON, [join(exporters, script), ...words]);

/** What Python wrote about the vectors: id -> numbers. */
const truth = (name: string): Record<string, number[]> => JSON.parse(readFileSync(place(name), 'utf8'));

async function expectTruth(name: string, options: VectorOptions, expected: Record<string, number[]>): Promise<void> {
  const { vectors } = await readVectors(place(name), options);
  expect([...vectors.ids].sort()).toEqual(Object.keys(expected).sort());
  for (const [row, id] of vectors.ids.entries()) {
    const own = vectors.values.subarray(row * vectors.dimension, (row + 1) * vectors.dimension);
    expect(own).toHaveLength(expected[id]!.length);
    for (const [k, value] of own.entries()) expect(Math.abs(value - expected[id]![k]!)).toBeLessThan(1e-6);
  }
}

/** Ratings for the toolkits: some of 20 users and 15 items. */
const RATINGS = `
import json, numpy as np
rng = np.random.default_rng(0)
rows = [(f"u{u}", f"i{i}", float(rng.integers(1, 6))) for u in range(20) for i in range(15) if rng.random() < 0.6]
def tell(name, ids, vectors):
    json.dump({str(i): [float(x) for x in v] for i, v in zip(ids, vectors)}, open(name, "w"))
`;

describe('files of Python', () => {
  itNeeds('python3 with safetensors', 'NumPy and safetensors give the numbers that they were given', async () => {
    run(
      `${RATINGS}
from safetensors.numpy import save_file
ids, v = np.array([f"f\\u00fcr {n}" for n in range(9)]), rng.normal(size=(9, 4))
tell("numpy.json", ids, v)
np.save("c.npy", v); np.save("f.npy", np.asfortranarray(v)); np.save("single.npy", v.astype("<f4")); np.save("big.npy", v.astype(">f8"))
np.save("half.npy", v.astype("f2")); np.save("ids.npy", ids); np.save("numbers.npy", np.arange(9)); np.save("bytes.npy", np.array([f"a{n}".encode() for n in range(9)]))
np.savez("plain.npz", item_factors=v, item_ids=ids); np.savez_compressed("packed.npz", item_factors=v.astype("f4"), item_ids=ids, note=np.array({"a": 1}, dtype=object))
save_file({"item_vectors": v.astype("f4"), "item_ids": np.arange(9)}, "own.safetensors")
save_file({"item_vectors": v.astype("f2")}, "half.safetensors", metadata={"item_ids": json.dumps(list(ids))})
np.save("objects.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)`,
      'python3',
    );
    const expected = truth('numpy.json');
    const file = place('ids.npy');
    for (const name of ['c.npy', 'f.npy', 'single.npy', 'big.npy']) {
      await expectTruth(name, { side: 'items', ids: { file } }, expected);
    }
    for (const name of ['plain.npz', 'packed.npz']) await expectTruth(name, { side: 'items' }, expected);
    const numbered = Object.fromEntries(Object.values(expected).map((own, n) => [String(n), own]));
    await expectTruth('own.safetensors', { side: 'items' }, numbered);
    await expectTruth('c.npy', { side: 'items', ids: { file: place('numbers.npy') } }, numbered);
    const half = (await readVectors(place('half.safetensors'), { side: 'items' })).vectors;
    const same = (await readVectors(place('half.npy'), { side: 'items', ids: { file } })).vectors;
    expect(half).toEqual(same);
    expect(Math.abs(half.values[0]! - Object.values(expected)[0]![0]!)).toBeLessThan(1e-3);
    const bytes = await readVectors(place('c.npy'), { side: 'items', ids: { file: place('bytes.npy') } });
    expect(bytes.vectors.ids.slice(0, 2)).toEqual(['a0', 'a1']);
    expect(await asyncFailure(() => readVectors(place('objects.npy'), { side: 'items' }))).toMatch(/^PICKLE_REFUSED/);
  });

  itNeedsPackages(['pyarrow'], 'Parquet of pyarrow, with lists and with arrays of fixed length', async () => {
    run(`${RATINGS}
import pyarrow as pa, pyarrow.parquet as pq
ids, v = [f"i{n}" for n in range(9)], rng.normal(size=(9, 4))
tell("arrow.json", ids, v)
pq.write_table(pa.table({"item_id": ids, "embedding": list(v)}), "lists.parquet")
fixed = pa.FixedSizeListArray.from_arrays(pa.array(v.astype("f4").ravel()), 4)
pq.write_table(pa.table({"item_id": ids, "embedding": fixed}), "fixed.parquet", compression="zstd")`);
    for (const name of ['lists.parquet', 'fixed.parquet']) {
      await expectTruth(name, { side: 'items' }, truth('arrow.json'));
    }
  });

  itNeedsPackages(['lenskit'], 'data and a model of LensKit', async () => {
    run(`${RATINGS}
import pandas as pd, pickle
from lenskit.data import from_interactions_df
from lenskit.als import BiasedMFScorer
from lenskit.pipeline import topn_pipeline
data = from_interactions_df(pd.DataFrame(rows, columns=["user_id", "item_id", "rating"]))
data.save("lenskit-data")
json.dump(rows, open("rows.json", "w"))
pipeline = topn_pipeline(BiasedMFScorer(embedding_size=4, epochs=2))
pipeline.train(data)
scorer = pipeline.component("scorer")
tell("lenskit.json", scorer.items.ids(), scorer.item_embeddings)
pickle.dump(pipeline, open("lenskit.pkl", "wb"))`);
    exported('from_lenskit.py', 'lenskit.pkl', 'lenskit.npz');
    await expectTruth('lenskit.npz', { side: 'items' }, truth('lenskit.json'));
    expect(await asyncFailure(() => readVectors(place('lenskit.pkl'), { side: 'items' }))).toMatch(/^PICKLE_REFUSED/);
    const { dataset } = await openRecommenderData(place('lenskit-data'));
    const rows: [string, string, number][] = JSON.parse(readFileSync(place('rows.json'), 'utf8'));
    expect(dataset.ratings.count).toBe(rows.length);
    for (const [user, item, rating] of rows) {
      const [u, i] = [dataset.users.indexOf(user)!, dataset.items.indexOf(item)!];
      const { starts, indices, values } = dataset.ratings.byUser;
      const at = indices.subarray(starts[u]!, starts[u + 1]!).indexOf(i);
      expect(values[starts[u]! + at]).toBe(rating);
    }
  });

  itNeedsPackages(['cornac'], 'a model of Cornac', async () => {
    run(`${RATINGS}
import cornac, shutil
model = cornac.models.BPR(k=4, max_iter=2, seed=1)
model.fit(cornac.data.Dataset.from_uir(rows, seed=1))
shutil.copy(model.save("cornac"), "cornac.pkl")
tell("cornac.json", model.user_ids, model.get_user_vectors())`);
    exported('from_cornac.py', 'cornac.pkl', 'cornac.npz');
    await expectTruth('cornac.npz', { side: 'users' }, truth('cornac.json'));
  });

  itNeedsPackages(['torch'], 'an embedding of PyTorch', async () => {
    run(`${RATINGS}
import torch
layer = torch.nn.Embedding(9, 4)
torch.save({"item_embedding.weight": layer.weight.detach()}, "torch.pt")
ids = [f"i{n}" for n in range(9)]
open("torch-ids.txt", "w").write("\\n".join(ids) + "\\n")
tell("torch.json", ids, layer.weight.detach().numpy())`);
    expect(await asyncFailure(() => readVectors(place('torch.pt'), { side: 'items' }))).toMatch(/^PICKLE_REFUSED/);
    exported('from_pytorch.py', 'torch.pt', 'item_embedding.weight', 'torch-ids.txt', 'torch.npz');
    await expectTruth('torch.npz', { side: 'items' }, truth('torch.json'));
  });

  itNeedsPackages(['recbole', 'torch'], 'a checkpoint of RecBole, and its data', async () => {
    // RecBole 1.2 was written for NumPy 1; the names it misses are put back.
    run(`${RATINGS}
import os, sys
for name, own in {"float_": np.float64, "complex_": np.complex128, "unicode_": np.str_, "string_": np.bytes_}.items():
    hasattr(np, name) or setattr(np, name, own)
os.makedirs("dataset/tiny")
with open("dataset/tiny/tiny.inter", "w") as file:
    file.write("user_id:token\\titem_id:token\\trating:float\\n")
    for row in rows: file.write("%s\\t%s\\t%g\\n" % row)
from recbole.config import Config
from recbole.data import create_dataset, data_preparation
from recbole.model.general_recommender import BPR
from recbole.trainer import Trainer
sys.argv = sys.argv[:1]
settings = dict(epochs=1, embedding_size=4, checkpoint_dir=".", show_progress=False, data_path="dataset", use_gpu=False, eval_step=0, state="CRITICAL")
config = Config(model="BPR", dataset="tiny", config_dict=settings)
data = create_dataset(config)
train = data_preparation(config, data)[0]
trainer = Trainer(config, BPR(config, train.dataset))
trainer.fit(train, verbose=False, saved=True, show_progress=False)
os.rename(trainer.saved_model_file, "recbole.pth")
tell("recbole.json", data.field2id_token["item_id"][1:], trainer.model.item_embedding.weight.detach().numpy()[1:])`);
    expect(await asyncFailure(() => readVectors(place('recbole.pth'), { side: 'items' }))).toMatch(/^PICKLE_REFUSED/);
    exported('from_recbole.py', 'recbole.pth', 'recbole.npz');
    await expectTruth('recbole.npz', { side: 'items' }, truth('recbole.json'));
    const { dataset } = await openRecommenderData(place('dataset/tiny'));
    expect(dataset.items.size).toBe(15);
  });
});

describe('the scripts of docs/export', () => {
  it.each(['lenskit', 'recbole', 'surprise', 'cornac', 'pytorch'])(
    'from_%s.py has ten lines at most, and is in the table',
    (name) => {
      const script = `from_${name}.py`;
      expect(readFileSync(join(exporters, script), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(10);
      expect(readFileSync(join(exporters, 'README.md'), 'utf8')).toContain(script);
    },
  );
});
