/** Every figure of an audit of a recommender as rows of a long table. */
import type { CurveRow } from '../common/curveRows.ts';
import type { Estimate, ModelAuditRecords } from '../common/input.ts';

/** A surface and an attacker stand for a contender, the length of lists for questions. */
export function modelRows({ views, anchors, data }: ModelAuditRecords): CurveRow[] {
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
    questions: top ?? null,
    metric,
    value: figure.value,
    low: figure.low,
    high: figure.high,
    users: data.users,
  });
  return [
    ...views.flatMap(({ surface, top, attackers, control }) => [
      ...attackers.flatMap(({ id, auc, bounds, accuracy }) => [
        row(`${surface}/${id}`, top, 'auc', auc),
        row(`${surface}/${id}`, top, 'aucBounds', { value: auc.value, ...bounds }),
        row(`${surface}/${id}`, top, 'accuracy', accuracy),
      ]),
      row(`${surface}/linear`, top, 'auc', control, 'shuffled'),
    ]),
    ...anchors.flatMap(({ anchor, top, attackers, control, use }) => [
      ...attackers.map(({ id, auc }) => row(`anchor:${anchor}/${id}`, top, 'auc', auc)),
      row(`anchor:${anchor}/linear`, top, 'auc', control, 'shuffled'),
      row(`anchor:${anchor}`, top, 'ndcg', use.ndcg),
      row(`anchor:${anchor}`, top, 'recall', use.recall),
    ]),
  ];
}
