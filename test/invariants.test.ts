/** Results that contradict themselves end the work, where a wrong figure would otherwise go on its way. */
import { expect, it } from 'vitest';
import { presentAudit } from '../service/src/store/tables/auditWork.ts';
import { newKey, sealJson } from '../service/src/store/tables/sealed.ts';
import { weightedAuc } from '../src/audit/statistics/auc.ts';
import { interval } from '../src/audit/statistics/bootstrap.ts';
import { requireShares } from '../src/maths/index.ts';
import { failure } from './support/failure.ts';

const BROKEN = /^INVARIANT_BROKEN: a result contradicts itself: /;

it('probabilities sum to one', () => {
  expect([...requireShares(Float64Array.of(0.25, 0.75))]).toEqual([0.25, 0.75]);
  expect(failure(() => requireShares(Float64Array.of(0.25, 0.7)))).toMatch(BROKEN);
});

it('an AUC is a share', () => {
  const ranking = { below: Uint32Array.of(1), notAbove: Uint32Array.of(1), room: new Float64Array(2) };
  const people = { positives: Uint32Array.of(0), negatives: Uint32Array.of(1) };
  expect(weightedAuc({ ...people, ...ranking }, [1, 1])).toBe(1);
  // More wins than there are negatives.
  const wrong = { ...ranking, room: Float64Array.of(0, 0, 9), below: Uint32Array.of(2), notAbove: Uint32Array.of(2) };
  expect(failure(() => weightedAuc({ ...people, ...wrong }, [1, 1]))).toMatch(BROKEN);
});

it('an interval does not end before it begins', () => {
  expect(interval(2, [1, 2, 3], 0.5)).toMatchObject({ low: 2, high: 3 });
  expect(failure(() => interval(2, [1, 2, 3], -1))).toMatch(BROKEN);
});

it('no more of an audit is done than there is', () => {
  const key = newKey();
  const row = {
    ...{ id: 'a', number: 1, createdAt: new Date(0), state: 'running' as const, problem: null, losses: 0 },
    ...{ cancelRequested: false, finishedAt: null, key, request: sealJson(key, {}) },
  };
  expect(presentAudit({ ...row, done: 3, total: 3 }).progress).toEqual({ done: 3, total: 3 });
  expect(failure(() => presentAudit({ ...row, done: 4, total: 3 }))).toMatch(BROKEN);
});
