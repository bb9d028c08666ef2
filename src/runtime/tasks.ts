/** Every task that a worker thread can run, by name. */
import { alsChunkTask, sgdBlockTask } from '../factorization/index.ts';
import type { Task } from '../numeric/index.ts';

const tasks: readonly Task<never, unknown>[] = [alsChunkTask, sgdBlockTask];

export const taskByName: ReadonlyMap<string, Task<never, unknown>> = new Map(tasks.map((task) => [task.name, task]));
