/** Every task that a worker thread can run, by name. */
import { auditTasks } from '../audit/index.ts';
import { askerTask, benignPathsTask, defenceTasks } from '../defence/index.ts';
import { alsTask, gaussianTask, implicitTask, sgdTask, substitutionTask } from '../factorization/index.ts';
import { namedTasks } from '../maths/index.ts';

export const taskByName = namedTasks([
  alsTask,
  sgdTask,
  implicitTask,
  substitutionTask,
  gaussianTask,
  ...auditTasks,
  ...defenceTasks,
  benignPathsTask,
  askerTask,
]);
