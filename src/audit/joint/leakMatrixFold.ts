/**
 * One fold of one variant: train on the others, one model of all attributes and one of each where that is wanted, then
 * ask the people of the fold in every way.
 */
import { encodeModel, type TensorArray, trained, trainJoint, withJointAttribute } from '../../factorization/index.ts';
import { inlineExecutor, normalise } from '../../maths/index.ts';
import { attributeOf, type Dataset, subsetUsers } from '../../ratings/index.ts';
import { pickRows, sparse } from '../attackers/sparseData.ts';
import { type FoldFound, type FoldMembers, joinedNumbers, noteScores, type WorkTools } from '../folds/index.ts';
import { PEOPLE_PER_TASK } from '../interviews/interviewAll.ts';
import { jointInterviewTask } from './jointInterviewTask.ts';
import type { LeakRow } from './leakMatrixRecords.ts';
import type { LeakMatrixSpec } from './leakMatrixSpec.ts';

/** How many tasks a fold has: what progress counts. */
export function leakTasksOf(rows: readonly LeakRow[], people: number): number {
  return modelsOf(rows).size + rows.length * Math.ceil(people / PEOPLE_PER_TASK);
}

/** Rows that share a model, by what it infers. */
function modelsOf(rows: readonly LeakRow[]): Map<string, LeakRow[]> {
  const byModel = new Map<string, LeakRow[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.attributes);
    byModel.set(key, [...(byModel.get(key) ?? []), row]);
  }
  return byModel;
}

export async function workOnLeakFold(
  dataset: Dataset,
  { people, trainers }: FoldMembers,
  rows: readonly LeakRow[],
  spec: LeakMatrixSpec,
  { executor = inlineExecutor, signal, onTaskDone }: WorkTools,
): Promise<FoldFound> {
  const others = subsetUsers(dataset, trainers);
  const { questions, ridge, seed } = spec;
  const scores = new Map<string, TensorArray>();
  for (const sharing of modelsOf(rows).values()) {
    const { attributes } = sharing[0]!;
    const model = trained(await trainJoint(others, attributes, spec.training, { signal }));
    onTaskDone?.();
    const bytes = encodeModel(model);
    const prior = priorOf(dataset, attributes, spec.prior);
    for (const { id, strategy, target } of sharing) {
      const units = [];
      for (let from = 0; from < people.length; from += PEOPLE_PER_TASK) {
        const some = people.slice(from, from + PEOPLE_PER_TASK);
        const histories = sparse(pickRows(dataset.ratings.byUser, some), dataset.ratings.items);
        units.push({
          model: bytes,
          row: { strategy, ...(target === undefined ? {} : { target }) },
          spec: { questions, ridge, seed },
          prior,
          people: some,
          histories,
        });
      }
      const parts = await executor.run(jointInterviewTask, units, { signal, onDone: onTaskDone });
      const joined = (name: 'lengths' | 'seen' | 'early') => joinedNumbers(parts.map((part) => part[name]));
      const others = { lengths: joined('lengths'), seen: joined('seen'), early: joined('early') };
      noteScores(scores, { exposure: id }, others);
      for (const [at, target] of attributes.entries()) {
        const logits = joinedNumbers(parts.map((part) => part.logits[at]!));
        noteScores(scores, { exposure: id, target }, { logits });
      }
    }
  }
  return { scores, facts: {} };
}

/** Of the combinations; half a person more of each, so that one that nobody has is unlikely, not impossible. */
function priorOf(dataset: Dataset, attributes: readonly string[], kind: LeakMatrixSpec['prior']): Float64Array {
  const { dataset: whole, joint, name } = withJointAttribute(dataset, attributes);
  const counts = new Float64Array(joint.types).fill(0.5);
  if (kind === 'population') for (const type of attributeOf(whole, name).values) if (type >= 0) counts[type]!++;
  return normalise(counts);
}
