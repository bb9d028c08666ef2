/** The tasks of audits, for whoever runs tasks by name. */
import type { Task } from '../maths/index.ts';
import { historyTask } from './attackers/historyTask.ts';
import { sourceTask } from './attackers/leakSources.ts';
import { rivalTask } from './attackers/trainAttackers.ts';
import { attacksTask } from './exposures/attackFigures.ts';
import { curveTask } from './figures/curveTask.ts';
import { interviewTask } from './interviews/interviewTask.ts';
import { numberTestTask } from './numeric/numberTestTask.ts';
import { numericHistoryTask } from './numeric/numericHistoryTask.ts';
import { permutationTask } from './statistics/permutationTest.ts';

export const auditTasks: readonly Task<never, unknown>[] = [
  interviewTask,
  historyTask,
  sourceTask,
  attacksTask,
  curveTask,
  permutationTask,
  rivalTask,
  numericHistoryTask,
  numberTestTask,
];
