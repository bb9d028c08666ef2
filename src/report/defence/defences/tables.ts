/** The tables of the page. */
import { type DefenceEvaluation, type DefenceRecords, isKnowingAttacker, usedBy } from '../../../defence/index.ts';
import { capital, count, counted, decimal, percent, setAside, withInterval } from '../../common/format.ts';
import { type Estimate, type Finding, noticed } from '../../common/input.ts';
import { bounded } from '../../common/leakShown.ts';
import { largestGroup } from '../../common/lookup.ts';
import type { Html } from '../../page/html.ts';
import { groupedTable, table } from '../../page/table.ts';
import {
  attackColumns,
  attackOf,
  attacksOn,
  knowingAuc,
  qualityOf,
  rmseOf,
  type Setting,
  strongest,
} from './lookup.ts';
import { attackerName, labelOf, verdictWords } from './words.ts';

type Cells = (setting: Setting) => readonly string[];

/** A figure of each attacker in each situation. */
const cellsOf =
  (records: DefenceRecords, figure: (attack: Finding) => Estimate | undefined, variant: Finding['variant'] = 'real') =>
  (setting: Setting) =>
    attackColumns(records).map(({ attacker, situation }) => {
      // Some attackers always learn from people who send in the same way: without a defence, from people without one.
      const same =
        attackOf(records, setting, { attacker, situation, variant }) ??
        (isKnowingAttacker(attacker) ? attackOf(records, setting, { attacker, variant }) : undefined);
      const found = same && figure(same);
      return found === undefined ? '–' : withInterval(found, 3);
    });

const headsOf = (records: DefenceRecords) =>
  attackColumns(records).map(({ attacker, situation }) => `${capital(attackerName(attacker))}, ${situation}`);

/** Rows of each defence, by strength. */
function byDefence({ evaluations }: DefenceRecords, rows: (evaluation: DefenceEvaluation) => (readonly string[])[]) {
  const names = [...new Set(evaluations.map(({ defence }) => defence))];
  return names.map((name) => {
    const own = evaluations.filter(({ defence }) => defence === name);
    return { heading: labelOf(name), rows: own.flatMap(rows) };
  });
}

/** The same below a row without a defence, and below each row others about it. */
function besideNone(
  records: DefenceRecords,
  cells: Cells,
  below: (setting: Setting) => (readonly string[])[] = () => [],
) {
  return [
    { rows: [['none', ...cells({})], ...below({})] },
    ...byDefence(records, (one) => [[String(one.strength), ...cells(one)], ...below(one)]),
  ];
}

/** One line for each defence at each strength. */
export function glanceTable(records: DefenceRecords): Html {
  const rows = [
    { setting: {}, name: 'none', verdict: '–' },
    ...records.evaluations.map((setting) => {
      const { defence, strength, verdict } = setting;
      return { setting, name: `${labelOf(defence)}, ${strength}`, verdict: verdictWords(verdict) };
    }),
  ];
  const lists = qualityOf(records, {})?.topTen !== undefined;
  return table(
    'What is left',
    `AUC of the strongest attacker who knows of the defence, with bounds that hold for all attacks at once, and what it costs: the error of predicted ratings${lists ? ', and NDCG@10 of ten recommended items' : ''}.`,
    [
      { heading: 'Defence', cell: ({ name }) => name, text: true },
      { heading: 'AUC', cell: ({ setting }) => withInterval(knowingAuc(records, setting), 3) },
      { heading: 'Error', cell: ({ setting }) => withInterval(rmseOf(records, setting), 3) },
      ...(lists
        ? [
            {
              heading: 'Top ten',
              cell: ({ setting }: (typeof rows)[number]) => withInterval(qualityOf(records, setting)!.topTen!, 4),
            },
          ]
        : []),
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
    groups: byDefence(records, ({ strength, verdict, verdicts }) => [
      [
        String(strength),
        verdictWords(verdict),
        ...each.map((attacker) => verdictWords(verdicts.find((own) => own.attacker === attacker)!.verdict)),
      ],
    ]),
  });
}

export function aucTable(records: DefenceRecords): Html {
  const { spec } = records;
  const shuffled = cellsOf(records, ({ auc }) => auc, 'shuffled');
  const controls = (setting: Setting) => {
    const cells = shuffled(setting);
    return cells.every((cell) => cell === '–') ? [] : [['shuffled labels', ...cells]];
  };
  return groupedTable({
    title: 'AUC',
    note:
      `How well attackers tell people apart: 0.5 is guessing, 1 is certainty; ${percent(spec.level)} bounds hold for all attacks at once. Oblivious attackers were trained on people ` +
      'without a defence, retrained ones on people who use it, simulating ones on copies that they made by running it themselves. Below 0.5 the defence turns the guess around: an attacker who knows of it reads it the other way (1 − AUC). ' +
      'Shuffled labels: the control of the row above, with the labels shuffled among the people, so that ratings say nothing about them. Whatever an attacker finds there, the defence has put there, or chance; its intervals are its own.',
    columns: ['Strength', ...headsOf(records)],
    groups: besideNone(
      records,
      cellsOf(records, ({ auc }) => bounded(auc!)),
      controls,
    ),
  });
}

export function accuracyTable(records: DefenceRecords, figure: 'accuracy' | 'balancedAccuracy'): Html {
  const { data } = records;
  const cells = cellsOf(records, (attack) => attack[figure]);
  const { label, share } = largestGroup(data.labels);
  const guessed = figure === 'accuracy' ? share : 1 / data.labels.length;
  const title = figure === 'accuracy' ? 'Accuracy' : 'Balanced accuracy';
  return groupedTable({
    title,
    note:
      figure === 'accuracy'
        ? `Share of people whose group is named correctly. Largest group: how often guessing “${label}” for everyone is right.`
        : 'Mean over the groups of the share that is named correctly. Largest group: what guessing one group for everyone gets, one over the number of groups.',
    columns: ['Strength', 'Largest group', ...headsOf(records)],
    groups: besideNone(records, (setting) => [decimal(guessed, 3), ...cells(setting)]),
  });
}

export function utilityTable(records: DefenceRecords): Html {
  const { spec } = records;
  const lists = qualityOf(records, {})?.topTen !== undefined;
  const cells: Cells = (setting) =>
    (['undefended', 'retrained'] as const).flatMap((situation) => {
      const found = qualityOf(records, setting, situation);
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
    groups: besideNone(records, cells),
  });
}

/** What is left for each group, of a recommender that learned from people without a defence. */
export function groupUtilityTable(records: DefenceRecords): Html {
  const { data } = records;
  const cells: Cells = (setting) =>
    data.labels.flatMap(({ label }) => {
      const own = qualityOf(records, setting, 'undefended', label);
      if (own === undefined) return ['–', '–'];
      return [withInterval(own.rmse, 3), own.topTen === undefined ? '–' : withInterval(own.topTen, 4)];
    });
  return groupedTable({
    title: 'What each group loses',
    note: 'The same by group: root mean squared error, and NDCG@10 of ten recommended items.',
    columns: ['Strength', ...data.labels.flatMap(({ label }) => [`RMSE, ${label}`, `Top ten, ${label}`])],
    groups: besideNone(records, cells),
  });
}

/** Those who use a defence where others do not, and the others. */
export function adoptionTable(records: DefenceRecords): Html[] {
  const rows = records.evaluations.flatMap((setting) => {
    const { adoption = [] } = setting;
    const name = `${labelOf(setting.defence)}, ${setting.strength}`;
    return adoption.length === 0 ? [] : [...adoption, 1].map((share) => ({ setting, name, share }));
  });
  if (rows.length === 0) return [];
  type Row = (typeof rows)[number];
  const told = ({ setting, share }: Row, part: 'defending' | 'others') =>
    withInterval(knowingAuc(records, setting, undefined, share === 1 ? undefined : usedBy(share, part)), 3);
  const adopted = table(
    'Where only some use it',
    'AUC of the strongest attacker who knows of the defence, about people who use it and about people who do not, with bounds that hold for all attacks.',
    [
      { heading: 'Defence', cell: ({ name }) => name, text: true },
      { heading: 'Use it', cell: ({ share }) => percent(share) },
      { heading: 'About those who do', cell: (row) => told(row, 'defending') },
      { heading: 'About those who do not', cell: (row) => (row.share === 1 ? '–' : told(row, 'others')) },
    ],
    rows,
  );
  return [adopted];
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
    groups: byDefence(records, ({ strength, changes, epsilon: own }) => [
      [
        String(strength),
        decimal(changes.changed, 1),
        decimal(changes.medianChanged, 0),
        changes.changed === 0 ? '–' : decimal(changes.stepsPerChange, 2),
        decimal(changes.added, 1),
        decimal(changes.withheld, 1),
        ...epsilon(own, changes.medianRatings),
      ],
    ]),
  });
}

/** With more than two groups: each of them, told by whoever knows of the defence. Two groups have nothing to add. */
export function groupTable(records: DefenceRecords): Html[] {
  const { data } = records;
  if (!attacksOn(records, {}).some(({ group }) => group !== undefined)) return [];
  const cells: Cells = (setting) =>
    data.labels.map(({ label }) => {
      const found = attacksOn(records, setting).filter(({ group }) => group === label);
      return withInterval(strongest(found.map(noticed)), 3);
    });
  const byGroup = groupedTable({
    title: 'Group by group',
    note: 'AUC of each group against the rest, by the strongest attacker who knows of the defence, with the same bounds: a mean over groups hides one that is told with certainty.',
    columns: ['Strength', ...data.labels.map(({ label }) => label)],
    groups: besideNone(records, cells),
  });
  return [byGroup];
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
