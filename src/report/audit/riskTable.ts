/** Whom the strongest attackers name: everybody and each group, with 90% and with 99% certainty. */
import { count, counted, listed, percent, percentWithInterval } from '../common/format.ts';
import { type AuditRecords, type Estimate, type Finding, findingsWith, type With } from '../common/input.ts';
import { headlineQuestions, labelOf, nameOf } from '../common/lookup.ts';
import { type Html, html } from '../page/html.ts';
import { table } from '../page/table.ts';

type Named = With<'named'>;

/** None of records that do not count named people. */
export function riskTable(records: AuditRecords): Html[] {
  const { findings } = records;
  const groups = findingsWith(findings, 'named', { variant: 'real' }).filter(({ group }) => group !== undefined);
  const rows = groups.flatMap((row, at): Named[] => {
    const before = groups[at - 1];
    if (before !== undefined && samePlace(before, row)) return [row];
    const everybody = findingsWith(findings, 'named', { variant: 'real', group: undefined }).filter((one) =>
      samePlace(one, row),
    );
    return [...everybody, row];
  });
  if (rows.length === 0) return [];
  const share = (estimate: Estimate | undefined) => (estimate === undefined ? '–' : percentWithInterval(estimate));
  const found = rows.some(({ foundAt1 }) => foundAt1 !== undefined);
  return [
    table(
      'People who are named',
      'Named: people of whom the attacker is at least 90% (99%) certain, as a share of everybody; right: how often it is right about them. In a large group it has to be surer. ' +
        `Of a group: named as one of it.${found ? ' Found at 1%: share of the group that is found where 1% of the others are taken for it, too.' : ''} ${controlsText(records, rows)}`,
      [
        { heading: 'Where', cell: whereOf, text: true },
        { heading: 'Attacker', cell: (row) => labelOf(records, row), text: true },
        { heading: 'Group', cell: ({ group }) => group ?? 'everybody', text: true },
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

/** How many questions it takes until people are named; nothing of records that do not say. */
export function untilNamed(records: AuditRecords): Html[] {
  const curve = records.untilNamed?.find(({ confidence }) => confidence === 0.9);
  if (curve === undefined) return [];
  const { attacker, reached, right } = curve;
  const [last, most] = [reached.length - 1, reached.at(-1)!];
  const who = `Asked by ${nameOf(records, attacker)}`;
  if (most === 0) return [html`<p>${who}, nobody is named with 90% certainty within ${counted(last, 'question')}.</p>`];
  const questions = headlineQuestions(records);
  const half = reached.findIndex((share) => share >= most / 2);
  return [
    html`<p>${`${who}, ${percent(reached[questions] ?? most)} of the people are named with 90% certainty within ${counted(questions, 'question')} and ${percent(most)} within ${count(last)}, ${percent(right)} of them correctly. Half of those who are named are named within ${counted(half, 'question')}.`}</p>`,
  ];
}

const samePlace = (one: Finding, other: Finding) =>
  one.exposure === other.exposure && one.length === other.length && one.attacker === other.attacker;

function whereOf({ exposure, length }: Finding): string {
  if (exposure === 'histories') return 'whole histories';
  return `${counted(length!, 'question')}${exposure === 'openQuestions' ? ' about anything' : ''}`;
}

/** How many are named where there is nothing to find, by the same attackers. */
function controlsText({ findings }: AuditRecords, rows: readonly Named[]): string {
  const controls = findingsWith(findings, 'named', { variant: 'shuffled' });
  const texts = rows.flatMap((row) => {
    const control = row.group === undefined && controls.find((one) => samePlace(one, row));
    return control
      ? [`${count(control.named.value * control.people)} of ${count(control.people)} (${whereOf(row)})`]
      : [];
  });
  return texts.length === 0 ? '' : `With the labels shuffled, they name ${listed(texts)}.`;
}
