import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../test/support/failure.ts';
import { randomModel } from '../../test/support/models.ts';
import { historyTask } from '../audit/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { encodeModel } from '../factorization/index.ts';
import { defineTask, type Task } from '../maths/index.ts';
import { openCheckpoints } from './checkpoints.ts';
import { loadModel, readWholeFile, saveModel, writeFileAtomically } from './files.ts';
import { loadKernels, startFrom } from './kernels.ts';
import { openThreadPool } from './threadPool.ts';
import runTask from './worker.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'ulterior-'));

describe('files', () => {
  it('writes whole files under their name and leaves nothing else', async () => {
    const folder = newFolder();
    const path = join(folder, 'a.bin');
    await writeFileAtomically(path, Uint8Array.of(1, 2, 3));
    await writeFileAtomically(path, Uint8Array.of(4));
    expect([...readFileSync(path)]).toEqual([4]);
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  it('a failed write says so, keeps what was there, and leaves nothing half-written', async () => {
    const folder = newFolder();
    // The rename fails: the target is a folder that is not empty.
    const taken = join(folder, 'taken');
    mkdirSync(taken);
    writeFileSync(join(taken, 'inside'), 'kept');
    expect(await asyncFailure(() => writeFileAtomically(taken, Uint8Array.of(1)))).toMatch(
      /^FILE_NOT_WRITABLE: ".*taken" cannot be written: .* -> check that the folder exists/,
    );
    expect(readdirSync(folder)).toEqual(['taken']);
    expect(readFileSync(join(taken, 'inside'), 'utf8')).toBe('kept');
    expect(await asyncFailure(() => writeFileAtomically(join(folder, 'no', 'such'), Uint8Array.of(1)))).toMatch(
      /^FILE_NOT_WRITABLE/,
    );
  });

  it('a file that is not there, or is a folder, cannot be read', async () => {
    const folder = newFolder();
    expect(await asyncFailure(() => readWholeFile(join(folder, 'none')))).toMatch(
      /^FILE_NOT_READABLE: ".*none" .* -> check the path/,
    );
    expect(await asyncFailure(() => readWholeFile(folder))).toMatch(/^FILE_NOT_READABLE/);
  });

  it('saves and loads a model; a refused one is named', async () => {
    const folder = newFolder();
    const path = join(folder, 'model.safetensors');
    const model = randomModel({ items: 5, dimension: 2, types: 2, seed: 1 });
    await saveModel(path, model);
    expect((await loadModel(path)).rows).toEqual(model.rows);
    writeFileSync(path, readFileSync(path).subarray(0, 900));
    expect(await asyncFailure(() => loadModel(path))).toMatch(
      /^MODEL_TRUNCATED: ".*model.safetensors": the model ends early/,
    );
    writeFileSync(path, 'a,b,c\n1,2,3\n');
    expect(await asyncFailure(() => loadModel(path))).toMatch(
      /^MODEL_FOREIGN: ".*model.safetensors": this is not a model/,
    );
  });
});

describe('checkpoints', () => {
  it('are read back in the same folder by the same work only', async () => {
    const folder = join(newFolder(), 'deep', 'checkpoints');
    const first = await openCheckpoints(folder, { data: 'a', seed: 1 });
    expect(await first.read('fold-0')).toBeUndefined();
    await first.write('fold-0', Uint8Array.of(1, 2));
    const again = await openCheckpoints(folder, { data: 'a', seed: 1 });
    expect([...(await again.read('fold-0'))!]).toEqual([1, 2]);
    expect(await asyncFailure(() => openCheckpoints(folder, { data: 'a', seed: 2 }))).toMatch(
      /^CHECKPOINT_FOREIGN: ".*checkpoints" contains .* another audit .* -> name another folder/,
    );
  });
  it('belong to one of several that begin at once, and the others are told', async () => {
    const folder = join(newFolder(), 'checkpoints');
    const begun = await Promise.allSettled(Array.from({ length: 20 }, (_, seed) => openCheckpoints(folder, { seed })));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['identity.json']);
  });
});

describe('kernels', () => {
  afterEach(() => {
    delete process.env['ULTERIOR_KERNELS'];
  });

  it('start as WebAssembly, shared and plain', () => {
    expect(loadKernels('shared')).toMatchObject({ kind: 'wasm', shared: true });
    expect(loadKernels('plain')).toMatchObject({ kind: 'wasm', shared: false });
  });

  it('say why when they cannot', () => {
    expect(startFrom(join(newFolder(), 'none.wasm'), true)).toMatchObject({
      kind: 'twin',
      fallbackReason: expect.stringContaining('npm run build'),
    });
    const damaged = join(newFolder(), 'damaged.wasm');
    writeFileSync(damaged, 'not wasm');
    chmodSync(damaged, 0o644);
    expect(startFrom(damaged, true).fallbackReason).toMatch(/WebAssembly|magic/);
  });

  it('run as their twin when asked to, without a warning', () => {
    process.env['ULTERIOR_KERNELS'] = 'twin';
    const warnings: string[] = [];
    expect(loadKernels('shared', (message) => warnings.push(message)).kind).toBe('twin');
    expect(warnings).toEqual([]);
  });
});

describe('thread pool', () => {
  it('refuses a task that workers do not know, and a number of threads that makes no sense', async () => {
    const pool = openThreadPool(1);
    try {
      const unknown = defineTask<number, number>('never-registered', (input) => input);
      await expect(pool.run(unknown, [1])).rejects.toThrow(/knows no task "never-registered"/);
    } finally {
      await pool.close();
    }
    expect(failure(() => openThreadPool(0))).toMatch(/^PARAMETER_OUT_OF_RANGE: threads is 0/);
  });

  it('hands on an error of a task with its code, and starts nothing after it', async () => {
    const pool = openThreadPool(1);
    try {
      const model = encodeModel(randomModel({ items: 5, dimension: 2, types: 2, seed: 1 }));
      const task = { ...historyTask } as unknown as Task<unknown, unknown>;
      const bad = {
        classifier: 'factor',
        spec: { ridge: 'model', prior: 'uniform' },
        model: { key: 'cut off', bytes: model.slice(0, 300) },
      };
      let done = 0;
      const error = await pool.run(task, Array(6).fill(bad), { onDone: () => done++ }).catch((reason) => reason);
      expect(error).toBeInstanceOf(UlteriorError);
      expect(error).toMatchObject({ code: 'MODEL_TRUNCATED', kind: 'data', advice: expect.any(String) });
      expect(Object.keys(error.details).length).toBeGreaterThan(0);
      expect(done).toBe(0);
    } finally {
      await pool.close();
    }
  });

  it('leaves alone in a thread what waited there when another task failed', async () => {
    const stopped = Int32Array.of(0);
    const request = { name: 'never-registered', input: 1, stopped, plugins: [] };
    expect(await runTask(request)).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('knows no task') },
    });
    expect([...stopped]).toEqual([1]);
    expect(await runTask(request)).toBeUndefined();
  });

  it('does not start when aborted before', async () => {
    const pool = openThreadPool(1);
    try {
      const unknown = defineTask<number, number>('never-registered', (input) => input);
      await expect(pool.run(unknown, [1], { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
        'too late',
      );
    } finally {
      await pool.close();
    }
  });
});
