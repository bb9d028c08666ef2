/** Entry of a worker thread: runs the named task on the given input. */
import { type Carried, packError } from '../errors/index.ts';
import { answerTask, type TaskRequest } from '../maths/index.ts';
import type { LoadedPlugin } from '../plugins/index.ts';
import { loadNamed } from './loadPlugins.ts';
import { taskByName } from './tasks.ts';

export interface ThreadRequest extends TaskRequest {
  /** Shared by all tasks of a run: 1 once one of them has failed. */
  readonly stopped: Int32Array;
  /** What the caller has loaded: the thread loads the same files before it begins. */
  readonly plugins: readonly LoadedPlugin[];
}

/** undefined for a task that was handed over and not begun when another one failed: it is not begun. */
export default async function runTask(request: ThreadRequest): Promise<Carried<unknown> | undefined> {
  if (Atomics.load(request.stopped, 0) === 1) return undefined;
  const answer = await answered(request);
  if (answer.kind === 'failed') Atomics.store(request.stopped, 0, 1);
  return answer;
}

async function answered({ plugins, name, input }: ThreadRequest): Promise<Carried<unknown>> {
  try {
    await loadNamed(plugins);
  } catch (error) {
    return { kind: 'failed', error: packError(error) };
  }
  return answerTask(taskByName, { name, input });
}
