/** How questions are chosen, and the strategy behind each; the catalogue has the words. */
import type { FactorModel } from '../../../factorization/index.ts';

export const strategies = {
  sneaky: ({ typeLabels }: FactorModel) => (typeLabels.length === 2 ? 'separation' : 'pairwise'),
  honest: () => 'popularity',
  curious: () => 'entropy',
  random: () => 'random',
};

export type ChooserName = keyof typeof strategies;

/** What most people know does not differ where everybody answered everything. */
export function choosersFor({ itemStatistics: { countsByType }, typeLabels }: FactorModel): readonly ChooserName[] {
  const counts = Array.from({ length: countsByType.length / typeLabels.length }, (_, item) =>
    countsByType.subarray(item * typeLabels.length, (item + 1) * typeLabels.length).reduce((sum, one) => sum + one, 0),
  );
  const names = Object.keys(strategies) as ChooserName[];
  return counts.every((count) => count === counts[0]) ? names.filter((name) => name !== 'honest') : names;
}
