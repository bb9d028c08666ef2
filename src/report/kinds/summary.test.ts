/** What the terminal says is what the page says. */

import { expect, it } from 'vitest';
import { withFindings } from '../../../test/support/findings.ts';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { answerOf } from '../audit/answer.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import { reportOf } from './reportOf.ts';

const records = sampleRecords();
const linesOf = (one: AnyRecords) => reportOf(one).summary();
/** The lines of a table: its note, heads and rows. */
const tableOf = (one: AnyRecords, title: string) => {
  const lines = linesOf(one);
  const at = lines.indexOf(title);
  return at < 0 ? [] : lines.slice(at + 1, [...lines, ''].indexOf('', at));
};

it('begins with the question, the data and the answer, in plain text', () => {
  const [heading, about, ...lines] = linesOf(records);
  expect(heading).toBe('What do rating questions give away about gender?');
  expect(about).toBe('invented sample (no audit was run) · 6,040 people · 1,000,209 ratings');
  const { verdict, found, meaning, behind } = answerOf(records);
  for (const text of [verdict, found, meaning, behind]) expect(lines).toContain(text);
  const hostile = { ...records, data: { ...records.data, attribute: '<b> & "x"' } };
  expect(linesOf(hostile).join('\n')).toContain('leak of <b> & "x".');
});

it('shows questions only as far as enough people could be asked', () => {
  const short = withFindings(records, (one) => (one.length !== undefined && one.length > 20 ? undefined : one));
  const columns = (one: AnyRecords) => tableOf(one, 'AUC by number of questions')[1]!.match(/\d+(?= question)/g);
  expect(columns(short)).toEqual(['0', '1', '5', '10', '20']);
  expect(columns(records)).toEqual(['0', '1', '5', '10', '20', '50', '100']);
});

it('says what the recommender gains over item means, where that was measured', () => {
  const rows = tableOf(records, 'RMSE by number of questions');
  expect(rows[2]).toMatch(/^Exact \(IncFBC\) +0\.987 \[0\.981, 0\.993\]/);
  expect(rows.at(-1)).toMatch(/^Item means +0\.986 \[0\.980, 0\.992\]/);
  const unmeasured = withFindings(records, (one) => (one.rmse === undefined ? one : undefined));
  expect(tableOf(unmeasured, 'RMSE by number of questions')).toEqual([]);
});

it('accuracy stands beside the share of the largest group', () => {
  const rows = tableOf(records, 'From everything a person ever rated');
  expect(rows[0]).toContain('how often guessing “M” for everyone is right');
  expect(rows[2]).toMatch(
    /^Factor model +0\.853 \[0\.842, 0\.864\] +0\.497 \[0\.481, 0\.513\].* +79% \[78, 80\] +72%$/,
  );
  expect(rows[3]).toMatch(/^Logistic regression .* – /);
});

it.each([
  ['an audit', records],
  ['a recommender', sampleModelRecords()],
])('%s: who was left out', (_, one) => {
  const linesWith = (merged: boolean) =>
    linesOf({ ...one, data: { ...one.data, smallGroups: [{ label: 'X', users: 12, merged }] } } as AnyRecords).join(
      '\n',
    );
  expect(linesWith(false)).toMatch(/Groups of fewer than \d+ people were left out: “X” \(12 people\)\./);
  expect(linesWith(true)).toMatch(/Groups of fewer than \d+ people were merged into one group: “X” \(12 people\)\./);
});

it('a leak matrix: who was left out for which attribute, and which groups are too small', () => {
  const { data, ...rest } = sampleLeakRecords();
  const leftOutBy = [
    { attribute: 'gender', withoutValue: 7, smallGroups: [], minGroup: 20 },
    { attribute: 'age', withoutValue: 0, smallGroups: [{ label: '60 or more', users: 11 }], minGroup: 20 },
  ];
  const dropped = [{ reason: 'fewer than 5 ratings', users: 3, items: 0 }];
  const [note] = tableOf({ ...rest, data: { ...data, leftOut: 18, leftOutBy, dropped } }, 'Who is in the data');
  expect(note).toContain(
    'Left out: 18 people (gender is not known of 7, age “60 or more” has 11, fewer than 20); 3: fewer than 5 ratings.',
  );
});

it('defences: the leak without one, what each is worth, and how large a leak could have hidden', () => {
  const lines = linesOf(sampleDefenceRecords());
  expect(lines[3]).toBe('A strong leak of gender, and Withholding hides it.');
  expect(lines.join('\n')).toMatch(
    /\nA strong leak of gender without a defence: the strongest attacker reaches an AUC of 0\.84 /,
  );
  expect(lines.join('\n')).toMatch(
    /\n- Decoys \(greedy\), 0\.1: 0\.99 .* Verdict: reveals more than no defence, to an attacker who knows of it\. The cost: .*0\.90 \[0\.89, 0\.91\]\.\n/,
  );
  expect(lines.join('\n')).toMatch(/hides it, no leak was shown\. With this many people, we would have found/);
});
