import { describe, expect, it } from 'vitest';
import { defineTask, inlineExecutor } from './executor.ts';

const double = defineTask<number, number>('double', (input) => 2 * input);

describe('inline executor', () => {
  it('gives the outputs in the order of the inputs', async () => {
    expect(await inlineExecutor.run(double, [3, 1, 2])).toEqual([6, 2, 4]);
  });

  it('stops between tasks when aborted', async () => {
    const control = new AbortController();
    const done: number[] = [];
    const task = defineTask<number, void>('note', (input) => {
      done.push(input);
      if (input === 2) control.abort(new Error('enough'));
    });
    await expect(inlineExecutor.run(task, [1, 2, 3], { signal: control.signal })).rejects.toThrow('enough');
    expect(done).toEqual([1, 2]);
  });
});
