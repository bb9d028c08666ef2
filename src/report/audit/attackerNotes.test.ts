/** An attacker that was left out, or took a shorter way, is never passed over in silence. */

import { describe, expect, it } from 'vitest';
import { historyIn } from '../../../test/support/findings.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { answerOf, answerText } from './answer.ts';

const stack = { kind: 'history', id: 'stack', label: 'Stack' } as const;
const one = { ...stack, people: 60_000 };

it('says who was left out, and why', () => {
  const { behind } = answerOf({ ...sampleRecords(), attackerNotes: [{ ...one, form: 'leftOut', limit: 50_000 }] });
  expect(behind).toContain(
    'One attacker on whole histories was left out because of its cost: “Stack” is for up to 50,000 training people, and there are 60,000. It may find more.',
  );
});

it('says who compared people with landmarks', () => {
  const attackerNotes = [{ ...one, form: 'landmarks', limit: 8000, landmarks: 2000 }] as const;
  expect(answerText({ ...sampleRecords(), attackerNotes })).toContain(
    'Beyond 8,000 training people (here 60,000), the attacker “Stack” compares everyone with 2,000 of them instead of with all',
  );
});

it('says who failed, and why', () => {
  const note = { ...stack, form: 'failed', code: 'TRAINING_SINGULAR', reason: 'the system has no solution' } as const;
  expect(answerText({ ...sampleRecords(), attackerNotes: [note] })).toContain(
    'The attacker “Stack” could not run on these data and was left out of every figure (the system has no solution). It might have found more.',
  );
});

it('says who went without what tells nothing', () => {
  const note = { ...stack, form: 'withoutPresence', missing: 0, people: 200, items: 50 } as const;
  expect(answerText({ ...sampleRecords(), attackerNotes: [note] })).toContain(
    'Everyone answered everything, so which items people answered tells nothing; the attacker “Stack” went without latent factors of it.',
  );
  expect(answerText({ ...sampleRecords(), attackerNotes: [{ ...note, missing: 3 }] })).toContain(
    'Almost everyone answered everything (3 of 10,000 answers are missing), so which items people answered tells next to nothing',
  );
});

describe('the control', () => {
  const records = sampleRecords();
  const control = historyIn(records, 'factor', 'shuffled');
  const others = records.findings.filter((finding) => finding !== control);

  it('is that of the headline’s own attacker, with its own number of shuffles', () => {
    const low = { value: 0.47, low: 0.44, high: 0.49 };
    const own = { ...control, shuffles: 1, auc: low };
    const logistic = { ...control, attacker: 'logistic', auc: { value: 0.61, low: 0.6, high: 0.62 } };
    const { behind } = answerOf({ ...records, findings: [...others, logistic, own] });
    expect(behind).toContain(
      'There, Factor model reaches 0.47 [0.44, 0.49] from everything they ever rated (one shuffle). That itself is below guessing',
    );
    expect(behind).not.toContain('0.61');
  });

  it('is not told of an attacker that has none', () => {
    expect(answerOf({ ...records, findings: others }).behind).not.toContain('There,');
  });
});

it('says nothing where all ran in full', () => {
  expect(answerText(sampleRecords())).not.toContain('training people');
});
