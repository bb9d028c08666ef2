/** How many questions anybody can be asked: interviews need no room for more. */
import { type Dataset, heldOutOf } from '../../ratings/index.ts';
import type { AuditSpec } from './auditSchema.ts';

export function mostQuestions(
  { items, ratings }: Dataset,
  { protocol, heldOut, heldOutShare }: Pick<AuditSpec, 'protocol' | 'heldOut' | 'heldOutShare'>,
): number {
  if (protocol === 'open') return items.size;
  const { starts } = ratings.byUser;
  let most = 1;
  for (let user = 0; user < ratings.users; user++) {
    const rated = starts[user + 1]! - starts[user]!;
    most = Math.max(most, rated - heldOutOf(rated, { most: heldOut, share: heldOutShare }));
  }
  return most;
}
