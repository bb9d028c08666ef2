import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { type Risk, riskFigures, riskOf } from './risk.ts';

interface World {
  readonly people?: number;
  readonly shares?: readonly number[];
  /** The share of the people whose score gives their group away. */
  readonly certain: number;
  readonly seed?: number;
}

/** Scores of everybody for each group: noise, and a group that is given away for some. */
function worldOf({ people = 600, shares = [0.5, 0.5], certain, seed = 1 }: World) {
  const streams = Array.from({ length: people }, (_, person) => derive(seed, 'risk', person));
  const types = Uint8Array.from(streams, (stream) => {
    let [type, place] = [0, stream.uniform()];
    while (type < shares.length - 1 && place >= shares[type]!) place -= shares[type++]!;
    return type;
  });
  const given = Uint8Array.from(streams, (stream) => (stream.uniform() < certain ? 1 : 0));
  const noise = streams.map((stream) => shares.map(() => stream.normal()));
  const logitOf = (person: number, type: number) => {
    const own = noise[person]![type]! + (given[person] ? (types[person] === type ? 9 : -9) : 0);
    return shares.length > 2 ? own : type === 1 ? own : -own;
  };
  const folds = Uint16Array.from(types, (_, person) => person % 5);
  const labels = shares.map((_, type) => 'ABC'[type]!);
  const setting = {
    labels,
    people: Uint32Array.from(types.keys()),
    folds,
    resamples: resamplesOf(people, 1, 50),
    level: 0.95,
  };
  return { types, given, logitOf, setting };
}

const riskIn = (world: World): Risk => {
  const { types, logitOf, setting } = worldOf(world);
  return riskOf([{ types, logitOf }], setting);
};

describe('who is named', () => {
  it.each([
    ['two groups', [0.5, 0.5]],
    ['three groups', [0.4, 0.35, 0.25]],
  ])('of %s: those who are given away, and rightly', (_, shares) => {
    const world = { shares, certain: 0.4 };
    const { given } = worldOf(world);
    const { all, groups } = riskIn(world);
    const { named, namedRight } = riskFigures(all, 0.95);
    expect(named!.value).toBeCloseTo(given.reduce((sum, one) => sum + one, 0) / given.length, 1);
    expect(namedRight!.value).toBeGreaterThan(0.95);
    const ofGroups = groups.map((group) => riskFigures(group, 0.95).named!.value);
    expect(ofGroups.reduce((sum, share) => sum + share, 0)).toBeCloseTo(named!.value, 12);
    expect(Math.min(...ofGroups)).toBeGreaterThan(0.05);
  });

  it.each([
    ['equal groups', [0.5, 0.5]],
    ['a group of 98%', [0.98, 0.02]],
    ['three groups', [0.4, 0.35, 0.25]],
  ])('is nobody where nothing leaks: %s', (_, shares) => {
    for (const seed of [1, 2, 3]) {
      const { all } = riskIn({ shares, certain: 0, seed });
      const { named, namedRight } = riskFigures(all, 0.95);
      expect(named!.value).toBe(0);
      expect(named!.low).toBe(0);
      // Nobody is named, and so nobody rightly: no figure, instead of one that is not a number.
      expect(namedRight).toBeUndefined();
    }
  });

  it('is at most as many at 99% as at 90%, and nearly everybody where scores say everything', () => {
    const { named, named99 } = riskFigures(riskIn({ certain: 0.5 }).all, 0.95);
    expect(named99!.value).toBeLessThanOrEqual(named!.value);
    expect(riskFigures(riskIn({ certain: 1 }).all, 0.95).named!.value).toBeGreaterThan(0.98);
  });

  it('depends on the order of scores alone', () => {
    const { types, logitOf, setting } = worldOf({ certain: 0.3 });
    const bent = (person: number, type: number) => Math.sinh(logitOf(person, type) / 3);
    expect(riskOf([{ types, logitOf: bent }], setting)).toEqual(riskOf([{ types, logitOf }], setting));
  });

  it('of households, needs as many of them as of single people', () => {
    const { types, logitOf, setting } = worldOf({ people: 240, certain: 0.25 });
    const pairs = (many: number) => {
      const from = (person: number) => Math.floor(person / many);
      const count = many * types.length;
      const everybody = Uint32Array.from({ length: count }, (_, person) => person);
      const copies = Uint8Array.from(everybody, (person) => types[from(person)]!);
      const clusters = Uint32Array.from(everybody, from);
      const folds = Uint16Array.from(everybody, (person) => setting.folds[from(person)]!);
      return riskOf([{ types: copies, logitOf: (person, type) => logitOf(from(person), type) }], {
        ...setting,
        people: everybody,
        folds,
        clusters,
        resamples: resamplesOf(count, 1, 50, clusters),
      });
    };
    for (const [n, { named }] of pairs(8).all.named.entries()) {
      expect(named.value).toBe(pairs(1).all.named[n]!.named.value);
      expect(named.count / pairs(1).all.named[n]!.named.count).toBeLessThan(9);
    }
  });
});

describe('what is found at a rate of false alarms', () => {
  it('is the share of the group above all but that share of the others, as a count says', () => {
    const { types, logitOf, setting } = worldOf({ people: 2500, certain: 0.2 });
    const { foundAt1 } = riskFigures(riskOf([{ types, logitOf }], setting).groups[1]!, 0.95);
    const of = (type: number) => setting.people.filter((person) => types[person] === type);
    const others = Float64Array.from(of(0), (person) => logitOf(person, 1))
      .sort()
      .reverse();
    const limit = others[Math.floor(0.01 * others.length)]!;
    const above = of(1).filter((person) => logitOf(person, 1) > limit).length;
    expect(foundAt1!.value).toBeCloseTo(above / of(1).length, 12);
    expect(foundAt1!.low).toBeLessThan(foundAt1!.value);
  });

  it('is left out where the rate is fewer than ten people', () => {
    const { groups } = riskIn({ people: 1500, certain: 0.2 });
    expect(riskFigures(groups[0]!, 0.95)).not.toHaveProperty('foundAt1');
    expect(riskFigures(riskIn({ people: 2500, certain: 0.2 }).groups[0]!, 0.95)).not.toHaveProperty('foundAt01');
  });
});

describe('intervals', () => {
  it('hold the figure, have a width at 0 and 1, and are wider for several attackers at once', () => {
    const worlds = fc.record({ certain: fc.constantFrom(0, 0.3, 1), seed: fc.integer({ min: 1, max: 1000 }) });
    fc.assert(
      fc.property(worlds, (world) => {
        const risk = riskIn({ ...world, people: 200 });
        for (const figures of [risk.all, ...risk.groups].map((one) => riskFigures(one, 0.95, 9))) {
          for (const { value, low, high } of Object.values(figures)) {
            expect(0 <= low && low <= value && value <= high && high <= 1).toBe(true);
            expect(high - low).toBeGreaterThan(0.01);
          }
          expect(figures.named!.bounds!.high).toBeGreaterThan(figures.named!.high - 1e-12);
          expect(figures.named!.bounds!.low).toBeLessThanOrEqual(figures.named!.low);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('reach further up where there is too little evidence to name anybody', () => {
    // Twelve people, all of one group, far above everybody else: fewer than equal groups ask for.
    const { types, logitOf, setting } = worldOf({ people: 400, certain: 0 });
    const marked = new Set(setting.people.filter((person) => types[person] === 1).slice(0, 12));
    const outstanding = (person: number, type: number) =>
      marked.has(person) ? (type === 1 ? 9 : -9) : logitOf(person, type);
    const { named } = riskFigures(riskOf([{ types, logitOf: outstanding }], setting).all, 0.95);
    expect(named!.value).toBe(0);
    expect(named!.high).toBeGreaterThan(0.04);
  });
});

it('of several shuffles is the mean over them', () => {
  const { types, logitOf, setting } = worldOf({ certain: 0.4 });
  const nothing = { types, logitOf: () => 0 };
  const [one, both] = [riskOf([{ types, logitOf }], setting), riskOf([{ types, logitOf }, nothing], setting)];
  expect(both.all.named[0]!.named.value).toBeCloseTo(one.all.named[0]!.named.value / 2, 12);
  expect(both.all.named[0]!.right!.value).toBe(one.all.named[0]!.right!.value);
});
