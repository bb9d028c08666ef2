/** What models say of a list: its leaks, its worth, and each question's part in both. */
import type { FactorModel } from '../../../factorization/index.ts';
import type { ItemIndex } from '../../../ratings/index.ts';
import { impliedLeak, type LeakOptions, leakKind, ownRidge } from './impliedLeak.ts';
import type { ListFigures, ListWorth, QuestionFigures, QuestionWorth } from './records.ts';
import { seenShares, Taste, type TasteOptions } from './taste.ts';

export type FigureOptions = LeakOptions & TasteOptions;

/** The first model of ratings, which says what questions teach. */
export function tasteModel(models: readonly FactorModel[]): FactorModel | undefined {
  return models.find((model) => leakKind(model) === 'ratings');
}

export function listFigures(
  models: readonly FactorModel[],
  items: readonly ItemIndex[],
  named: Pick<ListFigures, 'id' | 'label'>,
  options: FigureOptions = {},
): ListFigures {
  const leakOf = (model: FactorModel, list: readonly ItemIndex[]) => impliedLeak(model, list, ownRidge(model, options));
  const leaks = models.map((model) => leakOf(model, items));
  const ratings = tasteModel(models);
  const start = ratings && Taste.start(ratings, options);
  const after = start?.afterAll(items);
  const seen = seenShares(ratings ?? models[0]!);
  const { items: vocabulary } = models[0]!;
  const questions = items.map((item): QuestionFigures => {
    const rest = items.filter((other) => other !== item);
    return {
      item: vocabulary.id(item),
      title: vocabulary.title(item),
      seen: seen[item]!,
      leaks: models.map((model, at) => ({
        attribute: model.attribute,
        kind: leakKind(model),
        own: leakOf(model, [item]).squaredDistance,
        dropped: leaks[at]!.squaredDistance - leakOf(model, rest).squaredDistance,
      })),
      worth: start && after && questionWorth(start, after, item, rest),
    };
  });
  return { ...named, questions, leaks, worth: start && after && listWorth(start, after) };
}

function listWorth(start: Taste, after: Taste): ListWorth {
  return {
    cut: 1 - after.variance / start.variance,
    errorBefore: start.expectedError,
    errorAfter: after.expectedError,
  };
}

function questionWorth(start: Taste, after: Taste, item: ItemIndex, rest: readonly ItemIndex[]): QuestionWorth {
  return {
    own: start.cut(item) / start.variance,
    dropped: (start.afterAll(rest).variance - after.variance) / start.variance,
  };
}

/** The questions by how much the largest leak of the list falls without them, first the worst. */
export function worstQuestions({ questions, leaks }: ListFigures): readonly QuestionFigures[] {
  const largest = largestLeakAt(leaks);
  return questions.toSorted((a, b) => b.leaks[largest]!.dropped - a.leaks[largest]!.dropped);
}

export function largestLeakAt(leaks: ListFigures['leaks']): number {
  return leaks.reduce((best, leak, at) => (leak.squaredDistance > leaks[best]!.squaredDistance ? at : best), 0);
}
