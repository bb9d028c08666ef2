/**
 * What every executor must do, in Node and in a page: results that do not show where a task ran, errors that arrive whole,
 * and an end when it is told to. executors.test.ts runs this suite over all of them.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { permutationTask } from '../../src/audit/index.ts';
import { UlteriorError } from '../../src/errors/index.ts';
import { packRows } from '../../src/inference/index.ts';
import type { Executor } from '../../src/maths/index.ts';

/** A task that all know; its outcome depends on its seed, and a seed below 0 is refused. */
const people = Array.from({ length: 12 }, (_, n) => ({ indices: [n % 4], values: [1 + (n % 5)] }));
const inputOf = (seed: number) => ({
  histories: packRows(4, people),
  types: Uint8Array.from(people, (_, n) => n % 2),
  typeCount: 2,
  folds: Uint16Array.from(people, (_, n) => (n < 6 ? 0 : 1)),
  foldCount: 2,
  shuffles: 5,
  seed,
});
const task = permutationTask;

export function describeExecutor(name: string, open: () => Executor, close: () => unknown = () => {}): void {
  describe(`an executor: ${name}`, () => {
    const executor = open();
    afterAll(async () => void (await close()));

    it('gives what the task gives, in the order of the inputs, and counts each', async () => {
      expect(executor.threads).toBeGreaterThanOrEqual(1);
      const inputs = [5, 1, 4, 2, 3, 9, 8].map(inputOf);
      let done = 0;
      const outputs = await executor.run(task, inputs, { onDone: () => done++ });
      expect(outputs).toEqual(inputs.map((input) => task.run(input)));
      expect(new Set(outputs.map(({ statistics }) => statistics[0]!.shuffledMean)).size).toBeGreaterThan(1);
      expect(done).toBe(inputs.length);
      expect(await executor.run(task, [])).toEqual([]);
    });

    it('keeps runs apart that go on at the same time', async () => {
      const [first, second] = [
        [1, 2, 3],
        [4, 5, 6],
      ].map((seeds) => seeds.map(inputOf));
      const found = await Promise.all([executor.run(task, first!), executor.run(task, second!)]);
      expect(found).toEqual([first!.map((input) => task.run(input)), second!.map((input) => task.run(input))]);
    });

    it('hands on the error of a task with its code, takes nothing up after it, and works on', async () => {
      let done = 0;
      const failed = executor.run(task, Array(9).fill(inputOf(-1)), { onDone: () => done++ });
      const error = await failed.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UlteriorError);
      expect(error).toMatchObject({ code: 'PARAMETER_OUT_OF_RANGE', details: { parameter: 'seed', value: -1 } });
      expect(done).toBe(0);
      expect(await executor.run(task, [inputOf(1)])).toEqual([task.run(inputOf(1))]);
    });

    it('does not begin when it was stopped before, and ends when it is stopped', async () => {
      const signal = AbortSignal.abort(new Error('too late'));
      await expect(executor.run(task, [inputOf(1)], { signal })).rejects.toThrow('too late');
      const control = new AbortController();
      let done = 0;
      const onDone = () => {
        done++;
        control.abort(new Error('enough'));
      };
      const inputs = Array.from({ length: 20 }, (_, n) => inputOf(n));
      await expect(executor.run(task, inputs, { signal: control.signal, onDone })).rejects.toThrow('enough');
      expect(done).toBeGreaterThan(0);
      expect(done).toBeLessThan(inputs.length);
    });
  });
}
