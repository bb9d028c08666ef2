import { expect, it } from 'vitest';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { answerText } from '../../report/index.ts';
import { summaryLines } from './auditSummary.ts';

const records = sampleRecords();

it('shows questions only as far as enough people could be asked', () => {
  const short = {
    ...records,
    curves: records.curves.map((curve) => ({ ...curve, points: curve.points.slice(0, 25) })),
  };
  const columns = (lines: readonly string[]) =>
    lines[lines.indexOf('AUC by number of questions') + 1]!.trim().split(/\s+/);
  expect(columns(summaryLines(short))).toEqual(['1', '5', '10', '20']);
  expect(columns(summaryLines(records))).toEqual(['1', '5', '10', '20', '50', '100']);
});

it('begins with the data, who was left out, and the answer', () => {
  const [data, , ...lines] = summaryLines(records);
  const answer = lines.slice(0, lines.indexOf('AUC by number of questions'));
  expect(data).toBe('gender of 6,040 people from 1,000,209 ratings of 3,706 items');
  expect(answer.filter((line) => line !== '').join(' ')).toBe(answerText(records));
  const smallGroups = [{ label: 'X', users: 4, merged: false }];
  const [, left] = summaryLines({ ...records, data: { ...records.data, smallGroups } });
  expect(left).toBe('Groups of fewer than 20 people were left out: "X" (4).');
});

it('says what was set aside, and what the recommender gains over item means', () => {
  const lines = summaryLines(records);
  const title = lines.findIndex((line) => line.startsWith('What the recommender gains'));
  expect(lines[title]).toBe(
    'What the recommender gains: RMSE of a fifth of each person’s ratings, at most 10, by number of questions',
  );
  expect(lines[title + 1]!.trim().split(/\s+/)).toEqual(['0', '10', '20', '50', '100']);
  expect(lines[title + 2]).toMatch(/^Exact \(IncFBC\) +0\.987 \[0\.981, 0\.993\]/);
  expect(lines[title + 6]).toMatch(/^item means +0\.986 \[0\.980, 0\.992\]/);
  const without = summaryLines({
    ...records,
    ratingErrors: records.ratingErrors.map((curve) => ({ ...curve, points: [] })),
  });
  expect(without.join('\n')).not.toContain('What the recommender gains');
});

it('accuracy stands beside the share of the largest group', () => {
  const lines = summaryLines(records);
  const title = lines.findIndex((line) => line.startsWith('Whole histories'));
  expect(lines[title]).toBe(
    'Whole histories: AUC, accuracy (naming the largest group, "M", for everybody: 71.7%), AUC with shuffled labels',
  );
  expect(lines[title + 1]).toMatch(
    /^Factor model +0\.853 \[0\.842, 0\.864\] {2}79\.1% \[78\.1, 80\.1\] {2}0\.497 \[0\.481, 0\.513\]$/,
  );
  expect(lines[title + 2]).toMatch(/^Logistic regression .* –$/);
});
