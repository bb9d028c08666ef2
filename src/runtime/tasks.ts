/** Every task that a worker thread can run, by name. */
import {
  curveTask,
  historyTask,
  interviewTask,
  numberTestTask,
  numericHistoryTask,
  permutationTask,
  rivalTask,
} from '../audit/index.ts';
import { askerTask, benignPathsTask, defenceTasks } from '../defence/index.ts';
import { alsTask, gaussianTask, implicitTask, sgdTask, substitutionTask } from '../factorization/index.ts';
import { namedTasks } from '../maths/index.ts';

export const taskByName = namedTasks([
  alsTask,
  sgdTask,
  implicitTask,
  substitutionTask,
  gaussianTask,
  interviewTask,
  historyTask,
  curveTask,
  permutationTask,
  rivalTask,
  numericHistoryTask,
  numberTestTask,
  ...defenceTasks,
  benignPathsTask,
  askerTask,
]);
