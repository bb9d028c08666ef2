/** The tasks that a worker of the pool can run, by name. Training is not among them: its memory is the engine's own. */
import { curveTask, historyTask, interviewTask, permutationTask } from '../../audit/index.ts';
import { benignPathsTask } from '../../defence/index.ts';
import type { Task } from '../../numeric/index.ts';

const tasks: readonly Task<never, unknown>[] = [
  interviewTask,
  historyTask,
  curveTask,
  permutationTask,
  benignPathsTask,
];

export const taskByName: ReadonlyMap<string, Task<never, unknown>> = new Map(tasks.map((task) => [task.name, task]));
