/**
 * Tasks on the other side of a border. A thread of Node and a web worker keep the same contract: a request names a task
 * and carries its input; the answer is the output, or an error as plain data. Nothing else crosses the border, so what
 * comes out does not depend on where a task ran.
 */
import { type Carried, packError, unpackError } from '../errors/index.ts';
import { type Executor, type RunOptions, runInLanes, type Task } from './executor.ts';

export interface TaskRequest {
  readonly name: string;
  readonly input: unknown;
}

type NamedTasks = ReadonlyMap<string, Task<never, unknown>>;

export function namedTasks(tasks: readonly Task<never, unknown>[]): NamedTasks {
  return new Map(tasks.map((task) => [task.name, task]));
}

/** The side that works: whatever goes wrong is an answer too. */
export async function answerTask(tasks: NamedTasks, { name, input }: TaskRequest): Promise<Carried<unknown>> {
  try {
    const task = tasks.get(name);
    if (task === undefined) throw new Error(`the worker knows no task "${name}"; list it among the tasks of its pool`);
    return { kind: 'done', output: await task.run(input as never) };
  } catch (error) {
    return { kind: 'failed', error: packError(error) };
  }
}

/** Hands a request over the border; settles when its task has ended. */
export type TaskLane = (request: TaskRequest) => Promise<Carried<unknown>>;

/** The side that asks. `lanesOfRun` makes the lanes of one run: each has one request on its way. */
export function poolOver(threads: number, lanesOfRun: () => readonly TaskLane[]): Executor {
  return {
    threads,
    run: <Input, Output>({ name }: Task<Input, Output>, inputs: readonly Input[], options?: RunOptions) => {
      const lanes = lanesOfRun().map((lane) => async (input: Input) => {
        const answer = await lane({ name, input });
        if (answer.kind === 'failed') throw unpackError(answer.error);
        return answer.output as Output;
      });
      return runInLanes(inputs, lanes, options);
    },
  };
}
