import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalCdf } from '../../maths/index.ts';
import { expectedRiskByEnvelope } from './expectedRisk.ts';

/** The same, with lists that are made anew for every item. */
function literal(
  posterior: readonly number[],
  logWeights: readonly number[],
  means: readonly number[],
  sd: number,
): number {
  const byMean = [...posterior.keys()].sort(
    (s, t) => means[s]! - means[t]! || logWeights[s]! - logWeights[t]! || t - s,
  );
  const envelope: number[] = [];
  const from: number[] = [];
  let risk = 0;
  for (const type of byMean) {
    let start = Number.NEGATIVE_INFINITY;
    while (envelope.length > 0) {
      const top = envelope.at(-1)!;
      const distance = means[type]! - means[top]!;
      start =
        distance === 0
          ? Number.NEGATIVE_INFINITY
          : (means[type]! + means[top]!) / 2 + (sd * sd * (logWeights[top]! - logWeights[type]!)) / distance;
      if (start > from.at(-1)!) break;
      risk += posterior[top]!;
      envelope.pop();
      from.pop();
      start = Number.NEGATIVE_INFINITY;
    }
    envelope.push(type);
    from.push(start);
  }
  for (const [n, type] of envelope.entries()) {
    const below = (from[n]! - means[type]!) / sd;
    const above = ((from[n + 1] ?? Number.POSITIVE_INFINITY) - means[type]!) / sd;
    risk += posterior[type]! * (normalCdf(below) + normalCdf(-above));
  }
  return risk;
}

it('gives the bits of the definition, for few types after many and with ties', () => {
  const mean = fc.oneof(fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(0, 0.5, 1));
  const weight = fc.oneof(fc.double({ min: 0.001, max: 1, noNaN: true }), fc.constantFrom(0.25, 0.5));
  const types = fc.array(fc.tuple(weight, mean), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(types, fc.double({ min: 0.05, max: 3, noNaN: true }), (given, sd) => {
      const total = given.reduce((sum, [own]) => sum + own, 0);
      const posterior = given.map(([own]) => own / total);
      const logs = posterior.map(Math.log);
      const means = given.map(([, own]) => own);
      expect(expectedRiskByEnvelope(posterior, logs, means, sd)).toBe(literal(posterior, logs, means, sd));
    }),
    { numRuns: 300 },
  );
});
