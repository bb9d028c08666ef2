/** The tables of the page of a recommender. */
import { count, percent, percentWithInterval, pValue, withInterval } from '../common/format.ts';
import type { Estimate, ModelAuditRecords, SurfaceFigure, ViewFigures } from '../common/input.ts';
import { bounded, easiestGroup } from '../common/leakShown.ts';
import type { Html } from '../page/html.ts';
import { table } from '../page/table.ts';
import { afterOf, defenceName, strongestOf, surfaceSource, viewName } from './surfaceWords.ts';

/** Names in a narrow column: neither spaces nor hyphens break. */
const onOneLine = (name: string) => name.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');

/** What an attacker found on a surface, in a table with a row per surface and a column per attacker. */
function attackerColumns({ views, spec }: ModelAuditRecords, figure: (attacker: SurfaceFigure) => Estimate) {
  return spec.attackers.map((id) => ({
    heading: views[0]!.attackers.find((attacker) => attacker.id === id)?.label ?? id,
    cell: ({ attackers }: ViewFigures) => {
      const found = attackers.find((attacker) => attacker.id === id);
      return found === undefined ? '–' : withInterval(figure(found), 3);
    },
  }));
}

export function attackerTable(records: ModelAuditRecords): Html {
  const { views, spec } = records;
  const groups = views.some(({ attackers }) => attackers.some(({ bestTold }) => bestTold !== undefined));
  const easiest = (view: ViewFigures) => {
    const best = easiestGroup(view.attackers);
    return best === undefined ? '–' : `${best.label} ${withInterval(bounded(best), 3)}`;
  };
  return table(
    'Attackers by surface',
    `AUC with ${percent(spec.level)} bounds that hold for all attackers and surfaces at once${groups ? ', each group against the rest included' : ''}. Right: how often the strongest attacker’s most likely group is the true one.`,
    [
      { heading: 'Surface', cell: (view) => onOneLine(viewName(view)), text: true },
      ...attackerColumns(records, bounded),
      ...(groups ? [{ heading: 'Easiest group', cell: easiest }] : []),
      { heading: 'Right', cell: (view) => percentWithInterval(strongestOf(view).accuracy) },
    ],
    views,
  );
}

/** Beside the figures above: every attacker where there is nothing to find. */
export function controlTable(records: ModelAuditRecords): Html {
  const { views, spec } = records;
  return table(
    'The same attackers on shuffled labels',
    `The control of each figure above, with an interval of ${percent(spec.level)} of its own.`,
    [
      { heading: 'Surface', cell: (view) => onOneLine(viewName(view)), text: true },
      ...attackerColumns(records, ({ control }) => control),
    ],
    views,
  );
}

/** Each view before and after the defence. */
export function defenceTable(records: ModelAuditRecords): Html {
  const { spec, views } = records;
  const rows = views.map((view) => ({ view, after: afterOf(records, view)! }));
  const boundedView = (view: ViewFigures) => withInterval(bounded(strongestOf(view)), 3);
  return table(
    `Before and after ${defenceName(records.afterDefence!)}`,
    `AUC of the strongest attacker, trained on people who send in the same way as those it judges; ${percent(spec.level)} bounds that hold for all attackers and surfaces of a column. Difference: after minus before, on the same people, with its interval; p-values are corrected for the number of rows (Holm). Control: the same attacker on shuffled labels, after the defence.`,
    [
      { heading: 'Surface', cell: ({ view }) => onOneLine(viewName(view)), text: true },
      { heading: 'Before', cell: ({ view }) => boundedView(view) },
      { heading: 'After', cell: ({ after }) => boundedView(after) },
      { heading: 'Difference', cell: ({ after }) => withInterval(after.difference.auc, 3) },
      { heading: 'p', cell: ({ after }) => pValue(after.difference.pValue, spec.resamples) },
      { heading: 'Control', cell: ({ after }) => withInterval(strongestOf(after).control, 3) },
      { heading: 'Attacker after', cell: ({ after }) => onOneLine(strongestOf(after).label), text: true },
    ],
    rows,
  );
}

export function anchorTable({ anchors, spec }: ModelAuditRecords): Html {
  const top = anchors[0]!.top;
  return table(
    `Top-${top} lists of other recommenders`,
    `Trained on the same ratings. AUC of the strongest attacker. NDCG and recall on ratings that the recommender did not see. Difference: AUC of the audited lists minus that of these; p-values are corrected for the number of recommenders (Holm). Intervals of ${percent(spec.level)}.`,
    [
      { heading: 'Recommender', cell: ({ label }) => onOneLine(label), text: true },
      { heading: 'AUC', cell: ({ attackers }) => withInterval(attackers[0]!.auc, 3) },
      { heading: 'Control', cell: ({ attackers }) => withInterval(attackers[0]!.control!, 3) },
      { heading: `NDCG@${top}`, cell: ({ use }) => withInterval(use.ndcg, 3) },
      { heading: `Recall@${top}`, cell: ({ use }) => withInterval(use.recall, 3) },
      { heading: 'Catalogue shown', cell: ({ coverage }) => percent(coverage) },
      { heading: 'Difference', cell: ({ difference }) => (difference ? withInterval(difference.auc, 3) : '–') },
      { heading: 'p', cell: ({ difference }) => (difference ? pValue(difference.pValue, spec.resamples) : '–') },
    ],
    anchors,
  );
}

export function surfaceTable({ surfaces }: ModelAuditRecords): Html {
  return table(
    'What was read',
    'Not in it: people of known attribute who are left out everywhere because this surface does not have them. Not known: users of the surface whose attribute the data do not tell.',
    [
      { heading: 'Surface', cell: ({ kind }) => viewName({ surface: kind }), text: true },
      { heading: 'From', cell: (surface) => surfaceSource(surface) ?? 'the data', text: true },
      {
        heading: 'Holds',
        cell: ({ dimension, items, longest, recommender }) =>
          recommender !== undefined
            ? 'trained here'
            : dimension !== undefined
              ? `${count(dimension)} numbers each`
              : items === undefined
                ? 'ratings'
                : `${count(items)} items, up to ${count(longest!)} each`,
        text: true,
      },
      { heading: 'Not in it', cell: ({ missing }) => count(missing) },
      { heading: 'Not known', cell: ({ unknown }) => count(unknown) },
    ],
    surfaces,
  );
}
