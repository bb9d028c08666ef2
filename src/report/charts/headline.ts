/** The answer in one picture: how well each contender does after a few questions, beside the control and full history. */
import type { Chart } from '../common/chart.ts';
import { capital, counted, percent, withInterval } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { bounded } from '../common/leakShown.ts';
import {
  type Bounded,
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
    reading: readingOf(rows, questions, headlineOf(records, 'histories')[0]),
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
    ...(['openQuestions', 'histories'] as const).flatMap((exposure) =>
      headlineOf(records, exposure).map((found): AucRow => {
        const seen = exposure === 'histories' ? 'all ratings' : 'about anything';
        return { ...bounded(found.auc), name: `${seen}: ${labelOf(records, found)}`, look: 'ink' };
      }),
    ),
  ].sort((a, b) => b.value - a.value);
  const control = pointAt(controlOf(records, 'auc'), questions);
  if (control === undefined) return rows;
  const { value, low, high } = control.auc;
  return [...rows, { value, low, high, name: 'shuffled labels (control)', look: 'control' }];
}

/** The lead beside the most that is found in all ratings, where that is known; beside the control otherwise. */
function readingOf(rows: readonly AucRow[], questions: number, whole: Bounded | undefined): string {
  const lead = rows.find(({ look }) => look === 'bar')!;
  const asked = `${counted(questions, 'question')} chosen by ${lead.name}`;
  const bounds = 'Bounds hold for all attackers at once.';
  const history = whole && bounded(whole.auc);
  if (history !== undefined && history.low > 0.5 && lead.low > 0.5 && lead.value <= history.value) {
    return (
      `${capital(asked)} reveal ${percent((lead.value - 0.5) / (history.value - 0.5))} of what all ratings do: ` +
      `an AUC of ${withInterval(lead)} instead of ${withInterval(history)}, where guessing gets 0.5. ${bounds}`
    );
  }
  const control = rows.find(({ look }) => look === 'control');
  const beside = control ? `; on shuffled labels, where there is nothing to find, it is ${withInterval(control)}` : '';
  return `After ${asked} the AUC is ${withInterval(lead)}${beside}. 0.5 is guessing, 1 is certainty. ${bounds}`;
}
