/** The tables of the page. */
import { largestAt } from '../../maths/index.ts';
import { MOST_CONFUSED } from '../charts/confusion.ts';
import { count, counted, decimal, percent, percentWithInterval, pValue, withInterval } from '../common/format.ts';
import { type AnswerWorth, type AuditRecords, findingsWith, type Variant } from '../common/input.ts';
import { confusionOf, headlineQuestions, labelOf, largestGroup, leadOf, nameOf } from '../common/lookup.ts';
import type { Html } from '../page/html.ts';
import { type Column, table } from '../page/table.ts';

/** None where whole histories were not looked at. */
export const fullHistoryTable = (records: AuditRecords): Html[] =>
  attackersTable(records, 'histories', records.spec.fullHistory, {
    title: 'From everything a person ever rated',
    what: 'No questions are chosen here: this is what a classifier finds in the whole history.',
    who: 'Classifier',
  });

/** None where nobody asked anything but what people rated. */
export const openListsTable = (records: AuditRecords): Html[] =>
  attackersTable(records, 'openQuestions', records.spec.openLists, {
    title: `${counted(headlineQuestions(records), 'question')} about anything`,
    what: 'Everyone is asked, whatever they rated; “not seen” is an answer.',
    who: 'Who asks',
  });

function attackersTable(
  records: AuditRecords,
  exposure: 'openQuestions' | 'histories',
  order: readonly string[],
  { title, what, who }: { readonly title: string; readonly what: string; readonly who: string },
): Html[] {
  const { findings, spec, data } = records;
  const { label, share } = largestGroup(data.labels);
  const found = (variant: Variant) => findingsWith(findings, 'aucByFold', { exposure, variant });
  const rows = found('real');
  rows.sort((a, b) => order.indexOf(a.attacker!) - order.indexOf(b.attacker!));
  if (rows.length === 0) return [];
  const controlCell = (name: string) => {
    const control = found('shuffled').find(({ attacker }) => attacker === name);
    if (control === undefined) return '–';
    return `${withInterval(control.auc!, 3)}, ${control.shuffles === 1 ? 'one shuffle' : `mean of ${control.shuffles}`}`;
  };
  const whole = table(
    title,
    `${what} Intervals of ${percent(spec.level)}. Control: the same with the labels shuffled among the people, where there is nothing to find. Largest group: how often guessing “${label}” for everyone is right.`,
    [
      { heading: who, cell: (found) => labelOf(records, found), text: true },
      { heading: 'AUC', cell: ({ auc }) => withInterval(auc!, 3) },
      { heading: 'Control: AUC', cell: ({ attacker }) => controlCell(attacker!) },
      { heading: 'AUC, mean of folds', cell: ({ aucByFold }) => decimal(aucByFold, 3) },
      { heading: 'Accuracy', cell: ({ accuracy }) => percentWithInterval(accuracy!) },
      { heading: 'Largest group', cell: () => percent(share) },
    ],
    rows,
  );
  return [whole];
}

export function comparisonTable(records: AuditRecords): Html {
  const { comparisons, spec } = records;
  type Comparison = (typeof comparisons)[number];
  const first = new Set(comparisons.map((comparison) => comparison.first));
  const only = first.size === 1 ? nameOf(records, [...first][0]!) : undefined;
  const firstColumn: Column<Comparison> = { heading: 'First', cell: (row) => nameOf(records, row.first), text: true };
  return table(
    only === undefined ? 'Contenders compared' : `${only} against the others`,
    `Difference in AUC, ${only === undefined ? 'first minus second' : `${only} minus the other`}, on the same people and the same ` +
      `resamples. The p-values are corrected for the number of comparisons (Holm), ${comparisons.length} here.`,
    [
      { heading: 'Questions', cell: ({ length }) => String(length), text: true },
      ...(only === undefined ? [firstColumn] : []),
      { heading: only === undefined ? 'Second' : 'Other', cell: ({ second }) => nameOf(records, second), text: true },
      { heading: 'People', cell: ({ people }) => count(people!) },
      { heading: 'Difference', cell: ({ difference }) => withInterval(difference, 3) },
      { heading: 'p', cell: (row) => pValue(row.pValue, spec.resamples) },
    ],
    comparisons,
  );
}

/** A column for each group is readable up to this many of them. */
const MOST_BIASES = 7;

export function itemTable({ items, data, spec }: AuditRecords): Html {
  type Item = AuditRecords['items'][number];
  const open = spec.protocol === 'open';
  const many = data.labels.length > MOST_BIASES;
  const extreme = (heading: string, pick: (...biases: number[]) => number): Column<Item> => ({
    heading,
    cell: ({ biases }) => {
      const bias = pick(...biases);
      return `${data.labels[biases.indexOf(bias)]?.label ?? '–'} (${decimal(bias)})`;
    },
    text: true,
  });
  const biasColumns = many
    ? [extreme('Lowest', Math.min), extreme('Highest', Math.max)]
    : data.labels.map(
        ({ label }, group): Column<Item> => ({
          heading: `Bias ${label}`,
          cell: ({ biases }) => decimal(biases[group] ?? Number.NaN),
        }),
      );
  const told = ({ bits }: AnswerWorth) => (bits === undefined ? '–' : withInterval(bits));
  const skipped: Column<Item> = { heading: 'Not seen, bits', cell: ({ worth }) => told(worth.skipped) };
  return table(
    'Items that leak most',
    'Asked early: share of interviews of the strongest contender that asked it among the first ten questions. Bits: how far an answer then moved the log odds of ' +
      `the person’s true group against the rest, on average; below 0 it misled.${open ? ' Ratings and “haven’t seen it” are counted separately.' : ''} Per interview: what ` +
      `the item gave away on average over all people, asked or not; the items are in this order. Gap: half the distance between the largest and the smallest bias of a group.${many ? ' Lowest, highest: the groups with these biases.' : ''}`,
    [
      { heading: 'Item', cell: ({ title }) => title, text: true },
      { heading: 'Asked early', cell: ({ askedEarly }) => percent(askedEarly) },
      { heading: open ? 'Seen and rated, bits' : 'An answer, bits', cell: ({ worth }) => told(worth.rated) },
      ...(open ? [skipped] : []),
      { heading: 'Per interview, bits', cell: ({ worth }) => decimal(worth.contribution, 3) },
      { heading: 'Gap', cell: ({ gap }) => decimal(gap) },
      ...biasColumns,
      { heading: 'Ratings', cell: ({ ratings }) => count(ratings) },
    ],
    items,
  );
}

/** Where there are too many groups for a grid: for each, how well it is told, and what it is most often taken for. */
export function takenForTable(records: AuditRecords): Html[] {
  const labels = records.data.labels.map(({ label }) => label);
  const figures = confusionOf(records, leadOf(records).id);
  if (figures === undefined || labels.length <= MOST_CONFUSED) return [];
  const rows = figures.counts.map((row, group) => {
    const people = row.reduce((sum, own) => sum + own, 0);
    const others = row.map((own, taken) => (taken === group ? -1 : own));
    const taken = largestAt(others);
    return { label: labels[group]!, people, right: row[group]! / people, taken, share: row[taken]! / people };
  });
  const all = rows.reduce((sum, { people }) => sum + people, 0);
  const largest = Math.max(...rows.map(({ people }) => people));
  const right = rows.reduce((sum, { people, right: share }) => sum + (people === 0 ? 0 : people * share), 0);
  return [
    table(
      'What each group is mistaken for',
      `After ${counted(figures.length, 'question')} ${nameOf(records, figures.attacker)} names the group of ${percent(right / all)} of ${counted(all, 'person', 'people')} correctly; guessing the largest group for everyone is right for ${percent(largest / all)}. Correct: share of the people of the group. Mistaken for: the other group that the attacker names most often for its people.`,
      [
        { heading: records.data.attribute, cell: ({ label }) => label, text: true },
        { heading: 'Correct', cell: ({ right: share }) => percent(share) },
        {
          heading: 'Mistaken for',
          cell: ({ taken, share }) => (share > 0 ? `${labels[taken]} (${percent(share)})` : '–'),
          text: true,
        },
      ],
      rows,
    ),
  ];
}

export function dataTable({ data }: AuditRecords): Html {
  const total = { label: 'total', users: data.users, ratings: data.ratings };
  return table(
    'Who is in the data',
    `${counted(data.items, 'item')}. People by ${data.attribute}.`,
    [
      { heading: data.attribute, cell: ({ label }) => label, text: true },
      { heading: 'People', cell: ({ users }) => count(users) },
      { heading: 'Share', cell: ({ users }) => percent(users / data.users) },
      { heading: 'Ratings', cell: ({ ratings }) => count(ratings) },
      { heading: 'Ratings per person', cell: ({ ratings, users }) => decimal(ratings / users, 0) },
    ],
    [...data.labels, total],
  );
}
