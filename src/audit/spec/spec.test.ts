import { expect, it } from 'vitest';
import { numericAuditDefaults } from './numericSpec.ts';
import { auditDefaults } from './spec.ts';

it('tries every one of these attackers if nobody says otherwise: one that is missing can hide a leak', () => {
  expect(auditDefaults.fullHistory).toEqual(['factor', 'logistic', 'boosted', 'stack', 'multinomial']);
  expect(auditDefaults.contenders.map(({ id }) => id)).toEqual(['separation', 'maxGap', 'entropy', 'random']);
  expect(auditDefaults).toMatchObject({
    folds: 10,
    permutations: 400,
    controls: 5,
    level: 0.95,
    headlineQuestions: 10,
  });
});

it('holds a number against shuffles if nobody says otherwise', () => {
  expect(numericAuditDefaults).toMatchObject({ permutations: 400, shuffled: true, level: 0.95, folds: 10 });
});
