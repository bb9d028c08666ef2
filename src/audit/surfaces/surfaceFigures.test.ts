import { expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { attacksTask, type MeasuredPlace } from '../exposures/attackFigures.ts';
import type { Finding } from '../records/finding.ts';
import { judge } from './surfaceFigures.ts';

const PEOPLE = 80;
const types = Uint8Array.from({ length: PEOPLE }, (_, person) => person % 2);
const everybody = Uint32Array.from(types.keys());
const AB = ['a', 'b'];

interface Run {
  readonly types: Uint8Array;
  /** Of each attacker who was run on it. */
  readonly scores: Readonly<Record<string, Float32Array>>;
}

/** What was found in one view, as the audit finds it. */
async function foundIn(real: Run, shuffled: readonly Run[], level: number, labels: readonly string[] = AB) {
  const place: MeasuredPlace = {
    exposure: 'ratings',
    as: { target: 'club', exposure: 'ratings' },
    labels,
    types: real.types,
    people: everybody,
  };
  const logitsBy = (id: string, runs: readonly Run[]) =>
    runs.flatMap(({ types: own, scores }) => (scores[id] === undefined ? [] : [{ logits: scores[id], types: own }]));
  const attackers = await attacksTask.run({
    place,
    attacks: Object.keys(real.scores).map((attacker) => {
      return { attacker, real: logitsBy(attacker, [real])[0]!, shuffled: logitsBy(attacker, shuffled) };
    }),
    folds: Uint16Array.from(types, (_, person) => person % 4),
    clusters: undefined,
    resamples: 300,
    level,
    seed: 1,
  });
  return attackers.map((attack) => ({ ...attack, place }));
}

/** One attacker on one surface, who sees the group a little. */
async function verdictAt(level: number, seen: number) {
  const stream = derive(3, 'surface');
  const logits = new Float32Array(2 * PEOPLE);
  for (const [person, type] of types.entries()) {
    const score = seen * type + stream.normal();
    logits.set([-score, score], 2 * person);
  }
  const run = { types, scores: { logistic: logits } };
  return judge([await foundIn(run, [run], level)], level, undefined, true);
}

it('the verdict is passed at the level of the audit, on the attackers who were looked at', async () => {
  const { verdict, findings } = await verdictAt(0.95, 0.05);
  const { pValue } = verdict.tests[0]!;
  // A leak that the test shows at one level, and not at a stricter one; the bounds do not show it at either.
  expect(pValue).toBeGreaterThan(0.025);
  expect(pValue).toBeLessThan(0.05);
  expect(verdict.leak).toBe(true);
  expect((await verdictAt(0.98, 0.05)).verdict.leak).toBe(false);
  expect((await verdictAt(0.98, 3)).verdict.leak).toBe(true);
  // Risks of single groups have no AUC.
  const [{ auc, detectable, judged, replicates }, control] = findings.filter((one) => one.auc) as [Finding, Finding];
  expect(auc!.bounds!.low).toBeLessThan(auc!.value);
  expect([judged, replicates!.length, control.variant]).toEqual([true, 300, 'shuffled']);
  expect((await verdictAt(0.98, 0.05)).findings[0]!.detectable).toBeGreaterThan(detectable!);
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

it('one group of three that is told for certain is found, named and part of the family', async () => {
  const { three, logits } = ofThree(true, 1);
  const run = { types: three, scores: { logistic: logits } };
  const { findings, verdict } = judge([await foundIn(run, [run], 0.95, ['a', 'b', 'c'])], 0.95, undefined, true);
  const told = findings.filter(({ auc }) => auc !== undefined);
  const [all, a] = told;
  // The strongest attacker names most of the people of the group, and no others.
  const named = findings.filter(({ auc }) => auc === undefined).map((one) => one.named!.value);
  expect(named[0]).toBeCloseTo(1 / 3, 1);
  expect(named.slice(1)).toEqual([0, 0]);
  expect(told.map(({ group, variant }) => [group, variant])).toEqual([
    [undefined, 'real'],
    ['a', 'real'],
    ['b', 'real'],
    ['c', 'real'],
    [undefined, 'shuffled'],
  ]);
  expect(a!.auc!.value).toBe(1);
  expect(a!.auc!.bounds!.low).toBeGreaterThan(Math.max(0.75, all!.auc!.bounds!.low));
  expect(all!.auc!.value).toBeLessThan(0.8);
  expect(verdict.tests[0]!.pValue).toBeLessThan(0.01);
});

it('an attacker has the mean over the shuffles that it was run on, and no others', async () => {
  const [real, first, second] = [1, 2, 3].map((seed) => {
    const stream = derive(seed, 'control');
    return Float32Array.from({ length: 2 * PEOPLE }, () => stream.normal());
  });
  const shuffled: { types: Uint8Array; scores: Record<string, Float32Array> }[] = [
    { types, scores: { logistic: first!, boosted: second! } },
    { types, scores: { logistic: second! } },
  ];
  const both = { types, scores: { logistic: real!, boosted: real! } };
  const attackers = await foundIn(both, shuffled, 0.95);
  const controlOf = (wanted: string) => attackers.find(({ attacker }) => attacker === wanted)!.control!;
  const alone = async (scores: Float32Array) => {
    const runs = [{ types, scores: { logistic: scores } }];
    return (await foundIn({ types, scores: { logistic: real! } }, runs, 0.95))[0]!.control!;
  };
  expect(controlOf('boosted')).toEqual(await alone(second!));
  expect(controlOf('logistic').shuffles).toBe(2);
  const mean = ((await alone(first!)).auc!.value + (await alone(second!)).auc!.value) / 2;
  expect(controlOf('logistic').auc!.value).toBeCloseTo(mean, 12);
});
