/** The fit of the public model: fast paths against literal ones, and what shrinking does. */
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { presencePeople, presenceWorld } from '../../../test/support/presenceWorld.ts';
import { historyAt } from '../../inference/index.ts';
import { choleskyFactor, choleskySolve, derive } from '../../maths/index.ts';
import { chancesGiven, chancesOf, ownAndTarget } from './chances.ts';
import { fitPresence } from './fitPresence.ts';
import { groupVariance } from './groupVariance.ts';
import { ItemRegressions } from './itemRegressions.ts';
import { tasteOf } from './taste.ts';

describe('logistic regressions of items', () => {
  const stream = derive(3, 'regressions');
  const [people, width, groups, items] = [150, 5, 3, 6];
  const bounds = Uint32Array.of(0, 60, 110, 150);
  const features = Array.from({ length: width }, (_, k) =>
    Float64Array.from({ length: people }, () => (k === 0 ? 1 : stream.normal())),
  );
  // The last but one was rated by nobody, the last by everybody.
  const rated = Array.from({ length: items }, (_, item) =>
    Array.from({ length: people }, (_, person) => person).filter(
      () => item === items - 1 || (item < items - 2 && stream.uniform() < 0.1 + 0.15 * item),
    ),
  );
  const starts = new Uint32Array(items + 1);
  for (const [item, list] of rated.entries()) starts[item + 1] = starts[item]! + list.length;
  const regressions = new ItemRegressions({ features, bounds }, { starts, people: Uint32Array.from(rated.flat()) });

  /** Newton's method, written out over the whole design matrix. */
  function literal(item: number, ridgeOf: (k: number) => number): Float64Array {
    const size = width + groups;
    const groupOf = (person: number) => bounds.findIndex((end, g) => g > 0 && person < end) - 1;
    const design = Array.from({ length: people }, (_, person) => [
      ...features.map((feature) => feature[person]!),
      ...Array.from({ length: groups }, (_, g) => (g === groupOf(person) ? 1 : 0)),
    ]);
    const count = rated[item]!.length;
    const middle = new Float64Array(size);
    middle[0] = Math.log((count + 0.5) / (people - count + 0.5));
    const at = middle.slice();
    for (let step = 0; step < 60; step++) {
      const slope = middle.map((value, k) => ridgeOf(k) * (value - at[k]!));
      const matrix = new Float64Array(size * size);
      for (const [person, row] of design.entries()) {
        const odds = row.reduce((sum, value, k) => sum + value * at[k]!, 0);
        const chance = 1 / (1 + Math.exp(-odds));
        const left = (rated[item]!.includes(person) ? 1 : 0) - chance;
        for (let a = 0; a < size; a++) {
          slope[a] = slope[a]! + left * row[a]!;
          for (let b = 0; b < size; b++) matrix[a * size + b]! += chance * (1 - chance) * row[a]! * row[b]!;
        }
      }
      for (let k = 0; k < size; k++) matrix[k * size + k]! += ridgeOf(k);
      choleskyFactor(matrix, size);
      const move = choleskySolve(matrix, size, slope);
      const length = Math.hypot(...move);
      for (let k = 0; k < size; k++) at[k] = at[k]! + move[k]! * Math.min(1, 2 / length);
    }
    return at;
  }

  it.each([0, 1, 2, 3, 4, 5])('item %i ends where plain Newton steps over the whole design do', (item) => {
    const fitted = regressions.fit(item, { intercept: 0.1, taste: 1, group: 2 });
    const expected = literal(item, (k) => (k === 0 ? 0.1 : k < width ? 1 : 2));
    for (const [k, value] of fitted.entries()) expect(value).toBeCloseTo(expected[k]!, 3);
    // From elsewhere to the same place.
    const again = regressions.fit(item, { intercept: 0.1, taste: 1, group: 2 }, new Float64Array(8).fill(0.3));
    for (const [k, value] of again.entries()) expect(value).toBeCloseTo(expected[k]!, 2);
  });

  it('an infinite ridge holds the groups at 0', () => {
    const fitted = regressions.fit(2, { intercept: 0.1, taste: 1, group: Number.POSITIVE_INFINITY });
    const expected = literal(2, (k) => (k === 0 ? 0.1 : k < width ? 1 : 1e9));
    for (const [k, value] of fitted.entries()) expect(value).toBeCloseTo(expected[k]!, 3);
    expect([...fitted.subarray(width)]).toEqual([0, 0, 0]);
  });
});

describe('chances', () => {
  const world = presenceWorld({ people: 300, items: 40, groups: 3, gap: 0.7 }, 5);
  const model = fitPresence(presencePeople(world, 3), { directions: 4 });
  const stage = model.stages[0]!;

  it('are the formula, item by item', () => {
    const history = historyAt(world.rows, 7).indices;
    const taste = Array.from({ length: 5 }, (_, k) => {
      const raw =
        k === 4
          ? Math.log(history.length)
          : Array.from(history).reduce((sum, item) => sum + stage.basis[item * 4 + k]!, 0);
      return (raw - stage.centres[2 * 5 + k]!) / stage.scales[k]!;
    });
    for (const [k, value] of tasteOf(stage, history, 2).entries()) expect(value).toBeCloseTo(taste[k]!, 10);
    const chances = chancesOf(stage, history, 2);
    for (let g = 0; g < 3; g++) {
      for (let item = 0; item < 40; item++) {
        const odds = taste.reduce(
          (sum, value, k) => sum + value * stage.tasteEffects[item * 5 + k]!,
          stage.intercepts[item]! + stage.groupEffects[item * 3 + g]!,
        );
        expect(chances[g * 40 + item]).toBeCloseTo(1 / (1 + Math.exp(-odds)), 10);
      }
    }
  });

  it('go to the smallest over the groups, by as much as the strength', () => {
    const chances = Float64Array.of(0.1, 0.5, 0.4, 0.5, 0.7, 0.8);
    const targets = (strength: number) =>
      [...ownAndTarget(chances, 3, 1, strength).target].map((value) => Number(value.toFixed(10)));
    expect(targets(1)).toEqual([0.1, 0.5]);
    expect(targets(0.5)).toEqual([0.25, 0.5]);
    expect(targets(0)).toEqual([0.4, 0.5]);
  });

  it('are near the true ones', () => {
    let [error, spread] = [0, 0];
    for (let person = 0; person < 300; person++) {
      const group = world.groupOf[person]!;
      const fitted = chancesOf(stage, historyAt(world.rows, person).indices, group);
      const truth = world.chancesOf(person);
      for (let item = 0; item < 40; item++) {
        error += (fitted[group * 40 + item]! - truth[group * 40 + item]!) ** 2;
        spread += (truth[group * 40 + item]! - 0.35) ** 2;
      }
    }
    // Forty items say only roughly what somebody's taste is.
    expect(error / spread).toBeLessThan(0.5);
  });
});

describe('group effects', () => {
  const world = presenceWorld({ people: 500, items: 80, gap: 0.6 }, 9);
  const shuffled = derive(4, 'shuffled').shuffle([...world.groupOf]);

  it('are believed as far as groups truly differ', () => {
    const { stages } = fitPresence(presencePeople(world), { directions: 3 });
    // 0.36 was planted.
    expect(stages[0]!.groupVariance).toBeGreaterThan(0.2);
    expect(stages[0]!.groupVariance).toBeLessThan(0.55);
  });

  it('are 0 where labels were shuffled, and are noise if they are not shrunken', () => {
    const people = { ...presencePeople(world), groupOf: shuffled };
    const largest = (effects: Float32Array) => Math.max(...effects.map(Math.abs));
    expect(largest(fitPresence(people, { directions: 3 }).stages[0]!.groupEffects)).toBe(0);
    expect(largest(fitPresence(people, { directions: 3, shrink: false }).stages[0]!.groupEffects)).toBeGreaterThan(
      0.15,
    );
  });

  it('are near the true ones: drawn to 0 instead of to what taste leads one to expect, they would be off by more', () => {
    const alike = presenceWorld({ people: 400, items: 120, gap: 0.1, slope: 1.2 }, 6);
    const truth = alike.effects.map(([first, second]) => second! - first!);
    const { groupEffects } = fitPresence(presencePeople(alike), { directions: 3 }).stages[0]!;
    const gaps = truth.map((_, item) => groupEffects[2 * item + 1]! - groupEffects[2 * item]!);
    const error = gaps.reduce((sum, gap, item) => sum + (gap - truth[item]!) ** 2, 0) / truth.length;
    // 0.040; drawn to 0 it was 0.054.
    expect(error).toBeLessThan(0.045);
  });

  it('have the variance that scores with a known one have', () => {
    const stream = derive(8, 'scores');
    const informations = Array.from({ length: 4000 }, () => 5 + 40 * stream.uniform());
    const scores = (variance: number) =>
      informations.map((information) => {
        // Two groups: I = c [[1, -1], [-1, 1]], and the difference of two effects has twice the variance.
        const score =
          information * Math.sqrt(2 * variance) * stream.normal() + Math.sqrt(information) * stream.normal();
        const shuffled = Float64Array.from({ length: 5 }, () => 2 * information * stream.normal() ** 2);
        return {
          squares: 2 * score ** 2,
          shuffled,
          information: 2 * information,
          squaredInformation: 4 * information ** 2,
        };
      });
    expect(groupVariance(scores(0.1), 0)).toBeCloseTo(0.1, 1.5);
    expect(groupVariance(scores(0), 2)).toBe(0);
  });
});

describe('mean tastes of groups', () => {
  const world = presenceWorld({ people: 400, items: 60, gap: 0.6 }, 12);
  const apart = (groupOf: number[]) => {
    const { centres } = fitPresence({ ...presencePeople(world), groupOf }, { directions: 3 }).stages[0]!;
    return Math.max(...Array.from({ length: 4 }, (_, k) => Math.abs(centres[k]! - centres[4 + k]!)));
  };

  it('are the same where labels were shuffled, not only nearly, and group effects are then 0 in every shuffle', () => {
    for (let n = 0; n < 12; n++) {
      const groupOf = derive(n, 'mean-tastes').shuffle([...world.groupOf]);
      expect(apart(groupOf), `shuffle ${n}`).toBe(0);
      const { groupEffects } = fitPresence({ ...presencePeople(world), groupOf }, { directions: 3 }).stages[0]!;
      expect(Math.max(...groupEffects.map(Math.abs)), `shuffle ${n}`).toBe(0);
    }
  });

  it('differ where the groups do', () => {
    expect(apart(world.groupOf)).toBeGreaterThan(0.1);
  });
});

it('a variance is believed only far beyond chance', () => {
  // Over 100 items: an excess of 30, where chance gives 0 with a deviation of 10.
  const swing = 0.1 / Math.SQRT2;
  const score = {
    squares: 2.3,
    shuffled: Float64Array.of(2 + swing, 2 - swing),
    information: 2,
    squaredInformation: 4,
  };
  const scores = Array.from({ length: 100 }, () => score);
  expect(groupVariance(scores, 1.4)).toBeGreaterThan(0);
  // Two deviations were taken off, and ten would be left; but four are needed.
  expect(groupVariance(scores, 2)).toBe(0);
});

describe('a fit', () => {
  const world = presenceWorld({ people: 120, items: 20, gap: 0.5 }, 2);

  it('is the same again, and has one stage per pass', () => {
    const people = presencePeople(world);
    const twice = fitPresence(people, { directions: 3, passes: 2 });
    expect(twice.stages).toHaveLength(2);
    expect(fitPresence(people, { directions: 3, passes: 2 }).stages).toEqual(twice.stages);
    expect(twice.stages[0]).toEqual(fitPresence(people, { directions: 3 }).stages[0]);
    expect(chancesGiven(twice.stages[1]!, new Float64Array(4))).toHaveLength(40);
  });

  it('refuses groups that are not there, or nearly', () => {
    const people = presencePeople(world);
    expect(failure(() => fitPresence({ ...people, groupOf: world.groupOf.map(() => 2) }))).toMatch(
      /^ATTRIBUTE_INVALID: the group of person 0 is 2, and "club" has 2 groups/,
    );
    expect(failure(() => fitPresence({ ...people, groupOf: world.groupOf.map(() => 0) }))).toMatch(
      /^GROUPS_TOO_SMALL: the group "group 1" has 0 people/,
    );
    expect(failure(() => fitPresence(people, { passes: 0 }))).toMatch(/^PARAMETER_OUT_OF_RANGE: passes is 0/);
  });
});
