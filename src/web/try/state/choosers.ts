/** How questions are chosen, and the strategy behind each; the catalogue has the words. */
import type { FactorModel } from '../../../factorization/index.ts';

export type ChooserName = 'sneaky' | 'honest' | 'curious' | 'random';

interface Chooser {
  readonly name: ChooserName;
  readonly strategy: (model: FactorModel) => string;
}

const choosers: readonly Chooser[] = [
  { name: 'sneaky', strategy: ({ typeLabels }) => (typeLabels.length === 2 ? 'separation' : 'pairwise') },
  { name: 'honest', strategy: () => 'popularity' },
  { name: 'curious', strategy: () => 'entropy' },
  { name: 'random', strategy: () => 'random' },
];

/** What most people know does not differ where everybody answered everything. */
export function choosersFor({ itemStatistics: { countsByType }, typeLabels }: FactorModel): readonly Chooser[] {
  const counts = Array.from({ length: countsByType.length / typeLabels.length }, (_, item) =>
    countsByType.subarray(item * typeLabels.length, (item + 1) * typeLabels.length).reduce((sum, one) => sum + one, 0),
  );
  return counts.every((count) => count === counts[0]) ? choosers.filter(({ name }) => name !== 'honest') : choosers;
}

export function chooserNamed(name: ChooserName): Chooser {
  return choosers.find((chooser) => chooser.name === name)!;
}
