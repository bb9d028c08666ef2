/** How questions are chosen, in words for visitors, and the strategy behind each. */
import type { FactorModel } from '../../../factorization/index.ts';

export type ChooserName = 'sneaky' | 'honest' | 'curious' | 'random';

export interface Chooser {
  readonly name: ChooserName;
  readonly title: string;
  readonly about: string;
  readonly strategy: (model: FactorModel) => string;
}

export const choosers: readonly Chooser[] = [
  {
    name: 'sneaky',
    title: 'Sneaky',
    about: 'always asks what tells most about you',
    strategy: ({ typeLabels }) => (typeLabels.length === 2 ? 'separation' : 'pairwise'),
  },
  {
    name: 'honest',
    title: 'Honest',
    about: 'asks about what most people know, as many apps do',
    strategy: () => 'popularity',
  },
  {
    name: 'curious',
    title: 'Curious',
    about: 'asks where people disagree most, to learn your taste',
    strategy: () => 'entropy',
  },
  { name: 'random', title: 'Random', about: 'asks whatever comes up', strategy: () => 'random' },
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
