/**
 * One fold of one variant: train on the others, one model of all attributes and one of each where that is wanted, then
 * ask the people of the fold in every way.
 */
import { encodeModel, type TensorArray, trained, trainJoint, withJointAttribute } from '../../factorization/index.ts';
import { inlineExecutor, normalise } from '../../maths/index.ts';
import { attributeOf, type Dataset, subsetUsers } from '../../ratings/index.ts';
import { pickRows, sparse } from '../attackers/sparseData.ts';
import { decodeArrays, encodeArrays, type FoldMembers, type WorkTools } from '../folds/index.ts';
import { PEOPLE_PER_TASK } from '../interviews/interviewAll.ts';
import { emptyJointOutcomes, type JointOutcomes, jointInterviewTask, placeJointRows } from './jointInterviewTask.ts';
import type { LeakRow } from './leakMatrixRecords.ts';
import type { LeakMatrixSpec } from './leakMatrixSpec.ts';

/** By the id of the row; a row of outcomes per person of the fold. */
export type LeakFoldResult = ReadonlyMap<string, JointOutcomes>;

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
): Promise<LeakFoldResult> {
  const others = subsetUsers(dataset, trainers);
  const { questions, ridge, seed } = spec;
  const results = new Map<string, JointOutcomes>();
  for (const sharing of modelsOf(rows).values()) {
    const { attributes } = sharing[0]!;
    const model = trained(await trainJoint(others, attributes, spec.training, { signal }));
    onTaskDone?.();
    const bytes = encodeModel(model);
    const prior = priorOf(dataset, attributes, spec.prior);
    const values = model.attributes!.map(({ labels }) => labels.length);
    for (const { id, strategy, target } of sharing) {
      const whole = emptyJointOutcomes(people.length, questions, values);
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
      for (const [n, part] of parts.entries()) {
        placeJointRows(
          whole,
          part,
          units[n]!.people.map((_, person) => n * PEOPLE_PER_TASK + person),
        );
      }
      results.set(id, whole);
    }
  }
  return results;
}

/** Of the combinations; half a person more of each, so that one that nobody has is unlikely, not impossible. */
function priorOf(dataset: Dataset, attributes: readonly string[], kind: LeakMatrixSpec['prior']): Float64Array {
  const { dataset: whole, joint, name } = withJointAttribute(dataset, attributes);
  const counts = new Float64Array(joint.types).fill(0.5);
  if (kind === 'population') for (const type of attributeOf(whole, name).values) if (type >= 0) counts[type]!++;
  return normalise(counts);
}

/** The result as bytes, for a checkpoint. */
export function encodeLeakFold(result: LeakFoldResult): Uint8Array {
  const arrays: Record<string, TensorArray> = {};
  for (const [id, { logits, ...others }] of result) {
    for (const [at, values] of logits.entries()) arrays[`${id}/logits/${at}`] = values;
    for (const [name, values] of Object.entries(others)) arrays[`${id}/${name}`] = values;
  }
  return encodeArrays(arrays);
}

/** undefined for bytes that are no such result. */
export function decodeLeakFold(bytes: Uint8Array, rows: readonly LeakRow[]): LeakFoldResult | undefined {
  const logitsOf = ({ id, attributes }: LeakRow) => attributes.map((_, at) => `${id}/logits/${at}`);
  const othersOf = ({ id }: LeakRow) => ['lengths', 'seen', 'early'].map((name) => `${id}/${name}`);
  const kept = decodeArrays(
    bytes,
    rows.flatMap((row) => [...logitsOf(row), ...othersOf(row)]),
  );
  if (kept === undefined) return undefined;
  return new Map(
    rows.map((row) => {
      const [lengths, seen, early] = othersOf(row).map((name) => kept.arrays[name] as Uint32Array);
      const logits = logitsOf(row).map((name) => kept.arrays[name] as Float32Array);
      return [row.id, { logits, lengths: lengths!, seen: seen!, early: early! }];
    }),
  );
}
