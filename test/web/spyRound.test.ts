/** The round against the spy: one advisor, two scores, one step per answer. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decodeModel } from '../../src/factorization/index.ts';
import { Belief } from '../../src/inference/index.ts';
import type { Answer } from '../../src/ratings/index.ts';
import type { Facts } from '../../src/web/envelope/visit/personalityFacts.ts';
import {
  adviceIn,
  afterSaying,
  budgetFor,
  defended,
  limitFor,
  type Round,
  restarted,
  scoreOf,
  startRound,
  takenBack,
} from '../../src/web/spy/round.ts';

const folder = new URL('../../models/', import.meta.url);
const facts: Facts = JSON.parse(readFileSync(new URL('personality.json', folder), 'utf8'));
const modelOf = (id: string) => decodeModel(readFileSync(new URL(`${id}.safetensors`, folder)));
const sex = modelOf('personality-sex');
const HONEST: readonly Answer[] = [5, 6, 2, 4, 5, 1, 6, 3, 4, 2];
const given = facts.statements.map(({ id }, at) => ({ item: id, answer: HONEST[at]! }));
const answers = fc.array(fc.constantFrom<Answer>(1, 2, 3, 4, 5, 6, 'skip'), { minLength: 10, maxLength: 10 });
const playing = (round: Round, said: readonly Answer[]) => said.reduce(afterSaying, round);

describe('a round against the spy', () => {
  const start = startRound({ model: sex }, given);

  it('starts from a coin toss, whatever the shares of the groups are', () => {
    const { now, surest, kept } = scoreOf(start);
    expect(now[0]).toBeCloseTo(0.5, 12);
    expect(surest).toBeCloseTo(0.5, 12);
    expect(kept).toBe(0);
  });

  it('honest answers keep everything, and silence keeps nothing and tells nothing', () => {
    expect(scoreOf(playing(start, HONEST)).kept).toBe(1);
    const silent = scoreOf(
      playing(
        start,
        HONEST.map(() => 'skip'),
      ),
    );
    expect([silent.kept, silent.surest, silent.verdict]).toEqual([0, expect.closeTo(0.5, 12), 'mute']);
  });

  it('the strongest defence stays below the limit, whatever the honest answers are', () => {
    fc.assert(
      fc.property(answers, (said) => {
        const own = given.map((one, at) => ({ ...one, answer: said[at]! }));
        const { surest } = scoreOf(defended(startRound({ model: sex }, own)));
        expect(surest).toBeLessThanOrEqual(0.6);
      }),
      { numRuns: 12 },
    );
  });

  it('the advice does not depend on the honest answer', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 0, max: 9 }), (said, questions) => {
        const own = given.map((one, at) => ({ ...one, answer: said[at]! }));
        const before = HONEST.slice(0, questions);
        const [mine, theirs] = [start, startRound({ model: sex }, own)].map((round) => playing(round, before));
        expect(adviceIn(mine!)).toEqual(adviceIn(theirs!));
      }),
      { numRuns: 8 },
    );
  });

  it('can be won: the answer nearest to the honest one that keeps below the limit', () => {
    let round = start;
    for (const { answer } of given) {
      const near = [1, 2, 3, 4, 5, 6].sort((a, b) => Math.abs(a - Number(answer)) - Math.abs(b - Number(answer)));
      const options: readonly Answer[] = [...near, 'skip'];
      round = afterSaying(round, options.find((one) => scoreOf(afterSaying(round, one)).surest < 0.6)!);
    }
    const score = scoreOf(round);
    expect(score.surest).toBeLessThan(0.6);
    expect([score.verdict, score.kept > 0.5]).toEqual(['beaten', true]);
  });

  it('one answer costs one step of the belief for the attacker and one for the ratings; taking back costs none', () => {
    const counted = vi.spyOn(Belief.prototype, 'afterAll');
    const two = playing(start, [4, 3]);
    expect(counted).toHaveBeenCalledTimes(4);
    const back = takenBack(two);
    expect(restarted(two).advisors).toEqual([start.advisors[0]]);
    expect(counted).toHaveBeenCalledTimes(4);
    expect(back.said).toEqual([4]);
    expect(back.advisors).toEqual(two.advisors.slice(0, 2));
    expect(takenBack(start)).toEqual(start);
    counted.mockRestore();
  });

  it('with more groups the limit is as far above an even guess, and the budget keeps below it', () => {
    expect(limitFor(2)).toBe(0.6);
    expect(budgetFor(2)).toBeCloseTo(1 + 0.6 * Math.log2(0.6) + 0.4 * Math.log2(0.4), 12);
    const limit = limitFor(4);
    expect(limit / ((1 - limit) / 3)).toBeCloseTo(1.5, 12);
    expect(budgetFor(4)).toBeGreaterThan(0);
  });
});
