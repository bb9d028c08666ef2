/** The tables of the page of a recommender. */
import { count, percent, percentWithInterval, pValue, withInterval } from '../common/format.ts';
import type { Estimate, ModelAuditRecords } from '../common/input.ts';
import { bounded, easiestGroup } from '../common/leakShown.ts';
import { type Bounded, labelOf, labelsOf } from '../common/lookup.ts';
import type { Html } from '../page/html.ts';
import { table } from '../page/table.ts';
import {
  afterOf,
  anchorsOf,
  changeOf,
  controlAt,
  defenceName,
  listsUse,
  surfaceSource,
  type View,
  viewName,
  viewsOf,
} from './surfaceWords.ts';

/** Names in a narrow column: neither spaces nor hyphens break. */
const onOneLine = (name: string) => name.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');

/** What an attacker found on a surface, in a table with a row per surface and a column per attacker. */
function attackerColumns(records: ModelAuditRecords, figure: (found: Bounded) => Estimate) {
  const labels = labelsOf(records);
  return records.spec.attackers.map((id) => ({
    heading: labels.get(id) ?? id,
    cell: (view: View) => {
      const found = view.found.find(({ attacker, group }) => attacker === id && group === undefined);
      return found === undefined ? '–' : withInterval(figure(found), 3);
    },
  }));
}

export function attackerTable(records: ModelAuditRecords): Html {
  const views = viewsOf(records);
  const groups = views.some(({ found }) => found.some(({ group }) => group !== undefined));
  const easiest = ({ found }: View) => {
    const best = easiestGroup(found);
    return best === undefined ? '–' : `${best.group} ${withInterval(bounded(best.auc), 3)}`;
  };
  return table(
    'Attackers by surface',
    `AUC with ${percent(records.spec.level)} bounds that hold for all attackers and surfaces at once${groups ? ', each group against the rest included' : ''}. Right: how often the strongest attacker’s most likely group is the true one.`,
    [
      { heading: 'Surface', cell: (view) => onOneLine(viewName(view)), text: true },
      ...attackerColumns(records, ({ auc }) => bounded(auc)),
      ...(groups ? [{ heading: 'Easiest group', cell: easiest }] : []),
      { heading: 'Right', cell: ({ strongest }) => percentWithInterval(strongest.accuracy!) },
    ],
    views,
  );
}

/** Beside the figures above: every attacker where there is nothing to find. */
export function controlTable(records: ModelAuditRecords): Html {
  return table(
    'The same attackers on shuffled labels',
    `The control of each figure above, with an interval of ${percent(records.spec.level)} of its own.`,
    [
      { heading: 'Surface', cell: (view) => onOneLine(viewName(view)), text: true },
      ...attackerColumns(records, (found) => controlAt(records, found).auc),
    ],
    viewsOf(records),
  );
}

/** Each view before and after the defence. */
export function defenceTable(records: ModelAuditRecords): Html {
  const { spec } = records;
  const rows = viewsOf(records).map((view) => {
    const after = afterOf(records, view)!;
    return { view, after, change: changeOf(records, after) };
  });
  const boundedView = ({ strongest }: View) => withInterval(bounded(strongest.auc), 3);
  return table(
    `Before and after ${defenceName(records.afterDefence!)}`,
    `AUC of the strongest attacker, trained on people who send in the same way as those it judges; ${percent(spec.level)} bounds that hold for all attackers and surfaces of a column. Difference: after minus before, on the same people, with its interval; p-values are corrected for the number of rows (Holm). Control: the same attacker on shuffled labels, after the defence.`,
    [
      { heading: 'Surface', cell: ({ view }) => onOneLine(viewName(view)), text: true },
      { heading: 'Before', cell: ({ view }) => boundedView(view) },
      { heading: 'After', cell: ({ after }) => boundedView(after) },
      { heading: 'Difference', cell: ({ change }) => withInterval(change.aucDifference, 3) },
      { heading: 'p', cell: ({ change }) => pValue(change.pValue, spec.resamples) },
      { heading: 'Control', cell: ({ after }) => withInterval(controlAt(records, after.strongest).auc, 3) },
      { heading: 'Attacker after', cell: ({ after }) => onOneLine(labelOf(records, after.strongest)), text: true },
    ],
    rows,
  );
}

/** What the change costs: how good the lists are, on ratings that the recommender did not see. Nothing where that was not measured. */
export function costTable(records: ModelAuditRecords): Html[] {
  const { headlineTop: top, spec } = records;
  const [before, after] = [listsUse(records), listsUse(records, records.afterDefence!.name)];
  if (before === undefined || after === undefined) return [];
  const rows = [
    { name: 'as they are', use: before },
    { name: `after ${defenceName(records.afterDefence!)}`, use: after },
  ];
  return [
    table(
      `What top-${top} lists lose`,
      `On ratings that the recommender did not see. Intervals of ${percent(spec.level)}.`,
      [
        { heading: 'Lists', cell: ({ name }) => name, text: true },
        { heading: `NDCG@${top}`, cell: ({ use }) => withInterval(use.ndcg, 3) },
        { heading: `Recall@${top}`, cell: ({ use }) => withInterval(use.recall, 3) },
      ],
      rows,
    ),
  ];
}

export function anchorTable(records: ModelAuditRecords): Html {
  const { spec, headlineTop: top } = records;
  return table(
    `Top-${top} lists of other recommenders`,
    `Trained on the same ratings. AUC of the strongest attacker. NDCG and recall on ratings that the recommender did not see. Difference: AUC of the audited lists minus that of these; p-values are corrected for the number of recommenders (Holm). Intervals of ${percent(spec.level)}.`,
    [
      { heading: 'Recommender', cell: ({ label }) => onOneLine(label), text: true },
      { heading: 'AUC', cell: ({ strongest }) => withInterval(strongest.auc, 3) },
      { heading: 'Control', cell: ({ strongest }) => withInterval(controlAt(records, strongest).auc, 3) },
      { heading: `NDCG@${top}`, cell: ({ use }) => withInterval(use.ndcg, 3) },
      { heading: `Recall@${top}`, cell: ({ use }) => withInterval(use.recall, 3) },
      { heading: 'Catalogue shown', cell: ({ use }) => percent(use.catalogue!) },
      {
        heading: 'Difference',
        cell: ({ use: { aucDifference } }) => (aucDifference ? withInterval(aucDifference, 3) : '–'),
      },
      { heading: 'p', cell: ({ use }) => (use.aucDifference ? pValue(use.pValue!, spec.resamples) : '–') },
    ],
    anchorsOf(records),
  );
}

export function surfaceTable({ surfaces }: ModelAuditRecords): Html {
  return table(
    'What was read',
    'Not in it: people of known attribute who are left out everywhere because this surface does not have them. Not known: users of the surface whose attribute the data do not tell.',
    [
      { heading: 'Surface', cell: ({ kind }) => viewName({ exposure: kind }), text: true },
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
