/** Where the work of an evaluation runs, and who is told of its progress. */
import type { WorkTools as UnitTools } from '../../audit/index.ts';
import type { TrainingTools } from '../../factorization/index.ts';
import { inlineExecutor, type Task } from '../../maths/index.ts';

export interface WorkTools {
  readonly training: Omit<TrainingTools, 'onProgress'>;
  /** One piece of work is done. */
  readonly step: () => void;
  readonly run: <Input, Output>(task: Task<Input, Output>, units: readonly Input[]) => Promise<Output[]>;
}

export function workTools({ kernels, executor, signal, onTaskDone }: UnitTools): WorkTools {
  const step = () => onTaskDone?.();
  return {
    training: { kernels, executor, signal },
    step,
    run: (task, units) => (executor ?? inlineExecutor).run(task, units, { signal, onDone: step }),
  };
}
