/** The models of the statements, and what they believe after some answers. */
import { derive } from '../../../maths/index.ts';
import { itemIndex } from '../../../ratings/index.ts';
import { loadCollection } from '../../models/models.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import { facts, type Statement } from '../visit/facts.ts';
import { QUESTIONS, type Visit } from '../visit/visit.ts';

export function loadStatements(): Promise<readonly ShippedModel[]> {
  return loadCollection('personality');
}

/** The statements of a visit, in their order. */
export function statementsOf({ seed }: Pick<Visit, 'seed'>, models: readonly ShippedModel[]): readonly Statement[] {
  if (seed === undefined) return facts.statements;
  const { items } = models[0]!.model;
  const all = Array.from({ length: items.size }, (_, at) => itemIndex(at));
  return derive(seed, 'random-statements')
    .shuffle(all)
    .slice(0, QUESTIONS)
    .map((item) => ({ id: items.id(item), title: items.title(item) }));
}
