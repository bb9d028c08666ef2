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

/** How to stop early, and who hears of progress. */
export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each task, in whatever order they end. */
  readonly onDone?: (() => void) | undefined;
}

/** Runs tasks, here or in threads. The results do not depend on the number of threads. */
export interface Executor {
  readonly threads: number;
  /** Runs the task once per input; outputs come in the order of the inputs. */
  run<Input, Output>(task: Task<Input, Output>, inputs: readonly Input[], options?: RunOptions): Promise<Output[]>;
}

/**
 * Sends inputs through lanes, each taking the next one as soon as it is free; outputs come in the order of the inputs.
 * After the first failure, or an abort, no lane takes another input. Those on their way are waited for, because their
 * tasks write to memory that the caller owns; then the failure that came first is thrown.
 */
export async function runInLanes<Input, Output>(
  inputs: readonly Input[],
  lanes: readonly ((input: Input) => Promise<Output>)[],
  options?: RunOptions,
): Promise<Output[]> {
  const outputs = new Array<Output>(inputs.length);
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const drive = async (lane: (input: Input) => Promise<Output>) => {
    try {
      while (next < inputs.length && failure === undefined) {
        options?.signal?.throwIfAborted();
        const number = next++;
        outputs[number] = await lane(inputs[number]!);
        if (failure === undefined) options?.onDone?.();
      }
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(lanes.map(drive));
  if (failure !== undefined) throw (failure as { readonly error: unknown }).error;
  return outputs;
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
