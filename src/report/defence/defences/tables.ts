/** The tables of the page. */
import {
  type AttackerName,
  type AttackFigures,
  type DefenceEvaluation,
  type DefenceRecords,
  isKnowingAttacker as isKnowing,
} from '../../../defence/index.ts';
import { capital, count, counted, decimal, percent, setAside, withInterval } from '../../common/format.ts';
import { type Estimate, noticed } from '../../common/input.ts';
import { bounded } from '../../common/leakShown.ts';
import { largestGroup } from '../../common/lookup.ts';
import type { Html } from '../../page/html.ts';
import { groupedTable, table } from '../../page/table.ts';
import { attackColumns, attackOf, knowingAuc, rmseOf } from './lookup.ts';
import { attackerName, labelOf, verdictWords } from './words.ts';

const cellsOf = (
  attacks: readonly AttackFigures[],
  attackers: readonly AttackerName[],
  figure: (attack: AttackFigures) => Estimate | undefined,
) =>
  attackColumns(attackers).map(({ attacker, situation }) => {
    // Some attackers always learn from people who send in the same way: without a defence, from people without one.
    const same =
      attackOf(attacks, attacker, situation) ??
      (isKnowing(attacker) ? attacks.find(({ id }) => id === attacker) : undefined);
    const found = same && figure(same);
    return found === undefined ? '–' : withInterval(found, 3);
  });

const headsOf = (attackers: readonly AttackerName[]) =>
  attackColumns(attackers).map(({ attacker, situation }) => `${capital(attackerName(attacker))}, ${situation}`);

/** Rows of each defence, by strength, below one without a defence. */
function byDefence(
  { evaluations, undefended }: DefenceRecords,
  undefendedCells: readonly string[],
  cells: (evaluation: DefenceEvaluation) => readonly string[],
  below: (of: Pick<DefenceEvaluation, 'attacks'>) => readonly (readonly string[])[] = () => [],
) {
  const names = [...new Set(evaluations.map(({ defence }) => defence))];
  return [
    { rows: [['none', ...undefendedCells], ...below(undefended)] },
    ...names.map((name) => ({
      heading: labelOf(name),
      rows: evaluations
        .filter(({ defence }) => defence === name)
        .flatMap((evaluation) => [[String(evaluation.strength), ...cells(evaluation)], ...below(evaluation)]),
    })),
  ];
}

/** One line for each defence at each strength. */
export function glanceTable(records: DefenceRecords): Html {
  const { undefended, evaluations } = records;
  const rows = [
    { ...undefended, name: 'none', verdict: '–' },
    ...evaluations.map(({ defence, strength, verdict, ...found }) => {
      return { ...found, name: `${labelOf(defence)}, ${strength}`, verdict: verdictWords(verdict) };
    }),
  ];
  return table(
    'What is left',
    'AUC of the strongest attacker who knows of the defence, with bounds that hold for all attacks at once, and the error of predicted ratings.',
    [
      { heading: 'Defence', cell: ({ name }) => name, text: true },
      { heading: 'AUC', cell: (row) => withInterval(knowingAuc(row), 3) },
      { heading: 'Error', cell: (row) => withInterval(rmseOf(row), 3) },
      { heading: 'Verdict', cell: ({ verdict }) => verdict, text: true },
    ],
    rows,
  );
}

export function verdictTable(records: DefenceRecords): Html {
  const { attackers } = records.spec;
  const each = attackers.length > 1 ? attackers : [];
  const texts = ['Strongest attacker', ...each.map((attacker) => capital(attackerName(attacker)))];
  return groupedTable({
    title: 'Verdicts',
    note: 'Computed from the bounds below, which hold for all attacks at once: a difference counts only where they do not overlap. Against the strongest attacker, and against each by itself.',
    columns: ['Strength', ...texts],
    texts,
    groups: byDefence(records, [], ({ verdict, verdicts }) => [
      verdictWords(verdict),
      ...each.map((attacker) => verdictWords(verdicts.find((own) => own.attacker === attacker)!.verdict)),
    ]).slice(1),
  });
}

export function aucTable(records: DefenceRecords): Html {
  const { undefended, spec } = records;
  const cells = (attacks: readonly AttackFigures[]) => cellsOf(attacks, spec.attackers, bounded);
  const controls = ({ attacks }: Pick<DefenceEvaluation, 'attacks'>) =>
    attacks.some(({ control }) => control !== undefined)
      ? [['shuffled labels', ...cellsOf(attacks, spec.attackers, ({ control }) => control)]]
      : [];
  return groupedTable({
    title: 'AUC',
    note:
      `How well attackers tell people apart: 0.5 is guessing, 1 is certainty; ${percent(spec.level)} bounds hold for all attacks at once. Oblivious attackers were trained on people ` +
      'without a defence, retrained ones on people who use it. Below 0.5 the defence turns the guess around: an attacker who knows of it reads it the other way (1 − AUC). ' +
      'Shuffled labels: the control of the row above, with the labels shuffled among the people, so that ratings say nothing about them. Whatever an attacker finds there, the defence has put there, or chance; its intervals are its own.',
    columns: ['Strength', ...headsOf(spec.attackers)],
    groups: byDefence(records, cells(undefended.attacks), ({ attacks }) => cells(attacks), controls),
  });
}

export function accuracyTable(records: DefenceRecords, figure: 'accuracy' | 'balancedAccuracy'): Html {
  const { undefended, spec, data } = records;
  const own = (attack: AttackFigures) => attack[figure];
  const { label, share } = largestGroup(data.labels);
  const guessed = figure === 'accuracy' ? share : 1 / data.labels.length;
  const title = figure === 'accuracy' ? 'Accuracy' : 'Balanced accuracy';
  return groupedTable({
    title,
    note:
      figure === 'accuracy'
        ? `Share of people whose group is named correctly. Largest group: how often naming “${label}” for everybody is right.`
        : 'Mean over the groups of the share that is named correctly. Largest group: what naming the same group for everybody gets, one over the number of groups.',
    columns: ['Strength', 'Largest group', ...headsOf(spec.attackers)],
    groups: byDefence(
      records,
      [decimal(guessed, 3), ...cellsOf(undefended.attacks, spec.attackers, own)],
      ({ attacks }) => [decimal(guessed, 3), ...cellsOf(attacks, spec.attackers, own)],
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
    ['RMSE', 'NDCG@10', ...(lists ? ['Top ten'] : [])].map((heading) => `${heading}${after}`);
  return groupedTable({
    title: 'What the recommender loses',
    note:
      `On ${setAside(spec, 'true rating')}, which the recommender was not sent: root mean squared error (smaller is better), and NDCG@10 of their ` +
      'ranking (larger is better). Item profiles from people without a defence, or from people who use it.' +
      (lists ? ' Top ten: NDCG@10 of the ten items that EASE recommends among all that were not sent.' : ''),
    columns: ['Strength', ...heads(''), ...heads(', retrained')],
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
    title: 'What each group loses',
    note: 'The same by group: root mean squared error, and NDCG@10 of ten recommended items.',
    columns: ['Strength', ...data.labels.flatMap(({ label }) => [`RMSE, ${label}`, `Top ten, ${label}`])],
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
      ...(adoption.length === 0 ? [] : [{ name, share: 1, defending: evaluation, others: undefined }]),
    ];
  });
  if (rows.length === 0) return undefined;
  return table(
    'Where only some use it',
    'AUC of the strongest attacker who knows of the defence, about people who use it and about people who do not, with bounds that hold for all attacks.',
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
    title: 'What people send',
    note:
      `Means over the people, who have ${counted(Math.round(first?.changes.ratings ?? Number.NaN), 'rating')} each (median ${decimal(first?.changes.medianRatings ?? Number.NaN, 0)}). ` +
      'ε: of one rating, and of all ratings of the median person, since ratings add up.',
    columns: [
      'Strength',
      'Changed',
      'Changed, median',
      'Steps per change',
      'Added',
      'Withheld',
      'ε, rating',
      'ε, person',
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

/** With more than two groups: each of them, told by whoever knows of the defence. Two groups have nothing to add. */
export function groupTable(records: DefenceRecords): Html | undefined {
  const { data, undefended } = records;
  if (undefended.attacks[0]?.groups === undefined) return undefined;
  const cells = ({ attacks }: Pick<DefenceEvaluation, 'attacks'>) =>
    data.labels.map((_, group) => {
      const found = attacks.map(({ groups }) => bounded(noticed(groups![group]!)));
      return withInterval(
        found.reduce((best, one) => (one.value > best.value ? one : best)),
        3,
      );
    });
  return groupedTable({
    title: 'Group by group',
    note: 'AUC of each group against the rest, by the strongest attacker who knows of the defence, with the same bounds: a mean over groups hides one that is told with certainty.',
    columns: ['Strength', ...data.labels.map(({ label }) => label)],
    groups: byDefence(records, cells(undefended), cells),
  });
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
