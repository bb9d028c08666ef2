/** Interviews people in tasks that run wherever there is room, and puts together what comes back. */
import { inlineExecutor } from '../../maths/index.ts';
import { pickRows } from '../attackers/sparseData.ts';
import { joinedParts, type NamedArrays, type WorkTools } from '../folds/index.ts';
import type { GroupInterviews } from './groupInterviews.ts';
import { type Interviewed, interviewTask } from './interviewTask.ts';
import type { NumberInterviews } from './numberInterviews.ts';
import type { BandOutcomes, NumericOutcomes, Outcomes } from './outcomes.ts';

/** People interviewed in one task: small enough to show progress, large enough not to drown in messages. */
const PEOPLE_PER_TASK = 64;

/** What progress counts. */
export const interviewTasks = (people: number) => Math.ceil(people / PEOPLE_PER_TASK);

/** A row of outcomes for each of the people, in their order; those of bands where there are bands. */
export async function interviewAll(
  interviews: GroupInterviews,
  asked: Interviewed,
  tools: WorkTools,
): Promise<Outcomes & Partial<BandOutcomes> & NamedArrays>;
export async function interviewAll(
  interviews: NumberInterviews,
  asked: Interviewed,
  tools: WorkTools,
): Promise<NumericOutcomes>;
export async function interviewAll(
  interviews: GroupInterviews | NumberInterviews,
  { people, histories, heldOut }: Interviewed,
  { executor = inlineExecutor, signal, onTaskDone }: WorkTools,
): Promise<object> {
  const units = Array.from({ length: interviewTasks(people.length) }, (_, n) => {
    const some = people.slice(n * PEOPLE_PER_TASK, (n + 1) * PEOPLE_PER_TASK);
    const hidden = heldOut && pickRows(heldOut, some);
    return { ...interviews, people: some, histories: pickRows(histories, some), heldOut: hidden };
  });
  return joinedParts(await executor.run(interviewTask, units, { signal, onDone: onTaskDone }));
}
