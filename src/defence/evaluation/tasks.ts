/** The tasks of an evaluation, for whoever runs tasks by name. */
import type { Task } from '../../maths/index.ts';
import { listsTask, mechanismTask, presenceTask } from './presenceTask.ts';
import { recommenderTask } from './recommenderTask.ts';
import { sendTask } from './sendTask.ts';

export const defenceTasks: readonly Task<never, unknown>[] = [
  sendTask,
  recommenderTask,
  presenceTask,
  mechanismTask,
  listsTask,
];
