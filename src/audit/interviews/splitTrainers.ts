/** Training people split again, for what must be learned from people whom a model has not seen. */
import { type Dataset, subsetUsers } from '../../ratings/index.ts';
import { dealTrainers } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';

/** One part in this number is not learned from. */
export const PARTS = 5;

export function splitTrainers(
  trainers: Dataset,
  { attribute, seed }: Pick<AuditSpec, 'attribute' | 'seed'>,
  purpose: string,
): { readonly dataset: Dataset; readonly learnedFrom: Dataset; readonly unseen: Uint32Array } {
  const { dataset, folds } = dealTrainers(trainers, attribute, PARTS, seed, purpose);
  const users = Uint32Array.from(folds.keys());
  const others = users.filter((user) => folds[user] !== 0);
  return { dataset, learnedFrom: subsetUsers(dataset, others), unseen: users.filter((user) => folds[user] === 0) };
}
