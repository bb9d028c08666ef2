/** Every figure of an audit of a recommender as rows of a long table. */
import type { CurveRow } from '../common/curveRows.ts';
import type { Estimate, GroupFigure, ModelAuditRecords, ViewFigures } from '../common/input.ts';

const boundedGroup = ({ auc, bounds }: GroupFigure): Estimate => ({ value: auc.value, ...bounds });

/** A surface and an attacker stand for a contender; nothing is asked, and lists have a length. */
export function modelRows({ views, afterDefence, anchors, data }: ModelAuditRecords): CurveRow[] {
  const row = (
    contender: string,
    top: number | undefined,
    metric: string,
    figure: Estimate,
    variant: CurveRow['variant'] = 'real',
  ) => ({
    contender,
    variant,
    cohort: null,
    questions: null,
    listLength: top ?? null,
    metric,
    value: figure.value,
    low: figure.low,
    high: figure.high,
    users: data.users,
  });
  const rowsOf = ({ surface, top, attackers }: ViewFigures, before = '') => [
    ...attackers.flatMap(({ id, auc, bounds, bestTold, accuracy, control }) => [
      row(`${before}${surface}/${id}`, top, 'auc', auc),
      row(`${before}${surface}/${id}`, top, 'aucBounds', { value: auc.value, ...bounds }),
      ...(bestTold === undefined
        ? []
        : [row(`${before}${surface}/${id}`, top, `aucBounds of ${bestTold.label}`, boundedGroup(bestTold))]),
      row(`${before}${surface}/${id}`, top, 'accuracy', accuracy),
      row(`${before}${surface}/${id}`, top, 'auc', control, 'shuffled'),
    ]),
  ];
  return [
    ...views.flatMap((view) => rowsOf(view)),
    ...(afterDefence?.views ?? []).flatMap((view) => [
      ...rowsOf(view, `after:${afterDefence!.name}:`),
      row(`after:${afterDefence!.name}:${view.surface}`, view.top, 'aucDifference', view.difference.auc),
    ]),
    ...anchors.flatMap(({ anchor, top, attackers, use }) => [
      ...attackers.flatMap(({ id, auc, control }) => [
        row(`anchor:${anchor}/${id}`, top, 'auc', auc),
        row(`anchor:${anchor}/${id}`, top, 'auc', control, 'shuffled'),
      ]),
      row(`anchor:${anchor}`, top, 'ndcg', use.ndcg),
      row(`anchor:${anchor}`, top, 'recall', use.recall),
    ]),
  ];
}
