/** Exhibits that are tables: what the data look like, and what classifiers find in whole histories. */
import { count, decimal, withInterval } from '../common/format.ts';
import { type AuditRecords, type Finding, findingsWith } from '../common/input.ts';
import { labelOf } from '../common/lookup.ts';
import type { Html } from '../page/html.ts';
import { groupedTable } from '../page/table.ts';
import type { ExhibitOf, FinishedRun } from './exhibit.ts';

export function statisticsTable({ title }: ExhibitOf<'statistics'>, runs: readonly FinishedRun[]): Html {
  return groupedTable({
    label: `${title}: ours`,
    title: 'Ours',
    note: 'After the filters of each experiment.',
    columns: ['Data', 'People', 'Items', 'Ratings', 'Groups', 'People in each', 'Ratings of each'],
    texts: ['Data', 'Groups'],
    groups: [
      {
        rows: runs.map(({ experiment, records: { data } }) => [
          experiment.title,
          count(data.users),
          count(data.items),
          count(data.ratings),
          data.labels.map(({ label }) => label).join(' : '),
          data.labels.map(({ users }) => count(users)).join(' : '),
          data.labels.map(({ ratings }) => count(ratings)).join(' : '),
        ]),
      },
    ],
  });
}

export function historyTable({ title }: ExhibitOf<'fullHistory'>, runs: readonly FinishedRun[]): Html {
  return groupedTable({
    label: `${title}: ours`,
    title: 'Ours',
    note: 'From everything a person rated, with intervals; no questions are chosen. Factor is the paper’s FBC.',
    columns: ['Classifier', 'AUC', 'AUC, mean of folds', 'Accuracy'],
    texts: ['Classifier'],
    groups: runs.map(({ experiment, records }) => ({
      heading: experiment.title,
      rows: findingsWith(records.findings, 'aucByFold', { exposure: 'histories', group: undefined })
        .toSorted((a, b) => placeIn(records, a) - placeIn(records, b))
        .map((found) => [
          `${labelOf(records, found)}${found.variant === 'real' ? '' : ', shuffled labels'}`,
          withInterval(found.auc!, 3),
          decimal(found.aucByFold, 3),
          withInterval(found.accuracy!, 3),
        ]),
    })),
  });
}

/** Real labels first, in the order of the spec. */
const placeIn = ({ spec }: AuditRecords, { attacker, variant }: Finding) =>
  spec.fullHistory.indexOf(attacker!) + (variant === 'real' ? 0 : spec.fullHistory.length);
