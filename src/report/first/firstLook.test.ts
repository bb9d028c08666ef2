import { expect, it } from 'vitest';
import type { FirstLook } from '../../audit/index.ts';
import { firstLookText, leftOutBy } from './firstLook.ts';

const finding = (value: number, low: number, high: number, group?: string): FirstLook['findings'][0] => ({
  target: 'gender',
  exposure: 'histories',
  variant: 'real',
  people: 900,
  auc: { value, low, high, bounds: { low, high } },
  ...(group === undefined ? {} : { group }),
});
const look: FirstLook = {
  attribute: 'gender',
  kind: 'groups',
  groups: ['F', 'M'],
  folds: 5,
  level: 0.99,
  people: 900,
  everyone: 900,
  findings: [finding(0.8, 0.76, 0.84)],
};

it('a leak is as large as its lower end', () => {
  expect(firstLookText(look)).toBe(
    'Preliminary: logistic regression alone already finds a strong leak of gender. AUC 0.80, between 0.76 and 0.84 (99% interval; F or M; 900 people, 5 folds).',
  );
});

it('the group that is told best counts, too', () => {
  const three = {
    ...look,
    groups: ['a', 'b', 'c'],
    findings: [finding(0.52, 0.48, 0.56), finding(0.9, 0.86, 0.93, 'b')],
  } as const;
  expect(firstLookText(three)).toMatch(
    /a very strong leak of gender\. AUC 0\.52, .*; 0\.90 for "b", between 0\.86 and 0\.93 \(.* 3 groups/,
  );
  expect(leftOutBy(three).join()).toContain('single groups');
});

it('nothing found so far is no all-clear, and wrong beyond chance is a warning', () => {
  const none = firstLookText({ ...look, findings: [finding(0.52, 0.48, 0.56)] });
  expect(none).toContain('logistic regression alone has not found gender so far. This is not an all-clear');
  expect(none).not.toMatch(/no leak/);
  const wrong = firstLookText({ ...look, findings: [finding(0.4, 0.35, 0.45)] });
  expect(wrong).toContain('Treat that as a leak');
});

it('names what was left out: other attackers, tests, and people who were not drawn', () => {
  const said = leftOutBy({ ...look, everyone: 1500 }).join('\n');
  for (const words of ['Boosted trees', 'permutation test', 'could be named', '600 people who were not drawn'])
    expect(said).toContain(words);
  expect(said).not.toMatch(/Logistic regression, |median/);
  expect(leftOutBy({ ...look, kind: 'number' }).join()).toContain('on which side of the median');
  expect(leftOutBy(look).join()).not.toContain('not drawn');
});
