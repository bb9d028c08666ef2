/** What the terminal says about defences. */
import { expect, it } from 'vitest';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { defenceLines } from './defenceSummary.ts';

const records = sampleDefenceRecords();

it('begins with the data, the leak without a defence, and what each defence is worth', () => {
  const [data, , verdict, ...others] = defenceLines(records);
  expect(data).toBe('gender of 6,040 people from 1,000,209 ratings of 3,706 items');
  expect(verdict).toMatch(
    /^A strong leak of gender without a defence: the strongest attacker reaches an AUC of 0\.84 /,
  );
  expect(others).toContain('  Decoys (greedy) 0.1 reveals more to an attacker who knows of it');
});

it('names what is left and both costs of a defence that helps, and how large a leak could have hidden', () => {
  const lines = defenceLines(records);
  const cost = lines[lines.indexOf('  Withholding 0.4 hides it, also from an attacker who knows of it') + 1];
  expect(cost).toBe(
    '    left: an AUC of 0.510; costs: predicted ratings are off by 0.95 [0.94, 0.96] instead of 0.90 [0.89, 0.91]; of 155.0 ratings, a person withholds 62.0 on average',
  );
  expect(lines[lines.indexOf('  Decoys (greedy) 0.1 reveals more to an attacker who knows of it') + 1]).not.toContain(
    'costs',
  );
  expect(lines.join('\n')).toMatch(/hides it, no leak was shown\. With this many people, the smallest leak/);
});

it('explains an AUC below 0.5, and does not praise it', () => {
  const lines = defenceLines(records);
  const greedy = lines.find((line) => line.startsWith('Decoys (greedy)') && line.includes('0.180'))!;
  expect(greedy).toContain('0.180 [0.168, 0.192]*');
  expect(greedy).toContain('reveals more to an attacker who knows of it');
  expect(lines.at(-1)).toBe(
    '* Below 0.5: the defence turns the guess around. An attacker who knows of it reads it the other way: 1 − AUC, so that 0.180 becomes 0.820. That is no protection.',
  );
});

it('says nothing of it where no AUC is below 0.5', () => {
  const evaluations = records.evaluations.filter(({ defence }) => defence === 'blinding');
  expect(defenceLines({ ...records, evaluations }).join('\n')).not.toContain('Below 0.5');
});
