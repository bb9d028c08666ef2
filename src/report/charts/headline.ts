/** The answer in one picture: how well each contender does after a few questions, beside the control and full history. */
import type { Chart } from '../common/chart.ts';
import { counted, percent, withInterval } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { bounded } from '../common/leakShown.ts';
import {
  colourOf,
  contendersOf,
  controlOf,
  headlineOf,
  headlineQuestions,
  labelOf,
  nameOf,
  pointAt,
} from '../common/lookup.ts';
import { type AucRow, aucRowsChart } from './aucRows.ts';

export function headlineChart(records: AuditRecords): Chart | undefined {
  const questions = headlineQuestions(records);
  const rows = rowsOf(records, questions);
  if (!rows.some(({ look }) => look === 'bar')) return undefined;
  return aucRowsChart({
    id: 'headline',
    title: `What ${counted(questions, 'question')} ${questions === 1 ? 'gives' : 'give'} away`,
    reading: readingOf(rows, questions),
    marks: 'Dots with intervals',
    rows,
  });
}

/** Every attacker with the bounds that hold for all of them at once; the strongest first, the control last. */
function rowsOf(records: AuditRecords, questions: number): AucRow[] {
  const shown = contendersOf(records).map(({ id }) => id);
  const asked = headlineOf(records, 'questions').filter(({ attacker }) => shown.includes(attacker!));
  const rows = [
    ...asked.map(({ attacker: id, auc }): AucRow => {
      return { ...bounded(auc), name: nameOf(records, id!), look: 'bar', colour: colourOf(records, id!) };
    }),
    ...headlineOf(records, 'histories').map((found): AucRow => {
      return { ...bounded(found.auc), name: `all ratings: ${labelOf(records, found)}`, look: 'ink' };
    }),
  ].sort((a, b) => b.value - a.value);
  const control = pointAt(controlOf(records, 'auc'), questions);
  if (control === undefined) return rows;
  const { value, low, high } = control.auc;
  return [...rows, { value, low, high, name: 'shuffled labels (control)', look: 'control' }];
}

/** The lead beside the most that is found in all ratings, where that is known; beside the control otherwise. */
function readingOf(rows: readonly AucRow[], questions: number): string {
  const lead = rows.find(({ look }) => look === 'bar')!;
  const asked = `${counted(questions, 'question')} chosen by ${lead.name}`;
  const bounds = 'Bounds hold for all attackers at once.';
  const history = rows.find(({ look }) => look === 'ink');
  if (history !== undefined && history.low > 0.5 && lead.low > 0.5 && lead.value <= history.value) {
    return (
      `From guessing (0.5) to what all ratings of a person give away (${withInterval(history)}), ${asked} go ` +
      `${percent((lead.value - 0.5) / (history.value - 0.5))} of the way: ${withInterval(lead)}. ${bounds}`
    );
  }
  const control = rows.find(({ look }) => look === 'control');
  const beside = control ? `; on shuffled labels, where there is nothing to find, it is ${withInterval(control)}` : '';
  return `After ${asked} the AUC is ${withInterval(lead)}${beside}. 0.5 is guessing, 1 is certainty. ${bounds}`;
}
