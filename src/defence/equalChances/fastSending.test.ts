/** What was made fast gives what its definition gives, bit for bit. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chancesGiven } from './chances.ts';
import type { PresenceStage } from './presenceModel.ts';
import { guardedItems, scoreAtPlace } from './recommendationGuard.ts';
import { itemDigests, secretDraws } from './secretDraws.ts';

const ITEMS = 12;
const numbers = (length: number, max: number) =>
  fc.array(fc.double({ min: -max, max, noNaN: true }), { minLength: length, maxLength: length });
const stages = fc.integer({ min: 2, max: 3 }).chain((groups) =>
  fc
    .record({
      basis: numbers(2 * ITEMS, 1),
      centres: numbers(3 * groups, 1),
      intercepts: numbers(ITEMS, 2),
      groupEffects: numbers(groups * ITEMS, 2),
      tasteEffects: numbers(3 * ITEMS, 1),
    })
    .map(
      (parts): PresenceStage => ({
        basis: Float32Array.from(parts.basis),
        centres: Float64Array.from(parts.centres),
        scales: Float64Array.of(0.7, 1, 1.3),
        intercepts: Float32Array.from(parts.intercepts),
        groupEffects: Float32Array.from(parts.groupEffects),
        tasteEffects: Float32Array.from(parts.tasteEffects),
        groupVariance: 1,
      }),
    ),
);
const histories = fc.uniqueArray(fc.nat(ITEMS - 1), { minLength: 1 }).map((items) => items.sort((a, b) => a - b));

describe('withholding looks at rated items alone', () => {
  it('chances of some items are those of all', () => {
    fc.assert(
      fc.property(stages, histories, (stage, wanted) => {
        const taste = Float64Array.of(0.3, -1, 2);
        const [all, some] = [chancesGiven(stage, taste), chancesGiven(stage, taste, wanted)];
        const groups = all.length / ITEMS;
        const expected = Array.from({ length: groups }, (_, g) => wanted.map((item) => all[g * ITEMS + item]!)).flat();
        expect([...some]).toEqual(expected);
      }),
    );
  });
});

describe('the guard does not sort the catalogue', () => {
  const scored = fc.record({
    scores: fc.float64Array({ minLength: 1, maxLength: 30, noNaN: true, min: -2, max: 2 }),
    ties: fc.boolean(),
    places: fc.integer({ min: 1, max: 40 }),
    seed: fc.nat(),
  });
  it('and finds the score that sorting finds', () => {
    fc.assert(
      fc.property(scored, ({ scores: drawn, ties, places, seed }) => {
        const scores = ties ? drawn.map(Math.round) : drawn;
        const rated = Uint8Array.from(scores, (_, item) => ((seed >> (item % 24)) & 1) as 0 | 1);
        const sorted = [...scores].filter((_, item) => rated[item] === 0).sort((a, b) => b - a);
        const expected = sorted[Math.min(places, sorted.length) - 1] ?? 0;
        expect(scoreAtPlace(scores, rated, places) === expected).toBe(true);
      }),
    );
  });

  it('more places than items are all items, however many', () => {
    const guard = { starts: Uint32Array.of(0, 1, 1), items: Uint32Array.of(1), weights: Float32Array.of(0.5) };
    expect([...guardedItems(guard, [0], 1e12)]).toEqual([0, 1]);
  });
});

it('one hasher for all items gives the hashes of a new one for each', () => {
  const ids = ['a', 'b', 'film 3', ''];
  const secret = Uint8Array.from({ length: 32 }, (_, n) => n);
  const digests = itemDigests(ids);
  const key = hmac(sha256, secret, new TextEncoder().encode('ulterior equal chances, pass 0, person ann'));
  const draws = secretDraws(secret, 'ann', 0, digests);
  for (const [item, id] of ids.entries()) {
    const digest = sha256(new TextEncoder().encode(id)).subarray(0, 23);
    const hash = sha256(Uint8Array.from([...key, ...digest]));
    const bits = BigInt(`0x${Buffer.from(hash.subarray(4, 7)).toString('hex')}`) & 0xfffffn;
    const low = BigInt(`0x${Buffer.from(hash.subarray(0, 4)).toString('hex')}`);
    expect(draws(item).presence).toBe((Number(bits * 2n ** 32n + low) + 0.5) / 2 ** 52);
  }
});
