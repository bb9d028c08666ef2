/** Entry of a worker thread: runs the named task on the given input. */
import { type Carried, packError } from '../errors/index.ts';
import type { LoadedPlugin } from '../plugins/index.ts';
import { loadNamed } from './loadPlugins.ts';
import { taskByName } from './tasks.ts';

export interface TaskRequest {
  readonly name: string;
  readonly input: unknown;
  /** Shared by all tasks of a run: 1 once one of them has failed. */
  readonly stopped: Int32Array;
  /** What the caller has loaded: the thread loads the same files before it begins. */
  readonly plugins: readonly LoadedPlugin[];
}

/** Tasks that were handed over and not begun when another one failed are not begun. */
export default async function runTask({ name, input, stopped, plugins }: TaskRequest): Promise<Carried<unknown>> {
  if (Atomics.load(stopped, 0) === 1) return { kind: 'done', output: undefined };
  try {
    await loadNamed(plugins);
    const task = taskByName.get(name);
    if (task === undefined) throw new Error(`the worker knows no task "${name}"; list it in runtime/tasks.ts`);
    return { kind: 'done', output: await task.run(input as never) };
  } catch (error) {
    Atomics.store(stopped, 0, 1);
    return { kind: 'failed', error: packError(error) };
  }
}
