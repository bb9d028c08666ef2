/** Interviews people with one contender, in tasks that run wherever there is room. */
import { inlineExecutor } from '../../maths/index.ts';
import type { CompressedRows } from '../../ratings/index.ts';
import type { Equipment } from '../attackers/equipment.ts';
import { pickRows } from '../attackers/sparseData.ts';
import { joinedParts, type WorkTools } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { Contender } from '../spec/contender.ts';
import { interviewTask, type Predictor } from './interviewTask.ts';
import type { Outcomes } from './outcomes.ts';

/** People interviewed in one task: small enough to show progress, large enough not to drown in messages. */
export const PEOPLE_PER_TASK = 64;

export interface Interviewed {
  /** Who, as rows of what follows. */
  readonly people: Uint32Array;
  /** What everybody can answer, and what is held out. */
  readonly histories: CompressedRows;
  readonly heldOut: CompressedRows;
}

/** A row of outcomes for each of the people, in their order. */
export async function interviewAll(
  contender: Contender,
  equipment: Equipment,
  predictor: Predictor | undefined,
  { people, histories, heldOut }: Interviewed,
  spec: AuditSpec,
  tools: WorkTools,
): Promise<Outcomes> {
  const { protocol, ridge, prior, maxQuestions, ratingErrorEvery, seed } = spec;
  const units = [];
  for (let from = 0; from < people.length; from += PEOPLE_PER_TASK) {
    const some = people.slice(from, from + PEOPLE_PER_TASK);
    units.push({
      contender,
      equipment,
      predictor,
      spec: { protocol, ridge, prior, maxQuestions, ratingErrorEvery, seed },
      people: some,
      histories: pickRows(histories, some),
      heldOut: pickRows(heldOut, some),
    });
  }
  const executor = tools.executor ?? inlineExecutor;
  return joinedParts(await executor.run(interviewTask, units, { signal: tools.signal, onDone: tools.onTaskDone }));
}
