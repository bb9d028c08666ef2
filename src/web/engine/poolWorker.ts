/** A worker of the pool: runs one named task after another and answers in the same order. */
import { packError } from '../../errors/index.ts';
import type { TaskAnswer, TaskRequest } from './pool.ts';
import { taskByName } from './tasks.ts';

const answer = (message: TaskAnswer) => postMessage(message);

addEventListener('message', async ({ data }: MessageEvent<TaskRequest>) => {
  try {
    const task = taskByName.get(data.name);
    if (task === undefined) throw new Error(`the worker knows no task "${data.name}"; list it in engine/tasks.ts`);
    answer({ kind: 'done', output: await task.run(data.input as never) });
  } catch (error) {
    answer({ kind: 'failed', error: packError(error) });
  }
});
answer({ kind: 'ready' });
