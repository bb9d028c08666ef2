/** Entry of a worker thread: runs the named task on the given input. */
import type { Carried } from '../errors/index.ts';
import { answerTask, type TaskRequest } from '../numeric/index.ts';
import { taskByName } from './tasks.ts';

export interface ThreadRequest extends TaskRequest {
  /** Shared by all tasks of a run: 1 once one of them has failed. */
  readonly stopped: Int32Array;
}

/** undefined for a task that was handed over and not begun when another one failed: it is not begun. */
export default async function runTask({ stopped, ...request }: ThreadRequest): Promise<Carried<unknown> | undefined> {
  if (Atomics.load(stopped, 0) === 1) return undefined;
  const answer = await answerTask(taskByName, request);
  if (answer.kind === 'failed') Atomics.store(stopped, 0, 1);
  return answer;
}
