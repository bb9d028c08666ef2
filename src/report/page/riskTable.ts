/** Whom attackers name, in every kind of report: everybody and each group, with 90% and with 99% certainty. */
import { count, listed, percentWithInterval } from '../common/format.ts';
import { type Estimate, type Finding, findingsWith, type With } from '../common/input.ts';
import { folded, type Section } from './pageDocument.ts';
import { type Table, table } from './table.ts';

type Named = With<'named'>;

/** What a place and an attacker are called there. */
interface Words {
  readonly where: (found: Finding) => string;
  readonly attacker: (found: Finding) => string;
}

/** More rows are folded away. */
const MOST_ROWS = 12;

/** A section of its own; empty where records do not count named people, and then left out. */
export function riskSection(findings: readonly Finding[], words: Words): Section {
  const tables = riskTable(findings, words);
  const content = tables.map((one) => {
    const rows = one.parts.groups.reduce((sum, { rows }) => sum + rows.length, 0);
    return rows > MOST_ROWS ? folded('Whom attackers name', one) : one;
  });
  return { id: 'risk', title: 'Who is at risk', content };
}

/** None of records that do not count named people. */
export function riskTable(findings: readonly Finding[], { where, attacker }: Words): Table[] {
  const all = findingsWith(findings, 'named', { variant: 'real' });
  const groups = new Map<string, Named[]>();
  for (const row of all)
    if (row.group !== undefined) groups.set(placeOf(row), [...(groups.get(placeOf(row)) ?? []), row]);
  const rows = all.flatMap((row) => {
    const own = row.group === undefined && groups.get(placeOf(row));
    return own ? [row, ...own] : [];
  });
  if (rows.length === 0) return [];
  const share = (estimate: Estimate | undefined) => (estimate === undefined ? '–' : percentWithInterval(estimate));
  const found = rows.some(({ foundAt1 }) => foundAt1 !== undefined);
  return [
    table(
      'People who are named',
      'Named: the share of all people of whom the attacker is at least 90% (99%) certain. Right: how often it is right about them. For a large group it has to be surer. ' +
        `In the row of a group: people named as its members.${found ? ' Found at 1%: the share of the group that is found while 1% of the others are mistaken for it.' : ''} ${controlsText(findings, rows, where)}`,
      [
        { heading: 'Where', cell: where, text: true },
        { heading: 'Attacker', cell: attacker, text: true },
        { heading: 'Group', cell: ({ group }) => group ?? 'everyone', text: true },
        { heading: 'Named', cell: ({ named }) => share(named) },
        { heading: 'Right', cell: ({ namedRight }) => share(namedRight) },
        { heading: 'Named, 99%', cell: ({ named99 }) => share(named99) },
        { heading: 'Right, 99%', cell: ({ named99Right }) => share(named99Right) },
        ...(found
          ? [
              { heading: 'Found at 1%', cell: ({ foundAt1 }: Named) => share(foundAt1) },
              { heading: 'At 0.1%', cell: ({ foundAt01 }: Named) => share(foundAt01) },
            ]
          : []),
      ],
      rows,
    ),
  ];
}

/** The same for findings about the same place, whatever the group and the labels. */
function placeOf({ target, exposure, length, defence, strength, attacker, situation }: Finding): string {
  return JSON.stringify([target, exposure, length, defence, strength, attacker, situation]);
}

/** How many are named where there is nothing to find, by the same attackers. */
function controlsText(findings: readonly Finding[], rows: readonly Named[], where: Words['where']): string {
  const controls = findingsWith(findings, 'named', { variant: 'shuffled' });
  const texts = rows.flatMap((row) => {
    const control = row.group === undefined && controls.find((one) => placeOf(one) === placeOf(row));
    return control
      ? [`${count(control.named.value * control.people)} of ${count(control.people)} (${where(row)})`]
      : [];
  });
  return texts.length === 0 ? '' : `With the labels shuffled, the attackers name ${listed(texts)}.`;
}
