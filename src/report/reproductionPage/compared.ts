/** Published figures beside ours, with the difference. */
import { lookUp } from '../../audit/index.ts';
import { count, decimal, withInterval } from '../common/format.ts';
import type { Estimate } from '../common/input.ts';
import type { Html } from '../page/html.ts';
import { groupedTable, type RowGroup } from '../page/table.ts';
import { type Exhibit, isFinished, type RunExperiment } from './exhibit.ts';
import type { Published } from './experiment.ts';

const NOTHING = '–';

/** One group per experiment; where it was not run, the paper's figures stand alone. */
export function comparedFigures({ published }: Exhibit, runs: readonly RunExperiment[]): RowGroup[] {
  return runs.flatMap((run) => {
    const { id, title, standsInFor } = run.experiment;
    const own = published.filter((figure) => figure.run === id);
    if (own.length === 0) return [];
    const ours = (figure: Published) => (isFinished(run) ? lookUp(run.records, figure.finding) : undefined);
    return [
      {
        heading: standsInFor === undefined ? title : `${title}, in place of ${standsInFor}`,
        rows: own.map((figure) => comparedRow(figure, ours(figure), standsInFor === undefined)),
      },
    ];
  });
}

/** Whether an interval holds the paper's figure says something only about the same data. */
export function comparedRow(
  { what, where, value, printed }: Pick<Published, 'what' | 'where' | 'value' | 'printed'>,
  ours: Estimate | undefined,
  sameData: boolean,
): string[] {
  const counts = Number.isInteger(ours?.value) || (value ?? 0) >= 100;
  const digits = (value ?? ours?.value ?? 0) > 1 ? 2 : 3;
  const shown = (number: number) => (counts ? minus(count(number)) : decimal(number, digits));
  const hasInterval = ours !== undefined && ours.low < ours.high;
  const holds = value !== undefined && hasInterval && sameData;
  return [
    where === undefined ? what : `${what} (${where})`,
    printed ?? (value === undefined ? NOTHING : shown(value)),
    ours === undefined ? NOTHING : hasInterval ? withInterval(ours, 3) : shown(ours.value),
    ours === undefined || value === undefined ? NOTHING : signed(shown(ours.value - value)),
    holds ? (ours.low <= value && value <= ours.high ? 'yes' : 'no') : NOTHING,
  ];
}

const minus = (text: string) => text.replace('-', '−');
const signed = (text: string) => (/^−|^[0.]+$/.test(text) ? text : `+${text}`);

const COLUMNS = ['Figure', 'Paper', 'Ours', 'Difference', 'Interval holds the paper’s'];

/** Without the last columns where no row has anything in them. */
export function comparedTable(exhibit: Exhibit, groups: readonly RowGroup[]): Html {
  const rows = groups.flatMap((group) => group.rows);
  const width = COLUMNS.findLastIndex((_, at) => at < 3 || rows.some((row) => row[at] !== NOTHING)) + 1;
  return groupedTable({
    label: `${exhibit.title}: paper and ours`,
    title: 'Paper and ours',
    note: width > 3 ? 'The difference is ours minus the paper’s.' : 'The paper gives no numbers, but says so much.',
    columns: COLUMNS.slice(0, width),
    texts: ['Figure'],
    groups: groups.map((group) => ({ ...group, rows: group.rows.map((row) => row.slice(0, width)) })),
  });
}
