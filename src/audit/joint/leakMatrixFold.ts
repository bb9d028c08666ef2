/**
 * One fold of one variant: train on the others, one model of all attributes and one of each where that is wanted, then
 * ask the people of the fold in every way.
 */
import { type TensorArray, trained, trainJoint, withJointAttribute } from '../../factorization/index.ts';
import { normalise } from '../../maths/index.ts';
import { attributeOf, type Dataset, subsetUsers } from '../../ratings/index.ts';
import { sendModel } from '../attackers/sentModel.ts';
import { type FoldFound, type FoldMembers, noteScores, type WorkTools } from '../folds/index.ts';
import { interviewAll, interviewTasks } from '../interviews/interviewAll.ts';
import type { AttackerDescription } from '../records/records.ts';
import { contender } from '../spec/contender.ts';
import type { LeakMatrixSpec } from '../spec/leakMatrixSpec.ts';
import { watchedBy } from './leakHeadline.ts';

/** How many tasks a fold has: what progress counts. */
export function leakTasksOf(rows: readonly AttackerDescription[], people: number, spec: LeakMatrixSpec): number {
  return modelsOf(rows, spec).size + rows.length * interviewTasks(people);
}

/** Rows that share a model, by what it infers. */
function modelsOf(rows: readonly AttackerDescription[], spec: LeakMatrixSpec): Map<string, AttackerDescription[]> {
  const byModel = new Map<string, AttackerDescription[]>();
  for (const row of rows) {
    const key = JSON.stringify(watchedBy(row, spec));
    byModel.set(key, [...(byModel.get(key) ?? []), row]);
  }
  return byModel;
}

export async function workOnLeakFold(
  dataset: Dataset,
  { people, trainers }: FoldMembers,
  rows: readonly AttackerDescription[],
  spec: LeakMatrixSpec,
  tools: WorkTools,
): Promise<FoldFound> {
  const others = subsetUsers(dataset, trainers);
  const { protocol, maxQuestions, ridge, seed } = spec;
  const asked = { people, histories: dataset.ratings.byUser };
  const scores = new Map<string, TensorArray>();
  for (const sharing of modelsOf(rows, spec).values()) {
    const attributes = watchedBy(sharing[0]!, spec);
    const model = trained(await trainJoint(others, attributes, spec.training, { signal: tools.signal }));
    tools.onTaskDone?.();
    const prior = priorOf(dataset, attributes, spec.prior);
    const shared = { protocol, ridge, prior, seed, maxQuestions, ratingErrorEvery: maxQuestions };
    for (const { id, strategy, target } of sharing) {
      const who = { contender: contender(strategy!), interviewerData: { model: sendModel(model) } };
      const found = await interviewAll({ about: 'groups', ...who, spec: { ...shared, target } }, asked, tools);
      noteScores(scores, { exposure: 'questions', attacker: id }, found);
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
