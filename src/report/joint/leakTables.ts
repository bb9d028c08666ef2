/** The tables of the page of a leak matrix. */
import { count, counted, decimal, percent, pValue, withInterval } from '../common/format.ts';
import type { LeakMatrixRecords } from '../common/input.ts';
import { contendersOf, curveOf, nameOf } from '../common/lookup.ts';
import type { Html } from '../page/html.ts';
import { type Column, table } from '../page/table.ts';
import { headlineLeak, isAimed, leakAt, leakHeadline } from './leakLookup.ts';

const comparedAt = ({ spec }: LeakMatrixRecords) =>
  spec.compareAt.filter((questions) => questions <= spec.maxQuestions).toSorted((a, b) => a - b);

/** All figures of the matrix: rows by what is inferred and how questions are chosen, a column for each number of them. */
export function matrixTable(records: LeakMatrixRecords): Html {
  const rows = records.spec.attributes.flatMap((attribute) =>
    contendersOf(records).flatMap(({ id }) =>
      (['real', 'shuffled'] as const).flatMap((variant) =>
        curveOf(records, 'auc', id, { target: attribute, variant }).length > 0 ? [{ attribute, id, variant }] : [],
      ),
    ),
  );
  type Row = (typeof rows)[number];
  const figures = comparedAt(records).map((questions): Column<Row> => {
    const cell = ({ id, attribute, variant }: Row) => {
      const auc = leakAt(records, id, attribute, questions, variant);
      return auc === undefined ? '–' : withInterval(auc, 3);
    };
    return { heading: `After ${questions}`, cell };
  });
  const boundsOf = ({ id, attribute, variant }: Row) => {
    const found = variant === 'real' ? headlineLeak(records, id, attribute) : undefined;
    return found === undefined ? '–' : `[${decimal(found.auc.bounds!.low, 3)}, ${decimal(found.auc.bounds!.high, 3)}]`;
  };
  return table(
    'The matrix in figures',
    `AUC with ${percent(records.spec.level)} intervals, each figure by itself; bounds hold for all rows at once. ${counted(records.data.users, 'person', 'people')}. The controls repeat the row with the attributes of the people shuffled.`,
    [
      { heading: 'Inferred', cell: ({ attribute }) => attribute, text: true },
      {
        heading: 'Questions',
        cell: ({ id, variant }) => `${nameOf(records, id)}${variant === 'shuffled' ? ', control' : ''}`,
        text: true,
      },
      ...figures,
      { heading: `Bounds after ${leakHeadline(records)}`, cell: boundsOf },
    ],
    rows,
  );
}

export function leakComparisonTable(records: LeakMatrixRecords): Html {
  return table(
    'What an attacker loses by aiming elsewhere, and gains over aiming at nothing',
    'Differences in AUC, first minus second, on the same people and the same resamples. The p-values are corrected for the number of comparisons (Holm).',
    [
      { heading: 'Inferred', cell: ({ target }) => target, text: true },
      { heading: 'Questions', cell: ({ length }) => String(length) },
      { heading: 'First', cell: ({ first }) => nameOf(records, first), text: true },
      { heading: 'Second', cell: ({ second }) => nameOf(records, second), text: true },
      { heading: 'Difference', cell: ({ difference }) => withInterval(difference, 3) },
      { heading: 'p', cell: (row) => pValue(row.pValue, records.spec.resamples) },
    ],
    records.comparisons,
  );
}

export function associationTable({ data }: LeakMatrixRecords): Html {
  return table(
    'How far the attributes go together among the people themselves',
    'Cramér’s V: 0 is independent, 1 is the same thing twice. AUC: how well the first attribute alone reveals the second, without any question.',
    [
      { heading: 'Known', cell: ({ from }) => from, text: true },
      { heading: 'Inferred', cell: ({ to }) => to, text: true },
      { heading: 'Cramér’s V', cell: ({ cramersV }) => decimal(cramersV) },
      { heading: 'AUC', cell: ({ auc }) => decimal(auc, 3) },
    ],
    data.associations,
  );
}

const SHOWN_ITEMS = 10;

export function askedTable(records: LeakMatrixRecords): Html {
  const rows = records.asked
    .filter(({ attacker }) => contendersOf(records).some((one) => one.id === attacker && isAimed(one)))
    .flatMap(({ attacker, items }) => items.slice(0, SHOWN_ITEMS).map((item) => ({ attacker, ...item })));
  return table(
    'What is asked',
    'The items most often among the first ten questions, with the share of the interviews that asked them.',
    [
      { heading: 'Questions', cell: ({ attacker }) => nameOf(records, attacker), text: true },
      { heading: 'Item', cell: ({ title }) => title, text: true },
      { heading: 'Interviews', cell: ({ share }) => percent(share) },
    ],
    rows,
  );
}

/** Who is not in the figures, and why. */
function leftOutText({ leftOut, leftOutBy, dropped = [] }: LeakMatrixRecords['data']): string {
  const reasons = leftOutBy.flatMap(({ attribute, withoutValue, smallGroups, minGroup }) => [
    ...(withoutValue === 0 ? [] : [`${attribute} is not known of ${count(withoutValue)}`]),
    ...smallGroups.map(({ label, users }) => `${attribute} “${label}” has ${count(users)}, fewer than ${minGroup}`),
  ]);
  const others = dropped.filter(({ users }) => users > 0).map(({ users, reason }) => `${count(users)}: ${reason}`);
  const people = `Left out: ${counted(leftOut, 'person', 'people')}`;
  return [leftOut === 0 ? people : `${people} (${reasons.join(', ')})`, ...others].join('; ');
}

export function peopleTable({ data }: LeakMatrixRecords): Html {
  const rows = data.attributes.flatMap(({ name, labels }) => labels.map((label) => ({ name, ...label })));
  return table(
    'Who is in the data',
    `${counted(data.users, 'person', 'people')}, ${counted(data.items, 'item')}, ${counted(data.ratings, 'rating')}. ${leftOutText(data)}.`,
    [
      { heading: 'Attribute', cell: ({ name }) => name, text: true },
      { heading: 'Group', cell: ({ label }) => label, text: true },
      { heading: 'People', cell: ({ users }) => count(users) },
      { heading: 'Share', cell: ({ users }) => percent(users / data.users) },
    ],
    rows,
  );
}
