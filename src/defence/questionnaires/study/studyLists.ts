/** The lists of a study, as a set of models has them: the one in question, those it is held against, and the curve. */
import type { FactorModel } from '../../../factorization/index.ts';
import type { ItemIndex } from '../../../ratings/index.ts';
import { comparisonLists, type NamedList } from '../design/comparisonLists.ts';
import { type CurveList, designQuestionnaire } from '../design/designQuestionnaire.ts';
import { tasteModel } from '../design/listFigures.ts';
import { ridgesOf, type StudySpec } from '../design/spec.ts';

interface CurvePointList extends NamedList, Pick<CurveList, 'maxAuc' | 'excess'> {}

export interface StudyLists {
  readonly subject: NamedList | CurvePointList;
  readonly compared: readonly NamedList[];
  readonly curve: readonly CurvePointList[];
}

/** The list without a budget, which all others are compared with in what they teach. */
export const UNLIMITED = designId(null);

/** `given` is the list to check. Without a model of ratings nothing is designed. */
export function studyLists(models: readonly FactorModel[], spec: StudySpec, given: readonly ItemIndex[]): StudyLists {
  const ridges = ridgesOf(spec);
  const { task, name, questions, maxAuc, budgets, exchanges } = spec;
  const designed = task === 'design' || tasteModel(models) !== undefined;
  const curve = designed
    ? designQuestionnaire(models, { questions, maxAuc, budgets, exchanges, ...ridges }).curve.map(
        ({ items, maxAuc: limit, excess }) => ({
          id: designId(limit),
          label: designLabel(limit),
          items,
          maxAuc: limit,
          excess,
        }),
      )
    : [];
  const subject =
    task === 'check' ? { id: 'given', label: name, items: given } : curve.find((point) => point.maxAuc === maxAuc)!;
  return { subject, compared: comparisonLists(models, questions, ridges), curve };
}

/** Each list once, by id. */
export function everyList({ subject, compared, curve }: StudyLists): readonly NamedList[] {
  return [...new Map([subject, ...compared, ...curve].map((list) => [list.id, list])).values()];
}

function designId(maxAuc: number | null): string {
  return `design:${maxAuc ?? 'unlimited'}`;
}

function designLabel(maxAuc: number | null): string {
  return maxAuc === null ? 'Designed without a budget' : `Designed for ${maxAuc}`;
}
