import { expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { figuresOfView, judge, type Measured } from './surfaceFigures.ts';

const PEOPLE = 80;
const types = Uint8Array.from({ length: PEOPLE }, (_, person) => person % 2);
const measuredAt = (level: number): Measured => ({
  types,
  typeCount: 2,
  folds: Uint16Array.from(types, (_, person) => person % 4),
  resamples: resamplesOf(PEOPLE, 1, 300),
  clusters: undefined,
  level,
});

/** One attacker on one surface, who sees the group a little. */
function verdictAt(level: number, seen: number) {
  const stream = derive(3, 'surface');
  const logits = new Float32Array(2 * PEOPLE);
  for (const [person, type] of types.entries()) {
    const score = seen * type + stream.normal();
    logits.set([-score, score], 2 * person);
  }
  const view = { id: 'ratings', surface: 'ratings', seen: async () => expect.unreachable() } as const;
  const found = figuresOfView(
    { view, real: new Map([['logistic', logits]]), shuffled: [{ types, logits }] },
    measuredAt(level),
  );
  return judge([found], measuredAt(level));
}

it('the verdict is passed at the level of the audit, on the attackers who were looked at', () => {
  const { verdict, views, detectable } = verdictAt(0.95, 0.05);
  const { pValue } = verdict.tests[0]!;
  // A leak that the test shows at one level, and not at a stricter one; the bounds do not show it at either.
  expect(pValue).toBeGreaterThan(0.025);
  expect(pValue).toBeLessThan(0.05);
  expect(verdict.leak).toBe(true);
  expect(verdictAt(0.98, 0.05).verdict.leak).toBe(false);
  expect(verdictAt(0.98, 3).verdict.leak).toBe(true);
  const { auc, bounds } = views[0]!.attackers[0]!;
  expect(bounds.low).toBeLessThan(auc.value);
  expect(verdictAt(0.98, 0.05).detectable).toBeGreaterThan(detectable);
});
