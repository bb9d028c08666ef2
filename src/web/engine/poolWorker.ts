/** A worker of the pool: runs one named task after another and answers in the same order. */
import { answerTask, type TaskRequest } from '../../maths/index.ts';
import type { TaskAnswer } from './jobs/pool.ts';
import { taskByName } from './jobs/tasks.ts';

const answer = (message: TaskAnswer) => postMessage(message);

addEventListener('message', async ({ data }: MessageEvent<TaskRequest>) => answer(await answerTask(taskByName, data)));
answer({ kind: 'ready' });
