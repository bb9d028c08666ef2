/** Beyond the paper there is nothing printed to hold ours against: contenders are held against each other. */
import { decimal, percent, pValue, withInterval } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { contendersOf, curveOf, nameOf, type Point } from '../common/lookup.ts';
import type { Html } from '../page/html.ts';
import { groupedTable } from '../page/table.ts';
import type { ExhibitOf, FinishedRun } from './exhibit.ts';

const NOTHING = '–';

/** AUC of each contender, and how far the first is ahead of it: the same people, the same resamples. */
export function contenderTable({ title, contenders }: ExhibitOf<'curves'>, runs: readonly FinishedRun[]): Html {
  return groupedTable({
    label: `${title}: the contenders compared`,
    title: 'The contenders compared',
    note:
      'The lead is the AUC of the first contender minus that of the row, paired over the same people; p-values are not ' +
      'corrected for their number. Same questions: share of the first contender’s first ten questions that the other ' +
      'asked among its first ten.',
    columns: ['Contender', 'Questions', 'AUC', 'Lead of the first', 'p', 'Same questions'],
    texts: ['Contender'],
    groups: runs.map(({ experiment, records }) => ({
      heading: experiment.title,
      rows: contendersOf(records)
        .filter(({ id }) => contenders.includes(id))
        .flatMap(({ id }) => rowsOf(records, id)),
    })),
  });
}

function rowsOf(records: AuditRecords, id: string): string[][] {
  const { compareAt, resamples } = records.spec;
  const points = curveOf(records, 'auc', id);
  const overlap = records.overlaps.find(({ second }) => second === id)?.share;
  return compareAt.flatMap((questions) => {
    const point = points[questions];
    if (point === undefined) return [];
    const lead = records.comparisons.find((one) => one.second === id && one.length === questions);
    return [
      [
        nameOf(records, id),
        String(questions),
        withInterval(point.auc, 3),
        lead === undefined ? NOTHING : withInterval(lead.difference, 3),
        lead === undefined ? NOTHING : pValue(lead.pValue, resamples),
        overlap === undefined ? NOTHING : percent(overlap),
      ],
    ];
  });
}

/** How honest the stated confidence is. */
export function calibrationTable({ title, contenders }: ExhibitOf<'curves'>, runs: readonly FinishedRun[]): Html {
  return groupedTable({
    label: `${title}: calibration error`,
    title: 'Calibration error',
    note: 'Mean distance between stated confidence and share right, over ten bins of equal mass.',
    columns: ['Contender', 'Questions', 'Calibration error', 'Log loss', 'Accuracy'],
    texts: ['Contender'],
    groups: runs.map(({ experiment, records }) => ({
      heading: experiment.title,
      rows: contendersOf(records)
        .filter(({ id }) => contenders.includes(id))
        .flatMap(({ id }) =>
          records.spec.compareAt.flatMap((questions) => {
            const point = curveOf(records, 'calibrationError', id)[questions];
            if (point === undefined) return [];
            const { calibrationError, logLoss, accuracy } = point as Point<'calibrationError' | 'logLoss' | 'accuracy'>;
            return [
              [
                nameOf(records, id),
                String(questions),
                decimal(calibrationError, 3),
                withInterval(logLoss, 3),
                withInterval(accuracy, 3),
              ],
            ];
          }),
        ),
    })),
  });
}
