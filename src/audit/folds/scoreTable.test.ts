import { describe, expect, it } from 'vitest';
import {
  decodeFound,
  encodeFound,
  joinedParts,
  joinScores,
  noteScores,
  type ScoreTable,
  scoreKey,
  scoresAt,
} from './scoreTable.ts';

describe('keys', () => {
  it('differ wherever a part differs, whatever the names hold', () => {
    const places = [
      { exposure: 'a/b', quantity: 'c' },
      { exposure: 'a', target: 'b', quantity: 'c' },
      { exposure: 'a%2Fb', quantity: 'c' },
      { variant: 'a', exposure: 'b', quantity: 'c' },
      { attacker: 'a', quantity: 'b/c' },
    ];
    expect(new Set(places.map(scoreKey)).size).toBe(places.length);
  });

  it('lead to what was noted there, and to nothing beside it', () => {
    const table = new Map();
    const own = { logits: Float32Array.of(1, 2), lengths: Uint32Array.of(3) };
    noteScores(table, { exposure: 'questions', attacker: 'a' }, own);
    noteScores(table, { exposure: 'questions', attacker: 'ab' }, { logits: Float32Array.of(9) });
    noteScores(table, { exposure: 'questions' }, { early: Uint32Array.of(7) });
    expect(scoresAt(table, { exposure: 'questions', attacker: 'a' })).toEqual(own);
    expect(scoresAt(table, { exposure: 'questions' })).toEqual({ early: Uint32Array.of(7) });
    expect(scoresAt(table, { exposure: 'history', attacker: 'a' })).toBeUndefined();
  });
});

describe('joining', () => {
  it('puts everybody in their place, by as many numbers as each has, and keeps the kind of number', () => {
    const of = (logits: number[], length: number): ScoreTable =>
      new Map<string, Float32Array | Uint32Array>([
        ['logits', Float32Array.from(logits)],
        ['length', Uint32Array.of(length)],
      ]);
    const whole = joinScores(
      [
        { people: [2], scores: of([5, 6], 30) },
        { people: [0], scores: of([1, 2], 10) },
        { people: [1], scores: new Map([['length', Uint32Array.of(20)]]) },
      ],
      3,
    );
    expect(whole.get('logits')).toEqual(Float32Array.of(1, 2, 0, 0, 5, 6));
    expect(whole.get('length')).toEqual(Uint32Array.of(10, 20, 30));
  });

  it('puts parts one below the other', () => {
    const parts = [
      { a: Float64Array.of(1, 2), b: Uint32Array.of(7) },
      { a: Float64Array.of(3), b: Uint32Array.of(8) },
    ];
    expect(joinedParts(parts)).toEqual({ a: Float64Array.of(1, 2, 3), b: Uint32Array.of(7, 8) });
  });
});

describe('bytes', () => {
  const scores = new Map<string, Float32Array | Float64Array | Uint32Array>([
    [scoreKey({ exposure: 'history', quantity: 'logits' }), Float32Array.of(0.1, Number.NaN)],
    [scoreKey({ quantity: 'means' }), Float64Array.of(0.1, Number.POSITIVE_INFINITY)],
    [scoreKey({ quantity: 'lengths' }), Uint32Array.of(1, 2)],
  ]);
  const facts = { slopes: Float64Array.of(Number.NaN, 2), noiseVariance: 0.3, failures: [{ id: 'x' }] };

  it('give back the same numbers of the same kind', () => {
    const found = decodeFound(encodeFound({ scores, facts }))!;
    expect(found.facts).toEqual(facts);
    expect(new Map([...found.scores].toSorted())).toEqual(new Map([...scores].toSorted()));
  });

  it('that are not whole, or no such table, are none', () => {
    const bytes = encodeFound({ scores, facts });
    expect(decodeFound(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
    expect(decodeFound(Uint8Array.of(1, 2, 3))).toBeUndefined();
  });
});
