/**
 * Who takes part in tuning. A setting that is chosen with the help of people on whom it is then tested looks better
 * than it is, so tuning for an audit takes the people on whom one of its folds trains, and nobody else.
 */
import { requireWithin } from '../../errors/index.ts';
import { type Dataset, subsetUsers, userIndex } from '../../ratings/index.ts';
import { dealIntoFolds } from '../folds/index.ts';

/** One fold of an audit with the same seed. */
export interface AuditFold {
  /** How many folds the audit has. */
  readonly folds: number;
  /** Which of them, from 1. */
  readonly fold: number;
}

/**
 * The people on whom that fold of the audit trains (`runAudit` deals them out in the same way), with all their ratings.
 * Those it tests decide who is in which fold, and nothing more: not even which items are left, which the audit asks of
 * all its people.
 */
export function trainingUsersOf(
  data: Dataset,
  attribute: string,
  { folds, fold }: AuditFold,
  seed: number,
): { readonly dataset: Dataset; readonly testUsers: number } {
  requireWithin('the folds of the audit', folds, { min: 2, max: 1000, whole: true });
  requireWithin('the fold of the audit', fold, { min: 1, max: folds, whole: true });
  const { dataset, folds: foldOf } = dealIntoFolds(data, attribute, folds, seed, 'audit-folds');
  const users = Uint32Array.from(foldOf.keys());
  const trainers = users.filter((user) => foldOf[user] !== fold - 1);
  const inData = trainers.map((user) => data.users.indexOf(dataset.users.id(userIndex(user)))!);
  return { dataset: subsetUsers(data, inData), testUsers: users.length - trainers.length };
}
