import { expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { figuresOfView, judge, type MeasuredPeople } from './surfaceFigures.ts';

const PEOPLE = 80;
const types = Uint8Array.from({ length: PEOPLE }, (_, person) => person % 2);
const measuredAt = (level: number): MeasuredPeople => ({
  types,
  people: Uint32Array.from(types.keys()),
  labels: ['a', 'b'],
  folds: Uint16Array.from(types, (_, person) => person % 4),
  resamples: resamplesOf(PEOPLE, 1, 300),
  clusters: undefined,
  level,
});

const view = { id: 'ratings', surface: 'ratings', seen: async () => expect.unreachable() } as const;

/** One attacker on one surface, who sees the group a little. */
function verdictAt(level: number, seen: number) {
  const stream = derive(3, 'surface');
  const logits = new Float32Array(2 * PEOPLE);
  for (const [person, type] of types.entries()) {
    const score = seen * type + stream.normal();
    logits.set([-score, score], 2 * person);
  }
  const found = figuresOfView(
    { view, real: new Map([['logistic', logits]]), shuffled: [{ types, scores: new Map([['logistic', logits]]) }] },
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

/** Scores of three groups: those of the first are told for certain, or nobody is. */
function ofThree(certain: boolean, seed: number) {
  const stream = derive(seed, 'three groups');
  const three = Uint8Array.from(types, (_, person) => person % 3);
  const logits = Float32Array.from({ length: 3 * PEOPLE }, (_, at) => {
    const told = certain && at % 3 === 0 && three[Math.floor(at / 3)] === 0;
    return stream.normal() + (told ? 20 : 0);
  });
  return { three, logits };
}

it('one group of three that is told for certain is found, named and part of the family', () => {
  const { three, logits } = ofThree(true, 1);
  const people = { ...measuredAt(0.95), types: three, labels: ['a', 'b', 'c'] };
  const scores = new Map([['logistic' as const, logits]]);
  const measuredView = { view, real: scores, shuffled: [{ types: three, scores }] };
  const { views, verdict } = judge([figuresOfView(measuredView, people)], people);
  const { auc, bounds, bestTold } = views[0]!.attackers[0]!;
  expect(bestTold).toMatchObject({ label: 'a', auc: { value: 1 } });
  expect(bestTold!.bounds.low).toBeGreaterThan(Math.max(0.75, bounds.low));
  expect(auc.value).toBeLessThan(0.8);
  expect(verdict.tests[0]!.pValue).toBeLessThan(0.01);
});

it('an attacker has the mean over the shuffles that it was run on, and no others', () => {
  const [real, first, second] = [1, 2, 3].map((seed) => {
    const stream = derive(seed, 'control');
    return Float32Array.from({ length: 2 * PEOPLE }, () => stream.normal());
  });
  const shuffled = [
    {
      types,
      scores: new Map([
        ['logistic' as const, first!],
        ['boosted' as const, second!],
      ]),
    },
    { types, scores: new Map([['logistic' as const, second!]]) },
  ];
  const both = new Map([
    ['logistic' as const, real!],
    ['boosted' as const, real!],
  ]);
  const { attackers } = figuresOfView({ view, real: both, shuffled }, measuredAt(0.95));
  const controlOf = (wanted: string) => attackers.find(({ id }) => id === wanted)!.control;
  const alone = (scores: Float32Array) => {
    const one = [{ types, scores: new Map([['logistic' as const, scores]]) }];
    return figuresOfView({ view, real: new Map([['logistic', real!]]), shuffled: one }, measuredAt(0.95)).attackers[0]!
      .control;
  };
  expect(controlOf('boosted')).toEqual(alone(second!));
  expect(controlOf('logistic').shuffles).toBe(2);
  expect(controlOf('logistic').value).toBeCloseTo((alone(first!).value + alone(second!).value) / 2, 12);
});
