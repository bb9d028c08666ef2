import { describe, expect, it } from 'vitest';
import { defineTask, inlineExecutor, runInLanes } from './executor.ts';

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

describe('lanes', () => {
  /** Inputs say after how many turns their task ends, and whether it fails. */
  type Input = { readonly turns: number; readonly fails?: string };
  const lanes = (count: number) => {
    const started: Input[] = [];
    const ended: Input[] = [];
    const lane = async (input: Input) => {
      started.push(input);
      for (let turn = 0; turn < input.turns; turn++) await Promise.resolve();
      ended.push(input);
      if (input.fails !== undefined) throw new Error(input.fails);
      return input.turns;
    };
    return { started, ended, lanes: Array.from({ length: count }, () => lane) };
  };

  it('give the outputs in the order of the inputs', async () => {
    const inputs = [9, 1, 5, 2].map((turns) => ({ turns }));
    expect(await runInLanes(inputs, lanes(2).lanes)).toEqual([9, 1, 5, 2]);
    expect(await runInLanes(inputs, lanes(9).lanes)).toEqual([9, 1, 5, 2]);
  });

  it('take nothing up after the first failure, wait for what runs, and throw what failed first', async () => {
    const made = lanes(3);
    const inputs = [{ turns: 40, fails: 'later' }, { turns: 20 }, { turns: 5, fails: 'first' }, { turns: 1 }];
    let done = 0;
    await expect(runInLanes(inputs, made.lanes, { onDone: () => done++ })).rejects.toThrow('first');
    expect(made.started).toEqual(inputs.slice(0, 3));
    expect(made.ended).toHaveLength(3);
    expect(done).toBe(0);
  });
});
