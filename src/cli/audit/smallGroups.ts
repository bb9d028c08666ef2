/** What was done with people of groups that are too small to be measured. */
import type { SmallGroup } from '../../ratings/index.ts';
import { count } from '../shared/output.ts';

interface WithSmallGroups {
  readonly data: { readonly smallGroups: readonly SmallGroup[] };
  readonly spec: { readonly minGroup: number };
}

export function smallGroupLines({ data, spec }: WithSmallGroups): string[] {
  const present = data.smallGroups.filter(({ users }) => users > 0);
  if (present.length === 0) return [];
  const named = present.map(({ label, users }) => `"${label}" (${count(users)})`).join(', ');
  const done = present.some(({ merged }) => merged) ? 'merged into one group' : 'left out';
  return [`Groups of fewer than ${spec.minGroup} people were ${done}: ${named}.`];
}
