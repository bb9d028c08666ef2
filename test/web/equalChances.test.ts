/** Equal chances in the page: the invented films, and the round against the spy. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeModel } from '../../src/factorization/index.ts';
import { derive } from '../../src/maths/index.ts';
import type { Answer } from '../../src/ratings/index.ts';
import { FILMS, GROUPS, inventFilms, sendingOf, THIRD } from '../../src/web/chances/filmWorld.ts';
import { equalised, scoreOf, startRound } from '../../src/web/spy/round.ts';

const titles = Array.from({ length: FILMS }, (_, film) => `Film ${film}`);
const secretOf = (number: number) => new Uint8Array(32).fill(number);

describe('the invented films', () => {
  const world = inventFilms(titles, 3);

  it('tell the group without the defence, and hardly with it', () => {
    expect(world.without.auc - world.without.reach).toBeGreaterThan(0.7);
    expect(world.defended.auc + world.defended.reach).toBeLessThan(world.without.auc - world.without.reach);
    expect(world.rated).toHaveLength(THIRD);
  });

  it('a film is withheld as often as its chances say, and never where the own group rates it less often', () => {
    let [expected, withheld] = [0, 0];
    for (let person = 0; person < 60; person++) {
      const { films, beliefs } = sendingOf(world, person, secretOf(person + 1));
      const own = world.groupOf[person]!;
      for (const { chances, withholding, sent } of films) {
        expect(withholding).toBeCloseTo(1 - Math.min(...chances) / chances[own]!, 12);
        if (withholding === 0) expect(sent).toBe(true);
        expected += withholding;
        withheld += sent ? 0 : 1;
      }
      for (const belief of [beliefs.without, beliefs.defended]) {
        expect(belief).toHaveLength(GROUPS.length);
        expect(belief[0]! + belief[1]!).toBeCloseTo(1, 9);
      }
    }
    expect(expected).toBeGreaterThan(50);
    expect(Math.abs(withheld - expected)).toBeLessThan(3 * Math.sqrt(expected));
  });

  it('another secret withholds other films, and the same one the same', () => {
    const sent = (secret: number) => sendingOf(world, 0, secretOf(secret)).films.filter((film) => film.sent).length;
    expect(sendingOf(world, 0, secretOf(4))).toEqual(sendingOf(world, 0, secretOf(4)));
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map(sent)).size).toBeGreaterThan(1);
  });
});

describe('equal chances against the spy', () => {
  const model = decodeModel(readFileSync(new URL('../../models/personality-sex.safetensors', import.meta.url)));
  const ids = Array.from({ length: 3 }, (_, item) => model.items.id(item as never));
  const round = (answers: readonly Answer[]) =>
    startRound(
      { model },
      ids.map((item, at) => ({ item, answer: answers[at]! })),
    );

  it('says an answer as it is or skips it, and skips what was skipped', () => {
    const stream = derive(1, 'spy');
    for (let n = 0; n < 20; n++) {
      const { said } = equalised(round([5, 'skip', 1]), n % 2, () => stream.uniform());
      expect([5, 'skip']).toContain(said[0]);
      expect(said[1]).toBe('skip');
    }
    expect(equalised(round([5, 2, 1]), 0, () => 0).said).toEqual([5, 2, 1]);
    expect(scoreOf(equalised(round([5, 2, 1]), 0, () => 0)).kept).toBe(1);
  });

  it('each answer is kept whole by the group that gives it least, and by no other', () => {
    for (const answer of [1, 6] as const) {
      const kept = [0, 1].map((group) => equalised(round([answer, 3, 3]), group, () => 1 - 1e-9).said[0] === answer);
      expect(kept.filter(Boolean)).toHaveLength(1);
    }
  });
});
