import { describe, expect, it } from 'vitest';
import { derive, type Executor, inlineExecutor, normalQuantile } from '../../maths/index.ts';
import { emptyOutcomes } from '../interviews/outcomes.ts';
import type { PointFigures, With } from '../records/finding.ts';
import { rank, weightedAuc } from '../statistics/auc.ts';
import { aucEstimate, aucInterval, certaintyError } from '../statistics/aucInterval.ts';
import { resampleWeights } from '../statistics/bootstrap.ts';
import { foldDependence } from '../statistics/foldDependence.ts';
import { wilsonInterval } from '../statistics/shareInterval.ts';
import type { CurveSetting } from './curvePoints.ts';
import { COHORTS, type CurveOutcome, curvesOf } from './curveTask.ts';
import type { GroupRun } from './groupPoints.ts';

const PEOPLE = 90;
const QUESTIONS = 4;
const SPREAD = 2;
const Z90 = normalQuantile(0.95);

/** Person n answers n % 3 + 2 questions; scores hang on the type a little. */
function run(seed: number, lengthOf = (person: number) => (person % 3) + 2): GroupRun {
  const stream = derive(seed, 'curve');
  const types = Uint8Array.from({ length: PEOPLE }, (_, n) => (Math.floor(n / 3) + seed) % 2);
  const outcomes = emptyOutcomes(PEOPLE, { types: 2, maxQuestions: QUESTIONS, ratingErrorEvery: QUESTIONS });
  for (let person = 0; person < PEOPLE; person++) {
    outcomes.lengths[person] = lengthOf(person);
    for (let question = 0; question <= outcomes.lengths[person]!; question++) {
      const score = question * types[person]! + SPREAD * stream.normal();
      outcomes.logits.set([-score, score], (person * (QUESTIONS + 1) + question) * 2);
    }
  }
  return { outcomes, types };
}
type Point = PointFigures & Pick<With<'auc' | 'accuracy'>, 'auc' | 'accuracy'>;
type Curve = Omit<CurveOutcome, 'points'> & { readonly points: readonly Point[] };
const curveOf = async ({
  runs = [run(1)],
  cohort = 'survivors',
  ...changes
}: Partial<CurveSetting & { runs: GroupRun[] }>) => {
  const setting = { maxQuestions: QUESTIONS, resamples: 80, level: 0.9, seed: 5, ...changes };
  const target = { about: 'groups', runs, typeCount: 2, minGroup: 20 } as const;
  const key = { target: 'type', attacker: 'one', variant: 'real', cohort } as const;
  const [curve] = await curvesOf([{ key, target }], setting, undefined, {});
  return curve as unknown as Curve;
};

describe('curves', () => {
  it('count survivors, or those who answer to the end from the first question on', async () => {
    const survivors = await curveOf({});
    const fixed = await curveOf({ cohort: 'fixed' });
    expect(survivors.points.map(({ people }) => people)).toEqual([90, 90, 90, 60, 30]);
    expect(fixed.points.map(({ people }) => people)).toEqual([30, 30, 30, 30, 30]);
    expect(fixed.points[1]!.auc.value).not.toBe(survivors.points[1]!.auc.value);
    expect(fixed.points[4]).toEqual({ ...survivors.points[4]!, auc: expect.anything() });
  });

  it('are worked out once where everybody answers to the end, and the same for both cohorts', async () => {
    const { outcomes, types } = run(1, () => QUESTIONS);
    const target = (lengths: Uint32Array) =>
      ({ about: 'groups', runs: [{ outcomes: { ...outcomes, lengths }, types }], typeCount: 2, minGroup: 20 }) as const;
    const setting = { maxQuestions: QUESTIONS, resamples: 80, level: 0.9, seed: 5 };
    const curves = async (lengths: Uint32Array) => {
      let [tasks, done] = [0, 0];
      const executor: Executor = {
        threads: 1,
        run: (task, inputs, options) => {
          tasks += inputs.length;
          return inlineExecutor.run(task, inputs, options);
        },
      };
      const own = target(lengths);
      const wanted = COHORTS.map((cohort) => {
        return { key: { target: 'type', attacker: 'one', variant: 'real', cohort } as const, target: own };
      });
      const found = await curvesOf(wanted, setting, undefined, { executor }, () => done++);
      return { found, tasks, done };
    };
    const all = await curves(outcomes.lengths);
    expect([all.tasks, all.done]).toEqual([1, 2]);
    expect(all.found.map(({ key }) => key.cohort)).toEqual(COHORTS);
    const [fixed] = await curvesOf(
      [{ key: all.found[1]!.key, target: target(outcomes.lengths) }],
      setting,
      undefined,
      {},
    );
    expect(all.found[1]).toEqual(fixed);
    const one = outcomes.lengths.slice();
    one[7] = 1;
    expect((await curves(one)).tasks).toBe(2);
  });

  it('end where a group has too few people left, however many there are in all', async () => {
    const { outcomes, types } = run(1);
    // Nobody of the second type answers more than two questions.
    const lengths = outcomes.lengths.map((length, person) => (types[person] === 1 ? Math.min(2, length) : length));
    const { points } = await curveOf({ runs: [{ outcomes: { ...outcomes, lengths }, types }] });
    expect(points.at(-1)!.length).toBe(2);
  });

  it.each([0.9, 0.6])(
    'have the interval of resampled people, widened by the folds’ dependence, at %f',
    async (level) => {
      const { outcomes, types } = run(1);
      const { auc } = (await curveOf({ level })).points[2]!;
      const ranking = rank(
        Uint32Array.from(types.keys()),
        (person) => outcomes.logits[(person * (QUESTIONS + 1) + 2) * 2 + 1]!,
        (person) => types[person] === 1,
      );
      const value = weightedAuc(ranking, new Float64Array(PEOPLE).fill(1));
      const replicates = Array.from(
        { length: 80 },
        (_, b) => value + foldDependence(value) * (weightedAuc(ranking, resampleWeights(PEOPLE, 5, b)) - value),
      );
      const expected = aucEstimate(value, replicates, level);
      expect(auc.value).toBeCloseTo(value, 12);
      expect(auc.low).toBeCloseTo(expected.low, 12);
      expect(auc.high).toBeCloseTo(expected.high, 12);
    },
  );

  it('of certain guesses have an interval, though no resample differs', async () => {
    const { outcomes, types } = run(1);
    const logits = outcomes.logits.map((_, at) => {
      const type = types[Math.floor(at / (2 * (QUESTIONS + 1)))];
      return type === at % 2 ? 5 : -5;
    });
    const { auc } = (await curveOf({ runs: [{ outcomes: { ...outcomes, logits }, types }] })).points[2]!;
    expect([auc.value, auc.high]).toEqual([1, 1]);
    expect(auc.low).toBeGreaterThan(0.9);
    expect(auc.low).toBeLessThan(0.995);
  });

  it('of an attacker who is never wrong do not claim certainty', async () => {
    const { outcomes, types } = run(1);
    const logits = outcomes.logits.map((_, at) => (at % 2 === types[Math.floor(at / (2 * (QUESTIONS + 1)))] ? 1 : -1));
    const { auc, accuracy } = (await curveOf({ runs: [{ outcomes: { ...outcomes, logits }, types }] })).points[2]!;
    expect([auc.value, auc.high, accuracy.value, accuracy.high]).toEqual([1, 1, 1, 1]);
    expect(auc.low).toBeCloseTo(aucInterval(1, certaintyError(1, [45, 45]), { low: Z90, high: Z90 }).low, 12);
    expect(auc.band!.low).toBeLessThanOrEqual(auc.low);
    expect(accuracy.low).toBeCloseTo(wilsonInterval(1, PEOPLE, 0.9).low, 12);
  });

  it('of several shuffles are the mean, and the mean varies less', async () => {
    const runs = [1, 2, 3, 4].map((seed) => run(seed));
    const each = await Promise.all(runs.map((one) => curveOf({ runs: [one] })));
    const together = await curveOf({ runs });
    const mean = each.reduce((sum, { points }) => sum + points[1]!.auc.value, 0) / 4;
    expect(together.points[1]!.auc.value).toBeCloseTo(mean, 12);
    const width = ({ points }: Curve) => points[1]!.auc.high - points[1]!.auc.low;
    expect(width(together)).toBeLessThan(0.75 * Math.min(...each.map(width)));
  });
});
