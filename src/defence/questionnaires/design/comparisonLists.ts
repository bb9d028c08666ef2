/** Lists to hold a questionnaire against: what is popular, what divides opinions, and what an attacker would ask. */
import type { FactorModel } from '../../../factorization/index.ts';
import { startBelief } from '../../../inference/index.ts';
import type { ItemIndex } from '../../../ratings/index.ts';
import { Candidates, chooseBatch, createStrategy } from '../../../selection/index.ts';
import { leakKind, ownRidge } from './impliedLeak.ts';
import { type FigureOptions, tasteModel } from './listFigures.ts';

export interface NamedList {
  readonly id: string;
  readonly label: string;
  readonly items: readonly ItemIndex[];
}

export function comparisonLists(
  models: readonly FactorModel[],
  questions: number,
  options: FigureOptions = {},
): NamedList[] {
  const first = tasteModel(models) ?? models[0]!;
  return [
    { id: 'popularity', label: 'Most rated items', items: firstOf(first, 'popularity', questions) },
    { id: 'entropy', label: 'Most divided items', items: firstOf(first, 'entropy', questions) },
    ...[...new Set(models.map(({ attribute }) => attribute))].map((attribute) => {
      const model = widestModel(models, attribute);
      const all = Candidates.all(model.items.size);
      return {
        id: `attacker:${attribute}`,
        label: `An attacker after ${attribute}`,
        items: chooseBatch(model, startBelief(model, ownRidge(model, options)), all, questions),
      };
    }),
  ];
}

/** The model of the attribute that reads most of an answer: what an attacker would use. */
function widestModel(models: readonly FactorModel[], attribute: string): FactorModel {
  const own = models.filter((model) => model.attribute === attribute);
  return own.find((model) => leakKind(model) === 'channels') ?? own[0]!;
}

function firstOf(model: FactorModel, strategy: string, questions: number): ItemIndex[] {
  const { next } = createStrategy({ model, seed: 0 }, strategy);
  const belief = startBelief(model);
  const items: ItemIndex[] = [];
  let candidates = Candidates.all(model.items.size);
  while (items.length < questions) {
    const choice = next(belief, candidates, []);
    if (choice === undefined) break;
    items.push(choice.item);
    candidates = candidates.without(choice.item);
  }
  return items;
}
