/** What whoever reads an answer must know of its data, in sentences: nothing where nothing is unusual. */
import { findingText } from '../../tables/index.ts';
import { count, counted, decimal, listed } from './format.ts';
import type { AttackerNote, DataCautions } from './input.ts';

/** One text for each thing that is unusual. */
export function cautionTexts({ cautions = {}, users }: CautionedData): string[] {
  const { together, findings = [] } = cautions;
  return [
    ...(together?.copies === undefined ? [] : [copiesText(together.copies)]),
    ...(together?.column === undefined ? [] : [groupText(together.column, together.units, users)]),
    ...findings.filter(({ serious }) => serious).map(findingText),
  ];
}

/** Attackers that are in no figure, each with the reason. */
export function failedTexts({ attackerNotes = [] }: { readonly attackerNotes?: readonly AttackerNote[] }): string[] {
  return attackerNotes.flatMap((note) => (note.form === 'failed' ? [failedText(note)] : []));
}

export const failedText = ({ label, reason }: { readonly label: string; readonly reason: string }) =>
  `The attacker “${label}” could not run on these data and was left out of every figure (${reason}). It might have found more.`;

interface CautionedData {
  readonly cautions?: DataCautions;
  readonly users: number;
}

interface Grouped {
  readonly data: {
    readonly smallGroups: readonly { readonly label: string; readonly users: number; readonly merged: boolean }[];
  };
  readonly spec: { readonly minGroup: number };
}

/** Who is not in the figures. */
export function smallGroupsText({ data, spec }: Grouped): string {
  const present = data.smallGroups.filter(({ users }) => users > 0);
  if (present.length === 0) return '';
  const named = listed(present.map(({ label, users }) => `“${label}” (${counted(users, 'person', 'people')})`));
  const done = present.some(({ merged }) => merged) ? 'merged into one group' : 'left out';
  return `Groups of fewer than ${spec.minGroup} people were ${done}: ${named}. This report says nothing about these groups, and small groups often have the most to lose.`;
}

type Copies = NonNullable<NonNullable<DataCautions['together']>['copies']>;

function copiesText({ rows, expected }: Copies): string {
  const repeat = rows === 1 ? '1 row repeats' : `${count(rows)} rows repeat`;
  const chance = expected < 0.0001 ? 'less than 0.0001' : decimal(expected, 4);
  return `${repeat} another person’s answers exactly; chance would explain ${chance} of them. We kept each set of copies in one fold and counted it as one unit.`;
}

function groupText(column: string, units: number, users: number): string {
  return `People with the same “${column}” belong together: ${counted(users, 'person', 'people')} in ${counted(units, 'unit')}. We kept each unit in one fold and counted it once.`;
}
