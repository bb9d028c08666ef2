/** The tables of the page. */
import type { AttackerName, AttackFigures, DefenceEvaluation, DefenceRecords } from '../../../defence/index.ts';
import { capital, count, counted, decimal, percent, setAside, withInterval } from '../../common/format.ts';
import { largestGroup } from '../../common/lookup.ts';
import type { Html } from '../../page/html.ts';
import { type Column, table } from '../../page/tables.ts';
import { groupedTable } from '../../reproductionPage/table.ts';
import { attackOf } from './lookup.ts';
import { attackerName, labelOf, verdictWords } from './words.ts';

const SITUATIONS = ['oblivious', 'retrained'] as const;

type Figure = 'auc' | 'accuracy' | 'balancedAccuracy';

const cellsOf = (attacks: readonly AttackFigures[], attackers: readonly AttackerName[], figure: Figure) =>
  attackers.flatMap((attacker) =>
    SITUATIONS.map((situation) => {
      const found = attackOf(attacks, attacker, situation);
      return found === undefined ? '–' : withInterval(found[figure], 3);
    }),
  );

const headsOf = (attackers: readonly AttackerName[]) =>
  attackers.flatMap((attacker) =>
    SITUATIONS.map((situation) => ({ heading: `${capital(attackerName(attacker))}, ${situation}` })),
  );

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
  const cells = (utilities: typeof undefended.utilities) =>
    (['undefended', 'retrained'] as const).flatMap((recommender) => {
      const found = utilities.find((utility) => utility.recommender === recommender);
      return found === undefined ? ['–', '–'] : [withInterval(found.rmse, 3), withInterval(found.ndcg, 4)];
    });
  return groupedTable({
    label: 'What the recommender loses',
    title: 'What the recommender loses',
    note:
      `On ${setAside(spec, 'true rating')}, which were never sent: root mean squared error (smaller is better), and NDCG@10 of their ` +
      'ranking (larger is better). Item profiles from people without a defence, or from people who use it.',
    columns: [
      { heading: 'Strength' },
      { heading: 'RMSE' },
      { heading: 'NDCG@10' },
      { heading: 'RMSE, retrained' },
      { heading: 'NDCG@10, retrained' },
    ],
    groups: byDefence(records, cells(undefended.utilities), ({ utilities }) => cells(utilities)),
  });
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
