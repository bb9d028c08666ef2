/** The tasks that a worker of the pool can run, by name. Training is not among them: its memory is the engine's own. */
import {
  curveTask,
  historyTask,
  interviewTask,
  numberTestTask,
  numericHistoryTask,
  permutationTask,
} from '../../../audit/index.ts';
import { benignPathsTask } from '../../../defence/index.ts';
import { namedTasks } from '../../../maths/index.ts';

export const taskByName = namedTasks([
  interviewTask,
  historyTask,
  curveTask,
  permutationTask,
  numericHistoryTask,
  numberTestTask,
  benignPathsTask,
]);
