/**
 * Where work runs. The pure layers describe work as named tasks over plain inputs; an Executor runs them inline, on
 * threads, or in web workers. A task must give the same output wherever and in whatever order it runs.
 */

export interface Task<Input, Output> {
  /** Unique; a worker finds the task by this name. */
  readonly name: string;
  readonly run: (input: Input) => Output | Promise<Output>;
}

export function defineTask<Input, Output>(name: string, run: Task<Input, Output>['run']): Task<Input, Output> {
  return { name, run };
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each task, in whatever order they end. */
  readonly onDone?: (() => void) | undefined;
}

export interface Executor {
  readonly threads: number;
  /** Runs the task once per input; outputs come in the order of the inputs. */
  run<Input, Output>(task: Task<Input, Output>, inputs: readonly Input[], options?: RunOptions): Promise<Output[]>;
}

/** Runs everything here and now, one input after another. */
export const inlineExecutor: Executor = {
  threads: 1,
  run: async (task, inputs, options) => {
    const outputs = [];
    for (const input of inputs) {
      options?.signal?.throwIfAborted();
      outputs.push(await task.run(input));
      options?.onDone?.();
    }
    return outputs;
  },
};
