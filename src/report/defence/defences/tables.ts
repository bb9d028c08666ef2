/** The tables of the page. */
import {
  type AttackerName,
  type AttackFigures,
  type DefenceEvaluation,
  type DefenceRecords,
  isKnowingAttacker as isKnowing,
} from '../../../defence/index.ts';
import { capital, count, counted, decimal, percent, setAside, withInterval } from '../../common/format.ts';
import { largestGroup } from '../../common/lookup.ts';
import type { Html } from '../../page/html.ts';
import { type Column, table } from '../../page/tables.ts';
import { groupedTable } from '../../reproductionPage/table.ts';
import { attackColumns, attackOf, knowingAuc } from './lookup.ts';
import { attackerName, labelOf, verdictWords } from './words.ts';

type Figure = 'auc' | 'accuracy' | 'balancedAccuracy';

const cellsOf = (attacks: readonly AttackFigures[], attackers: readonly AttackerName[], figure: Figure) =>
  attackColumns(attackers).map(({ attacker, situation }) => {
    // Some attackers always learn from people who send in the same way: without a defence, from people without one.
    const same =
      attackOf(attacks, attacker, situation) ??
      (isKnowing(attacker) ? attacks.find((own) => own.attacker === attacker) : undefined);
    return same === undefined ? '–' : withInterval(same[figure], 3);
  });

const headsOf = (attackers: readonly AttackerName[]) =>
  attackColumns(attackers).map(({ attacker, situation }) => ({
    heading: `${capital(attackerName(attacker))}, ${situation}`,
  }));

/** Rows of each defence, by strength, below one without a defence. */
function byDefence(
  { evaluations }: DefenceRecords,
  undefended: readonly string[],
  cells: (evaluation: DefenceEvaluation) => readonly string[],
) {
  const names = [...new Set(evaluations.map(({ defence }) => defence))];
  return [
    { rows: [['none', ...undefended]] },
    ...names.map((name) => ({
      heading: labelOf(name),
      rows: evaluations
        .filter(({ defence }) => defence === name)
        .map((evaluation) => [String(evaluation.strength), ...cells(evaluation)]),
    })),
  ];
}

export function verdictTable(records: DefenceRecords): Html {
  const { attackers } = records.spec;
  const each = attackers.length > 1 ? attackers : [];
  return groupedTable({
    label: 'Verdicts',
    title: 'Verdicts',
    note: 'Computed from the intervals below: a difference counts only where they do not overlap. Against the strongest attacker, and against each by itself.',
    columns: [
      { heading: 'Strength' },
      { heading: 'Strongest attacker', text: true },
      ...each.map((attacker) => ({ heading: capital(attackerName(attacker)), text: true })),
    ],
    groups: byDefence(records, [], ({ verdict, verdicts }) => [
      verdictWords(verdict),
      ...each.map((attacker) => verdictWords(verdicts.find((own) => own.attacker === attacker)!.verdict)),
    ]).slice(1),
  });
}

export function aucTable(records: DefenceRecords): Html {
  const { undefended, spec } = records;
  return groupedTable({
    label: 'AUC',
    title: 'AUC',
    note:
      `How well attackers tell people apart: 0.5 is guessing, 1 is certainty; intervals of ${percent(spec.level)}. Oblivious attackers were trained on people ` +
      'without a defence, retrained ones on people who use it. Below 0.5 the defence turns the guess around: an attacker who knows of it reads it the other way (1 − AUC).',
    columns: [{ heading: 'Strength' }, ...headsOf(spec.attackers)],
    groups: byDefence(records, cellsOf(undefended.attacks, spec.attackers, 'auc'), ({ attacks }) =>
      cellsOf(attacks, spec.attackers, 'auc'),
    ),
  });
}

export function accuracyTable(records: DefenceRecords, figure: 'accuracy' | 'balancedAccuracy'): Html {
  const { undefended, spec, data } = records;
  const { label, share } = largestGroup(data.labels);
  const guessed = figure === 'accuracy' ? share : 1 / data.labels.length;
  const title = figure === 'accuracy' ? 'Accuracy' : 'Balanced accuracy';
  return groupedTable({
    label: title,
    title,
    note:
      figure === 'accuracy'
        ? `Share of people whose group is named correctly. Largest group: how often naming “${label}” for everybody is right.`
        : 'Mean over the groups of the share that is named correctly. Largest group: what naming the same group for everybody gets, one over the number of groups.',
    columns: [{ heading: 'Strength' }, { heading: 'Largest group' }, ...headsOf(spec.attackers)],
    groups: byDefence(
      records,
      [decimal(guessed, 3), ...cellsOf(undefended.attacks, spec.attackers, figure)],
      ({ attacks }) => [decimal(guessed, 3), ...cellsOf(attacks, spec.attackers, figure)],
    ),
  });
}

export function utilityTable(records: DefenceRecords): Html {
  const { undefended, spec } = records;
  const lists = undefended.utilities.some(({ topTen }) => topTen !== undefined);
  const cells = (utilities: typeof undefended.utilities) =>
    (['undefended', 'retrained'] as const).flatMap((recommender) => {
      const found = utilities.find((utility) => utility.recommender === recommender);
      const listed = found?.topTen === undefined ? '–' : withInterval(found.topTen, 4);
      const own = found === undefined ? ['–', '–'] : [withInterval(found.rmse, 3), withInterval(found.ndcg, 4)];
      return lists ? [...own, listed] : own;
    });
  const heads = (after: string) =>
    ['RMSE', 'NDCG@10', ...(lists ? ['Top ten'] : [])].map((heading) => ({ heading: `${heading}${after}` }));
  return groupedTable({
    label: 'What the recommender loses',
    title: 'What the recommender loses',
    note:
      `On ${setAside(spec, 'true rating')}, which the recommender was not sent: root mean squared error (smaller is better), and NDCG@10 of their ` +
      'ranking (larger is better). Item profiles from people without a defence, or from people who use it.' +
      (lists ? ' Top ten: NDCG@10 of the ten items that EASE recommends among all that were not sent.' : ''),
    columns: [{ heading: 'Strength' }, ...heads(''), ...heads(', retrained')],
    groups: byDefence(records, cells(undefended.utilities), ({ utilities }) => cells(utilities)),
  });
}

/** What is left for each group, of a recommender that learned from people without a defence. */
export function groupUtilityTable(records: DefenceRecords): Html {
  const { data, undefended } = records;
  const cells = (utilities: typeof undefended.utilities) => {
    const found = utilities.find(({ recommender }) => recommender === 'undefended');
    return data.labels.flatMap((_, group) => {
      const own = found?.byGroup[group];
      return own === undefined
        ? ['–', '–']
        : [withInterval(own.rmse, 3), own.topTen === undefined ? '–' : withInterval(own.topTen, 4)];
    });
  };
  return groupedTable({
    label: 'What each group loses',
    title: 'What each group loses',
    note: 'The same by group: root mean squared error, and NDCG@10 of ten recommended items.',
    columns: [
      { heading: 'Strength' },
      ...data.labels.flatMap(({ label }) => [{ heading: `RMSE, ${label}` }, { heading: `Top ten, ${label}` }]),
    ],
    groups: byDefence(records, cells(undefended.utilities), ({ utilities }) => cells(utilities)),
  });
}

/** Those who use a defence where others do not, and the others. */
export function adoptionTable({ evaluations }: DefenceRecords): Html | undefined {
  const rows = evaluations.flatMap((evaluation) => {
    const { defence, strength, adoption = [] } = evaluation;
    const name = `${labelOf(defence)}, ${strength}`;
    return [
      ...adoption.map(({ share, defending, others }) => ({ name, share, defending, others })),
      ...(adoption.length === 0
        ? []
        : [{ name, share: 1, defending: { people: 0, attacks: evaluation.attacks }, others: undefined }]),
    ];
  });
  if (rows.length === 0) return undefined;
  return table(
    'Where only some use it',
    'AUC of the strongest attacker who knows of the defence, about people who use it and about people who do not.',
    [
      { heading: 'Defence', cell: ({ name }) => name, text: true },
      { heading: 'Use it', cell: ({ share }) => percent(share) },
      { heading: 'About those who do', cell: ({ defending }) => withInterval(knowingAuc(defending), 3) },
      {
        heading: 'About those who do not',
        cell: ({ others }) => (others === undefined ? '–' : withInterval(knowingAuc(others), 3)),
      },
    ],
    rows,
  );
}

export function changeTable(records: DefenceRecords): Html {
  const [first] = records.evaluations;
  const epsilon = (value: number | undefined, ratings: number) =>
    value === undefined ? ['', ''] : [decimal(value, 2), decimal(value * ratings, 0)];
  return groupedTable({
    label: 'What people send',
    title: 'What people send',
    note:
      `Means over the people, who have ${counted(Math.round(first?.changes.ratings ?? Number.NaN), 'rating')} each (median ${decimal(first?.changes.medianRatings ?? Number.NaN, 0)}). ` +
      'ε: of one rating, and of all ratings of the median person, since ratings add up.',
    columns: [
      { heading: 'Strength' },
      { heading: 'Changed' },
      { heading: 'Changed, median' },
      { heading: 'Steps per change' },
      { heading: 'Added' },
      { heading: 'Withheld' },
      { heading: 'ε, rating' },
      { heading: 'ε, person' },
    ],
    groups: byDefence(records, ['0', '0', '–', '0', '0', '', ''], ({ changes, epsilon: own }) => [
      decimal(changes.changed, 1),
      decimal(changes.medianChanged, 0),
      changes.changed === 0 ? '–' : decimal(changes.stepsPerChange, 2),
      decimal(changes.added, 1),
      decimal(changes.withheld, 1),
      ...epsilon(own, changes.medianRatings),
    ]).slice(1),
  });
}

export function shuffledTable({ shuffled, spec }: DefenceRecords): Html {
  const rows = [
    { name: 'No defence', attacks: shuffled.undefended },
    ...shuffled.defended.map(({ defence, strength, attacks }) => ({
      name: `${labelOf(defence)}, ${strength}`,
      attacks,
    })),
  ];
  const figures = headsOf(spec.attackers).map(
    ({ heading }, at): Column<(typeof rows)[number]> => ({
      heading,
      cell: ({ attacks }) => cellsOf(attacks, spec.attackers, 'auc')[at]!,
    }),
  );
  return table(
    'On shuffled labels',
    'The same with the labels shuffled among the people, so that ratings say nothing about them. Whatever an attacker finds here, the defence has put there.',
    [{ heading: 'Defence', cell: ({ name }) => name, text: true }, ...figures],
    rows,
  );
}

export function peopleTable({ data }: DefenceRecords): Html {
  return table(
    'Who is in the data',
    `${counted(data.items, 'item')}. People by ${data.attribute}.`,
    [
      { heading: data.attribute, cell: ({ label }) => label, text: true },
      { heading: 'People', cell: ({ users }) => count(users) },
      { heading: 'Share', cell: ({ users }) => percent(users / data.users) },
      { heading: 'Ratings per person', cell: ({ ratings, users }) => decimal(ratings / users, 0) },
    ],
    data.labels,
  );
}
