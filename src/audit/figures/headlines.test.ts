import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { emptyOutcomes, type Outcomes } from '../interviews/outcomes.ts';
import type { Figure } from '../records/finding.ts';
import { interval, resamplesOf } from '../statistics/bootstrap.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import { foldDependence, numberDependence, widened } from '../statistics/foldDependence.ts';
import { comparisonsOf } from './comparisons.ts';
import { chanceError, maxT } from './family.ts';
import { type Attacker, headlinesOf } from './headlines.ts';
import { verdictFrom } from './verdict.ts';

const PEOPLE = 120;
const types = Uint8Array.from({ length: PEOPLE }, (_, n) => n % 2);
const everyone = Uint32Array.from(types.keys());
const resamples = resamplesOf(PEOPLE, 1, 300);

/** Scores with the truth in them to some degree. */
function attacker(id: string, strength: number, seed: number, exposure: Attacker['exposure'] = 'questions'): Attacker {
  const stream = derive(seed, `attacker-${id}`);
  const scores = Float64Array.from(types, (type) => strength * type + stream.normal());
  return {
    id,
    exposure,
    people: everyone,
    logitOf: (person, type) => (type === 1 ? scores[person]! : -scores[person]!),
  };
}
const folds = types.map((_, person) => Math.floor(person / 10) % 3);
const options = { target: 'type', level: 0.95, questions: 10, labels: ['a', 'b'], folds, resamples };
/** Those with an AUC: risks of single groups have none. */
const aucsIn = (attackers: readonly Attacker[], truth = types, labels = options.labels) => {
  const { findings, ...rest } = headlinesOf(attackers, truth, { ...options, labels });
  return { ...rest, findings: findings.filter(({ auc }) => auc !== undefined) };
};
const found = (...attackers: readonly Attacker[]) => aucsIn(attackers);
/** Of everybody, the strongest first. */
const aucsOf = ({ findings }: ReturnType<typeof found>) => findings.map(({ auc }) => auc!);
const boundsOf = (headlines: ReturnType<typeof found>) => aucsOf(headlines).map(({ bounds }) => bounds!);

describe('headlines', () => {
  it('name the strongest of each kind, whatever the order', () => {
    const { findings } = found(
      attacker('weak', 0.2, 1),
      attacker('strong', 2, 1),
      attacker('some', 1, 1, 'histories'),
      attacker('most', 3, 1, 'histories'),
    );
    expect(findings.map(({ exposure, length, people, attacker: id }) => [exposure, length, people, id])).toEqual([
      ['questions', 10, PEOPLE, 'strong'],
      ['questions', 10, PEOPLE, 'weak'],
      ['histories', undefined, PEOPLE, 'most'],
      ['histories', undefined, PEOPLE, 'some'],
    ]);
    // Another audit is compared with by the strongest of each kind.
    expect(findings.map(({ replicates }) => replicates !== undefined)).toEqual([true, false, true, false]);
  });

  it('have bounds that widen with the number of attackers looked at', () => {
    const one = found(attacker('a', 1, 1));
    const many = found(...Array.from({ length: 12 }, (_, n) => attacker(n === 0 ? 'a' : `a${n}`, 1, n === 0 ? 1 : n)));
    const widthOf = ({ findings }: ReturnType<typeof found>) => {
      const { value, bounds } = findings.find(({ attacker: id }) => id === 'a')!.auc!;
      return value - bounds!.low;
    };
    expect(widthOf(many)).toBeGreaterThan(1.2 * widthOf(one));
  });

  it('show a leak that one of many finds, and p-value and bounds agree', () => {
    const quiet = Array.from({ length: 4 }, (_, n) => attacker(`q${n}`, 0, n));
    const withLeak = found(...quiet, attacker('logistic', 1.5, 9, 'histories'));
    expect(withLeak.pValue).toBeLessThan(0.025);
    expect(verdictFrom(withLeak, undefined, 0.95).leak).toBe(true);
    const without = found(...quiet);
    expect(verdictFrom(without, undefined, 0.95).leak).toBe(boundsOf(without).some(({ low }) => low > 0.5));
  });

  it('the largest of ten attackers who know nothing cries wolf in one case of forty at most', () => {
    let wolf = 0;
    for (let trial = 0; trial < 200; trial++) {
      const { pValue } = found(...Array.from({ length: 10 }, (_, n) => attacker(`${trial}-${n}`, 0, trial)));
      if (pValue <= 0.025) wolf++;
    }
    // 5 of 200 expected if scores hung on training labels; these do not, so that fewer are.
    expect(wolf).toBeLessThanOrEqual(8);
  });

  it('an attacker who is never wrong has a lower bound below 1', () => {
    const [{ value, bounds }] = aucsOf(found(attacker('sure', 1000, 1))) as [Figure];
    expect(value).toBe(1);
    expect(bounds!.low).toBeLessThan(1);
    expect(bounds!.low).toBeGreaterThan(0.93);
    expect(bounds!.high).toBe(1);
  });

  it('an attacker who gives everybody the same score is at 0.5, and takes nobody else’s bounds away', () => {
    const silent: Attacker = { ...attacker('silent', 0, 1), logitOf: () => 0 };
    const loud = attacker('loud', 1.5, 1);
    const half = { low: 0.5, high: 0.5 };
    expect(boundsOf(found(silent, loud))).toEqual([...boundsOf(found(loud)), half]);
    expect(found(silent, loud).pValue).toBe(found(loud).pValue);
    expect(boundsOf(found(silent))).toEqual([half]);
    expect(found(silent).pValue).toBe(1);
  });

  it('say what leak could have been found: the fewer people, the larger', () => {
    const { detectable } = found(attacker('a', 0, 1)).findings[0]!;
    // Two groups of 60: 1.5 sqrt(121 / (12 x 60 x 60)) with the folds' dependence, times 1.96 + 0.84 and a little more.
    expect(chanceError([60, 60])).toBeCloseTo(0.07939, 4);
    expect(detectable).toBeGreaterThan(0.5 + 2.8 * 0.07939);
    expect(detectable).toBeLessThan(0.77);
    expect(chanceError([20, 20])).toBeGreaterThan(1.6 * chanceError([60, 60]));
    expect(chanceError([30, 30, 30])).toBeCloseTo(1.5 * Math.sqrt(91 / (12 * 30 * 60)), 12);
  });
});

describe('bounds for all figures at once', () => {
  /** 401 resamples that move a figure by so many errors each. */
  const moved = (by: (b: number) => number) => ({
    value: 0.6,
    error: 0.01,
    replicates: Float64Array.from({ length: 401 }, (_, b) => 0.6 + 0.01 * by(b)),
  });
  const still = moved(() => 0);
  const [down, up] = [moved((b) => -b / 100), moved((b) => b / 100)];

  it('reach as far up as the largest fall of any figure, and as far down as the largest rise', () => {
    // A figure that was lucky in the sample falls in resamples: the truth may be that much higher, and the other way round.
    const falling = maxT([still, down], 0.95);
    expect(falling.reachHigh).toBeCloseTo(3.9, 9);
    expect(falling.reachLow).toBeCloseTo(1.96, 3);
    const rising = maxT([up, still], 0.95);
    expect(rising.reachLow).toBeCloseTo(3.9, 9);
    expect(rising.reachHigh).toBeCloseTo(1.96, 3);
    const logit = (share: number) => Math.log(share / (1 - share));
    for (const { low, high } of falling.bounds) {
      expect(logit(high) - logit(0.6)).toBeCloseTo((3.9 * 0.01) / 0.24, 9);
      expect(logit(0.6) - logit(low)).toBeCloseTo((1.96 * 0.01) / 0.24, 4);
    }
  });

  it('take the largest in each resample, not the mean of all', () => {
    const halves = [moved((b) => (b % 2 === 0 ? -3 : 0)), moved((b) => (b % 2 === 0 ? 0 : -3))];
    expect(maxT([halves[0]!], 0.95).reachHigh).toBeCloseTo(3, 9);
    // Either alone falls in half of the resamples; one of them falls in every one.
    expect(maxT([halves[0]!], 0.01).reachHigh).toBeCloseTo(3, 9);
    expect(maxT([moved((b) => (b < 150 ? -3 : 0))], 0.01).reachHigh).toBeLessThan(0.1);
    expect(maxT([moved((b) => (b < 150 ? -3 : 0)), moved((b) => (b < 150 ? 0 : -3))], 0.01).reachHigh).toBeCloseTo(
      3,
      9,
    );
  });
});

describe('more than two groups', () => {
  const five = Uint8Array.from({ length: PEOPLE }, (_, n) => n % 5);
  const labels = ['a', 'b', 'c', 'd', 'e'];
  /** Knows the people of one group for certain, and nothing else. */
  const knows = (group: number, seed = 1): Attacker => {
    const stream = derive(seed, 'one-group');
    const noise = Float64Array.from({ length: PEOPLE * 5 }, () => stream.normal());
    const logitOf = (person: number, type: number) =>
      noise[person * 5 + type]! + (type === group && five[person] === group ? 20 : 0);
    return { id: 'one', exposure: 'histories', people: everyone, logitOf };
  };
  const ofFive = (attackers: readonly Attacker[]) => aucsIn(attackers, five, labels);

  it('name the one that is told best, which their mean hides', () => {
    const { findings, pValue } = ofFive([knows(3)]);
    const [all, told] = findings;
    expect(findings).toHaveLength(2);
    expect(all!.auc!.value).toBeLessThan(0.7);
    expect(told).toMatchObject({ group: 'd', auc: { value: 1 } });
    expect(told!.auc!.bounds!.low).toBeGreaterThan(0.75);
    expect(told!.auc!.bounds!.low).toBeGreaterThan(all!.auc!.bounds!.low);
    expect(pValue).toBeLessThan(0.01);
  });

  it('widen the bounds: the group is one figure of the family more', () => {
    const alone = found(attacker('a', 1, 1));
    expect(alone.bounds).toHaveLength(1);
    expect(alone.findings.map(({ group }) => group)).toEqual([undefined]);
    expect(ofFive([knows(3)]).bounds).toHaveLength(6);
  });

  it('cry wolf in one case of twenty at most', () => {
    const wolves = Array.from({ length: 60 }, (_, n) => ofFive([knows(-1, n + 1)]).pValue <= 0.05);
    expect(wolves.filter(Boolean).length).toBeLessThanOrEqual(8);
  });
});

it('say how many people are named, of whom, and with bounds for all attackers', () => {
  const [strong, other] = [attacker('strong', 6, 1, 'histories'), attacker('weak', 0.2, 1)];
  const { findings } = headlinesOf([strong, other], types, options);
  const of = (id: string) => findings.filter(({ attacker: own }) => own === id);
  const [all, ...groups] = of('strong');
  expect(all!.named!.value).toBeGreaterThan(0.7);
  expect(all!.named!.bounds!.low).toBeLessThan(all!.named!.low);
  expect(groups.map(({ group, judged, people }) => [group, judged, people])).toEqual([
    ['a', undefined, PEOPLE],
    ['b', undefined, PEOPLE],
  ]);
  expect(of('weak')[0]!.named!.value).toBe(0);
});

describe('the verdict', () => {
  const quiet = { bounds: [{ low: 0.45, high: 0.55 }], pValue: 0.4 };
  const permutation = (pValue: number) => ({ pValue });

  it('gives four fifths of the level to the permutation test and the rest to the attackers', () => {
    expect(verdictFrom(quiet, permutation(0.04), 0.95)).toEqual({
      leak: true,
      possible: false,
      tests: [
        { name: 'attackers', pValue: 0.4, level: expect.closeTo(0.01, 9) },
        { name: 'permutation', pValue: 0.04, level: expect.closeTo(0.04, 9) },
      ],
    });
    expect(verdictFrom(quiet, permutation(0.0401), 0.95).leak).toBe(false);
    expect(verdictFrom({ ...quiet, pValue: 0.01 }, permutation(0.9), 0.95).leak).toBe(true);
    expect(verdictFrom({ ...quiet, pValue: 0.0101 }, permutation(0.9), 0.95).leak).toBe(false);
  });

  it('gives all of it to the attackers where there is no permutation test', () => {
    expect(verdictFrom({ ...quiet, pValue: 0.05 }, undefined, 0.95).leak).toBe(true);
    expect(verdictFrom({ ...quiet, pValue: 0.0501 }, undefined, 0.95).leak).toBe(false);
    expect(verdictFrom({ ...quiet, pValue: 0.05 }, undefined, 0.99).leak).toBe(false);
  });

  it('is possible where bounds exclude guessing and no test rejects', () => {
    const bounded = {
      bounds: [
        { low: 0.45, high: 0.6 },
        { low: 0.501, high: 0.6 },
      ],
      pValue: 0.02,
    };
    expect(verdictFrom(bounded, permutation(0.2), 0.95)).toMatchObject({ leak: false, possible: true });
    expect(verdictFrom(bounded, permutation(0.01), 0.95)).toMatchObject({ leak: true, possible: false });
    expect(verdictFrom(quiet, permutation(0.2), 0.95)).toMatchObject({ leak: false, possible: false });
  });
});

describe('the folds’ dependence', () => {
  it('is largest without a leak, adds nothing at certainty, and is the same on either side of 0.5', () => {
    expect(foldDependence(0.5)).toBeCloseTo(1.5, 12);
    expect(foldDependence(1)).toBe(1);
    expect(foldDependence(0)).toBe(1);
    expect(foldDependence(0.875)).toBeCloseTo(Math.sqrt(1.625), 12);
    expect(foldDependence(0.125)).toBeCloseTo(Math.sqrt(1.625), 12);
    expect(numberDependence(-0.1)).toBeCloseTo(1.5, 12);
    expect(numberDependence(1)).toBe(1);
    const [low, middle, high] = widened(0.875, Float64Array.of(0.8, 0.875, 1));
    expect(low).toBeCloseTo(0.875 - 0.075 * Math.sqrt(1.625), 12);
    expect([middle, high]).toEqual([0.875, 1]);
  });

  it('the middle of replicates is what the level says on both sides', () => {
    const replicates = Float64Array.from({ length: 1001 }, (_, n) => n);
    expect(interval(500, replicates, 0.9)).toEqual({ value: 500, low: 50, high: 950 });
  });
});

describe('comparisons', () => {
  const spec = { attribute: 'type', compareAt: [1, 2, 5], maxQuestions: 5, level: 0.95, minGroup: 20 };
  const shape = { types: 2, maxQuestions: 5, ratingErrorEvery: 5 };

  /** Everybody up to `reach` answers all; the score after q questions grows with q. */
  function outcomesOf(strength: number, seed: number, reach = PEOPLE): Outcomes {
    const made = emptyOutcomes(PEOPLE, shape);
    const stream = derive(seed, 'compared');
    for (let person = 0; person < PEOPLE; person++) {
      made.lengths[person] = person < reach ? 5 : 1;
      for (let question = 0; question <= made.lengths[person]!; question++) {
        const score = strength * question * types[person]! + stream.normal();
        made.logits.set([-score, score], (person * 6 + question) * 2);
      }
    }
    return made;
  }

  it('are made on the people whom both could ask', () => {
    const all = new Map([
      ['a', outcomesOf(0.5, 1)],
      ['b', outcomesOf(0.5, 2, 70)],
    ]);
    const compared = comparisonsOf(all, types, 2, resamples, spec);
    expect(compared.map(({ length, people }) => [length, people])).toEqual([
      [1, PEOPLE],
      [2, 70],
      [5, 70],
    ]);
    // The same figures when the first contender could not ask the others either.
    const cut = new Map([
      ['a', outcomesOf(0.5, 1, 70)],
      ['b', outcomesOf(0.5, 2, 70)],
    ]);
    const { difference } = comparisonsOf(cut, types, 2, resamples, spec)[1]!;
    expect(difference.high - difference.low).toBeGreaterThan(0.05);
  });

  it('leave out what too few people could be asked', () => {
    const all = new Map([
      ['a', outcomesOf(0.5, 1)],
      ['b', outcomesOf(0.5, 2, 15)],
    ]);
    expect(comparisonsOf(all, types, 2, resamples, spec).map(({ length }) => length)).toEqual([1]);
  });

  it('have p-values that are corrected for their number', () => {
    const two = new Map([
      ['a', outcomesOf(0.15, 1)],
      ['b', outcomesOf(0, 2)],
    ]);
    const [alone] = comparisonsOf(two, types, 2, resamples, { ...spec, compareAt: [5] });
    const more = new Map([...two, ['c', outcomesOf(0.15, 3)], ['d', outcomesOf(0.15, 4)]]);
    const among = comparisonsOf(more, types, 2, resamples, { ...spec, compareAt: [5] });
    expect(among.map(({ second }) => second)).toEqual(['b', 'c', 'd']);
    // The smallest of three is multiplied by three.
    expect(alone!.pValue).toBeGreaterThan(0);
    expect(alone!.pValue).toBeLessThan(0.3);
    expect(among[0]!.pValue).toBeCloseTo(3 * alone!.pValue, 12);
  });

  it('find a difference that is there', () => {
    const all = new Map([
      ['a', outcomesOf(1, 1)],
      ['b', outcomesOf(0, 2)],
    ]);
    const { difference, pValue } = comparisonsOf(all, types, 2, resamples, spec).at(-1)!;
    expect(difference.low).toBeGreaterThan(0.2);
    expect(pValue).toBeLessThan(0.05);
  });
});

describe('enough people', () => {
  it('means twenty, and ten of each group or as many as the audit allows', () => {
    const some = (...counts: number[]) =>
      Uint8Array.from(counts.flatMap((count, type) => new Array<number>(count).fill(type)));
    const enough = (counts: number[], minGroup = 20) => {
      const labels = some(...counts);
      return enoughPeople(Uint32Array.from(labels.keys()), labels, counts.length, minGroup);
    };
    expect(enough([10, 10])).toBe(true);
    expect(enough([9, 30])).toBe(false);
    expect(enough([9, 10])).toBe(false);
    expect(enough([9, 30], 5)).toBe(true);
    expect(enough([30, 30, 0], 2)).toBe(false);
  });
});
