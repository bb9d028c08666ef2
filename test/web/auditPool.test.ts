/** The pool of web workers: the results do not depend on how many there are, and faults come through. */
import { describe, expect, it } from 'vitest';
import { contender, runAudit, runNumericAudit } from '../../src/audit/index.ts';
import { packError, UlteriorError } from '../../src/errors/index.ts';
import { defineTask, type Executor, inlineExecutor } from '../../src/maths/index.ts';
import { loadKernels } from '../../src/runtime/index.ts';
import { createPool, type WorkerLike, workersFor } from '../../src/web/engine/jobs/pool.ts';
import { taskByName } from '../../src/web/engine/jobs/tasks.ts';
import { createNumericWorld, createWorld, worldPresets } from '../../src/worlds/index.ts';
import { nearWorkers as workers } from '../support/nearWorker.ts';

describe('a pool', () => {
  it('gives the same records with 1 and 3 workers as without any', async () => {
    const { dataset } = createWorld(
      { ...worldPresets.demo, users: 60, items: 20, ratingsPerUser: 10, minimumPerUser: 8 },
      1,
    );
    const spec = {
      attribute: 'chronotype',
      folds: 2,
      maxQuestions: 2,
      heldOut: 2,
      resamples: 50,
      compareAt: [2],
      contenders: [contender('separation'), contender('random')],
      fullHistory: ['factor', 'logistic', 'stack'],
    } as const;
    const run = (executor: Parameters<typeof runAudit>[2]['executor']) =>
      runAudit(dataset, spec, {
        kernels: loadKernels('plain'),
        executor,
        source: 'test',
        finished: () => 'now',
      });
    const alone = JSON.stringify(await run(inlineExecutor));
    for (const count of [1, 3]) {
      const own = workers(count);
      expect(JSON.stringify(await run(createPool(own, inlineExecutor)))).toBe(alone);
      expect(own.every(({ most }) => most === 1)).toBe(true);
    }
  });

  it('does the same with a number, and leaves none of its tasks to the engine', async () => {
    const { types: _, ...world } = worldPresets.demo;
    const size = { users: 60, items: 20, ratingsPerUser: 10, minimumPerUser: 8 };
    const { dataset } = createNumericWorld({ ...world, ...size, attribute: 'age' }, 1);
    const spec = { attribute: 'age', folds: 2, maxQuestions: 2, resamples: 50, compareAt: [2], bands: 2 };
    const run = (executor: Executor) =>
      runNumericAudit(dataset, spec, {
        kernels: loadKernels('plain'),
        executor,
        source: 'test',
        finished: () => 'now',
      });
    const left: string[] = [];
    const engine: Executor = {
      threads: 1,
      run: (task, inputs, options) => {
        left.push(task.name);
        return inlineExecutor.run(task, inputs, options);
      },
    };
    expect(JSON.stringify(await run(createPool(workers(3), engine)))).toBe(JSON.stringify(await run(inlineExecutor)));
    expect(left).toEqual([]);
  });

  it('hands on errors with their codes, and stops when it is told to', async () => {
    const pool = createPool(workers(2), inlineExecutor);
    const [task] = taskByName.values();
    const failure = await pool.run(task as never, [{}, {}]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(pool.run(task as never, [{}], { signal: controller.signal })).rejects.toThrow('enough');
    const coded: WorkerLike = {
      addEventListener: (type: string, listener: (event: never) => void) => {
        if (type !== 'message') return;
        const packed = packError(new UlteriorError('MODEL_INVALID', 'what', 'do', { n: 1 }));
        answer = () => listener({ data: structuredClone({ kind: 'failed', error: packed }) } as never);
      },
      postMessage: () => answer(),
    };
    let answer = () => {};
    const error = await createPool([coded], inlineExecutor)
      .run(task as never, [{}])
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UlteriorError);
    expect(error).toMatchObject({ code: 'MODEL_INVALID', message: 'what', advice: 'do', details: { n: 1 } });
  });

  it('does by itself what workers do not know', async () => {
    const own = workers(2);
    const twice = defineTask<number, number>('not-listed', (n) => 2 * n);
    expect(await createPool(own, inlineExecutor).run(twice, [1, 2, 3])).toEqual([2, 4, 6]);
    expect(own.map(({ most }) => most)).toEqual([0, 0]);
  });

  it('leaves a core to the engine, and has at least one worker', () => {
    expect([1, 2, 4, 5, 64].map(workersFor)).toEqual([1, 1, 3, 4, 4]);
  });
});
