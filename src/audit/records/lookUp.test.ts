import { expect, it } from 'vitest';
import { lookUp } from './lookUp.ts';
import type { AuditRecords } from './records.ts';

const estimate = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });
const curve = (attacker: string, variant: string, cohort: string, ...aucs: number[]) =>
  aucs.map((auc, length) => ({ exposure: 'questions', length, attacker, variant, cohort, auc: estimate(auc) }));
/** No more than is looked up. */
const records = {
  data: {
    users: 5,
    items: 7,
    ratings: 50,
    labels: [
      { label: 'f', users: 1, ratings: 30 },
      { label: 'm', users: 4, ratings: 20 },
    ],
    ratingsPerUser: [4, 6, 8, 10, 22],
  },
  findings: [
    ...curve('a', 'shuffled', 'survivors', 0.1, 0.2),
    ...curve('a', 'real', 'fixed', 0.3, 0.4),
    ...curve('a', 'real', 'survivors', 0.5, 0.6),
    ...curve('b', 'real', 'survivors', 0.7, 0.8),
    { exposure: 'histories', attacker: 'svm', variant: 'shuffled', auc: estimate(0.5), accuracy: estimate(0.55) },
    { exposure: 'histories', attacker: 'svm', variant: 'real', auc: estimate(0.8), accuracy: estimate(0.75) },
  ],
  comparisons: [
    { second: 'b', length: 1, difference: estimate(0.2) },
    { second: 'c', length: 2, difference: estimate(0.3) },
    { second: 'b', length: 2, difference: estimate(0.4) },
  ],
} as unknown as AuditRecords;

it.each([
  [{ kind: 'items' }, 7],
  [{ kind: 'users' }, 5],
  [{ kind: 'ratings' }, 50],
  [{ kind: 'users', label: 'm' }, 4],
  [{ kind: 'ratings', label: 'f' }, 30],
  [{ kind: 'userRatio', labels: ['f', 'm'] }, 1 / 4],
  [{ kind: 'ratingRatio', labels: ['f', 'm'] }, 30 / 20],
  [{ kind: 'usersBelow', ratings: 8 }, 2 / 5],
  [{ kind: 'usersBelow', ratings: 9 }, 3 / 5],
] as const)('%j is a number without an interval', (finding, value) => {
  expect(lookUp(records, finding)).toEqual({ value, low: value, high: value });
});

it.each([
  [{ kind: 'aucAt', contender: 'a', questions: 1 }, 0.6],
  [{ kind: 'aucAt', contender: 'b', questions: 0 }, 0.7],
  [{ kind: 'aucLead', over: 'b', questions: 2 }, 0.4],
  [{ kind: 'auc', classifier: 'svm' }, 0.8],
  [{ kind: 'accuracy', classifier: 'svm' }, 0.75],
] as const)('%j is that of real labels, with its interval', (finding, value) => {
  expect(lookUp(records, finding)).toEqual(estimate(value));
});

it.each([
  { kind: 'users', label: 'x' },
  { kind: 'userRatio', labels: ['f', 'x'] },
  { kind: 'userRatio', labels: ['x', 'f'] },
  { kind: 'aucAt', contender: 'a', questions: 9 },
  { kind: 'aucLead', over: 'c', questions: 1 },
  { kind: 'auc', classifier: 'factor' },
] as const)('%j was not measured', (finding) => {
  expect(lookUp(records, finding)).toBeUndefined();
});
