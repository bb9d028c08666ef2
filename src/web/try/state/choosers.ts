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

export function chooserNamed(name: ChooserName): Chooser {
  return choosers.find((chooser) => chooser.name === name)!;
}
