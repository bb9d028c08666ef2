/** How long a question takes, by strategy and number of answers: the paper's timing figure. */
import type { FactorModel } from '../../src/factorization/index.ts';
import { rowOf, startBelief } from '../../src/inference/index.ts';
import { derive } from '../../src/maths/index.ts';
import type { Answered } from '../../src/ratings/index.ts';
import type { TimingRow } from '../../src/report/index.ts';
import { Candidates, createStrategy } from '../../src/selection/index.ts';

const MEASURED = [
  ['fbcSelection', 'FBC-Selection'],
  ['incFbc', 'IncFBC'],
  ['separation', 'ours'],
] as const;

/** Means over `people` invented people who answer at random; the slow ones are timed at the given counts of answers only. */
export function timeQuestions(model: FactorModel, counts: readonly number[], people: number): TimingRow[] {
  const times = new Map<string, number[]>();
  for (let person = 0; person < people; person++) {
    const stream = derive(1, 'timing', person);
    for (const [name, label] of MEASURED) {
      const strategy = createStrategy({ model, seed: 1 }, name);
      const fast = name === 'separation' ? strategy : createStrategy({ model, seed: 1 }, 'separation');
      let belief = startBelief(model);
      let candidates = Candidates.all(model.items.size);
      const answers: Answered[] = [];
      for (let count = 0; count <= Math.max(...counts); count++) {
        const timed = counts.includes(count);
        // IncFBC carries matrices from question to question, but is only asked where it is timed: it is brought up to
        // date outside the measurement.
        if (timed && name === 'incFbc') strategy.next(belief, Candidates.of([candidates.items[0]!]), answers);
        const start = performance.now();
        const { item } = (timed ? strategy : fast).next(belief, candidates, answers)!;
        if (timed)
          times.set(`${label} ${count}`, [...(times.get(`${label} ${count}`) ?? []), performance.now() - start]);
        const rating = 1 + stream.below(5);
        answers.push({ item, answer: rating });
        candidates = candidates.without(item);
        belief = belief.after({ row: rowOf(model, item), value: rating });
      }
    }
  }
  return MEASURED.flatMap(([, label]) =>
    counts.map((count) => ({ strategy: label, answers: count, ...meanOf(times.get(`${label} ${count}`)!) })),
  );
}

function meanOf(values: readonly number[]): { mean: number; low: number; high: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  const reach = 1.96 * Math.sqrt(variance / values.length);
  return { mean, low: mean - reach, high: mean + reach };
}
