/** Files that NumPy, safetensors, pyarrow and PyTorch wrote (Spark and implicit: test/toolkits.test.ts; toolkits with a script in docs/export: test/exporters.test.ts). */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../test/support/failure.ts';
import { itNeeds, itNeedsPackages, PYTHON, pythonEnvironment } from '../../test/support/needs.ts';
import { temporaryFolder } from '../../test/support/recommenderFiles.ts';
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

const START = `
import json, numpy as np
rng = np.random.default_rng(0)
def tell(name, ids, vectors):
    json.dump({str(i): [float(x) for x in v] for i, v in zip(ids, vectors)}, open(name, "w"))
`;

describe('files of Python', () => {
  itNeeds('python3 with safetensors', 'NumPy and safetensors give the numbers that they were given', async () => {
    run(
      `${START}
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
    run(`${START}
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

  itNeedsPackages(['torch'], 'an embedding of PyTorch', async () => {
    run(`${START}
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
