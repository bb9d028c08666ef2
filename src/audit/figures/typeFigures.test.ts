import { describe, expect, it } from 'vitest';
import { derive, logitsFromWeights } from '../../maths/index.ts';
import { emptyOutcomes } from '../interviews/outcomes.ts';
import { auditSpec } from '../spec/spec.ts';
import { rank, weightedAuc } from '../statistics/auc.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { overlapsOf } from './summaries.ts';
import { typeFiguresAt } from './typeFigures.ts';

const spec = auditSpec({ attribute: 'a', maxQuestions: 2, ratingErrorEvery: 1, resamples: 50 });
const people = 90;
const resamples = resamplesOf(people, spec.seed, spec.resamples);
const setting = (groups: number) => ({ labels: ['a', 'b', 'c'].slice(0, groups), resamples, level: spec.level });
const shape = { ...spec, types: 3 };
const types = Uint8Array.from({ length: people }, (_, person) => person % 3);

/** After one question type 0 is named with certainty, the others are guessed; after two nobody is left but 30. */
function outcomes() {
  const made = emptyOutcomes(people, shape);
  const stream = derive(1, 'type-figures');
  for (let person = 0; person < people; person++) {
    made.lengths[person] = person < 30 ? 2 : 1;
    for (const question of [0, 1, 2]) {
      const weights = types[person] === 0 ? [9, 0, 0] : [0, 1 + stream.uniform(), 1 + stream.uniform()];
      made.logits.set(logitsFromWeights(weights), (person * 3 + question) * 3);
    }
  }
  return made;
}

describe('figures by type', () => {
  it('counts who is taken for whom, and ranks each type against the rest', () => {
    const { confusion, findings } = typeFiguresAt('x', 1, outcomes(), types, setting(3), spec)!;
    const aucs = findings.map(({ auc }) => auc);
    expect(findings.map(({ group, people }) => [group, people])).toEqual(['a', 'b', 'c'].map((group) => [group, 90]));
    expect(confusion.counts[0]).toEqual([30, 0, 0]);
    expect(confusion.counts.map((row) => row.reduce((sum, count) => sum + count, 0))).toEqual([30, 30, 30]);
    expect(confusion.counts[1]![1]! + confusion.counts[1]![2]!).toBe(30);
    expect(aucs[0]!.value).toBe(1);
    expect(aucs[0]!.low).toBeLessThan(0.99);
    expect(aucs[0]!.low).toBeGreaterThan(0.85);
    const everyone = Uint32Array.from(types.keys());
    const { logits } = outcomes();
    const second = rank(
      everyone,
      (person) => logits[(person * 3 + 1) * 3 + 1]!,
      (person) => types[person] === 1,
    );
    expect(aucs[1]!.value).toBe(weightedAuc(second, new Float64Array(people).fill(1)));
    expect(aucs[1]!.low).toBeLessThan(aucs[1]!.value);
    expect(aucs[1]!.high).toBeGreaterThan(aucs[1]!.value);
  });

  it('takes those who answered that many, and says nothing of two types or of too few people', () => {
    expect(typeFiguresAt('x', 2, outcomes(), types, setting(3), spec)!.findings[0]!.people).toBe(30);
    expect(typeFiguresAt('x', 3, outcomes(), types, setting(3), spec)).toBeUndefined();
    expect(
      typeFiguresAt('x', 1, { ...outcomes(), lengths: new Uint32Array(people) }, types, setting(3), spec),
    ).toBeUndefined();
    expect(typeFiguresAt('x', 1, outcomes(), types, setting(2), spec)).toBeUndefined();
  });
});

describe('overlaps', () => {
  it('are the mean share of the first questions that both ask', () => {
    const [a, b] = [emptyOutcomes(2, shape), emptyOutcomes(2, shape)];
    a.early.set([1, 2, 3, 4], 0);
    a.early.set([5, 6], 10);
    b.early.set([4, 3, 9, 8], 0);
    b.early.set([6, 5], 10);
    const found = overlapsOf(new Map([['a', a] as const, ['b', b] as const]));
    expect(found).toEqual([{ first: 'a', second: 'b', share: (0.5 + 1) / 2 }]);
  });
});
