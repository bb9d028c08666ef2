/** An attacker that was left out, or took a shorter way, is never passed over in silence. */
import { expect, it } from 'vitest';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { answerOf, answerText } from './answer.ts';

const one = { classifier: 'stack', label: 'Stack', people: 60_000 } as const;

it('says who was left out, and why', () => {
  const { behind } = answerOf({ ...sampleRecords(), costNotes: [{ ...one, form: 'leftOut', limit: 50_000 }] });
  expect(behind).toContain(
    'One attacker on whole histories was left out because of its cost: “Stack” is for up to 50,000 training people, and there are 60,000. It may find more.',
  );
});

it('says who compared people with landmarks', () => {
  const costNotes = [{ ...one, form: 'landmarks', limit: 8000, landmarks: 2000 }] as const;
  expect(answerText({ ...sampleRecords(), costNotes })).toContain(
    'Beyond 8,000 training people (here 60,000), the attacker “Stack” compares everybody with 2,000 of them instead of with all',
  );
});

it('says nothing where all ran in full', () => {
  expect(answerText(sampleRecords())).not.toContain('training people');
});
