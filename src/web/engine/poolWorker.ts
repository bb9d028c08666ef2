/** A worker of the pool: runs one named task after another and answers in the same order. */
import { answerTask, type TaskRequest } from '../../numeric/index.ts';
import type { TaskAnswer } from './pool.ts';
import { taskByName } from './tasks.ts';

const answer = (message: TaskAnswer) => postMessage(message);

addEventListener('message', async ({ data }: MessageEvent<TaskRequest>) => answer(await answerTask(taskByName, data)));
answer({ kind: 'ready' });
