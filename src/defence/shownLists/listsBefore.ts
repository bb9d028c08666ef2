/** Other lists, for audits of recommenders (`afterDefence`). */
import type { ListsBefore } from '../../audit/index.ts';
import { listChangeNamed, listStrength } from './listChange.ts';

export function listsBefore(name: string, given?: number): ListsBefore {
  const definition = listChangeNamed(name);
  const { label, learn, lookedAt } = definition;
  const strength = listStrength(definition, given);
  return {
    name,
    label,
    strength,
    lookedAt: (top, items) => lookedAt(top, strength, items),
    relist: (ranked, { types, typeCount }, learned, top) => {
      const rankings = Array.from(learned, (row) => ranked[row]!);
      const groupOf = Array.from(learned, (row) => types[row]!);
      return ranked.map(learn(rankings, groupOf, typeCount, top, strength));
    },
  };
}
