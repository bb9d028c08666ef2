import { expect, it } from 'vitest';
import { emptyOutcomes } from '../interviews/outcomes.ts';
import { auditSpec } from '../spec/spec.ts';
import { confidenceCurves } from './summaries.ts';

const logit = (share: number) => Math.log(share / (1 - share));
/** After 0, 1, 2 and 3 questions, the probability of the second type; shorter where a person has fewer answers. */
const people = [
  { type: 1, stated: [0.95, 0.6, 0.85, 0.1] },
  { type: 0, stated: [0.5, 0.15, 0.9, 0.9] },
  { type: 0, stated: [0.5, 0.6, 0.7, 0.95] },
  { type: 1, stated: [0.5, 0.75, 0.7] },
  { type: 0, stated: [0.5] },
];
const types = Uint8Array.from(people, ({ type }) => type);
const spec = auditSpec({ attribute: 'type', maxQuestions: 3, confidences: [0.8, 0.99] });
const outcomes = emptyOutcomes(people.length, { ...spec, types: 2 });
for (const [person, { stated }] of people.entries()) {
  outcomes.lengths[person] = stated.length - 1;
  for (const [question, share] of stated.entries()) {
    outcomes.logits.set([-logit(share), logit(share)], (person * 4 + question) * 2);
  }
}

it('counts each person once, from the first answer on that makes either type so probable', () => {
  const [curve] = confidenceCurves('a', outcomes, types, 2, spec);
  // Person 0 after two, person 1 after one (of the first type), person 2 after three and wrongly; the others never.
  expect(curve).toEqual({ attacker: 'a', confidence: 0.8, reached: [0, 1 / 5, 2 / 5, 3 / 5], right: 2 / 3 });
});

it('where nobody gets there, nothing is said about being right', () => {
  const [, curve] = confidenceCurves('a', outcomes, types, 2, spec);
  expect(curve).toEqual({ attacker: 'a', confidence: 0.99, reached: [0, 0, 0, 0], right: Number.NaN });
});

it('a probability has to be above the confidence, not at it', () => {
  outcomes.logits.set([0, 0], (4 * 4 + 1) * 2);
  const [curve] = confidenceCurves('a', { ...outcomes, lengths: Uint32Array.of(0, 0, 0, 0, 1) }, types, 2, {
    ...spec,
    confidences: [0.5],
  });
  expect(curve!.reached).toEqual([0, 0, 0, 0]);
});
