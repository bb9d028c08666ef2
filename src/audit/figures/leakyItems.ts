/**
 * Which items give the types away: what a contender asked early, and what each answer was worth to it. The worth of an
 * answer is how far it moved the log odds of the person's true type against the rest, in bits:
 *
 *     (logit after the answer - logit before it) / log 2
 *
 * Seen and rated, and "haven't seen it", are counted apart. Items are ranked by their contribution: the sum of what
 * their answers were worth, over the number of people. A gap between type biases says how ratings differ; it does not
 * say whether anybody would be asked, nor what a skip tells.
 */
import { normalQuantile } from '../../maths/index.ts';
import { type Dataset, itemIndex } from '../../ratings/index.ts';
import { EARLY, type Outcomes } from '../interviews/outcomes.ts';
import type { AnswerWorth, LeakyItem } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';

const MOST_ITEMS = 200;
/** Log odds beyond this are certainty: what is added there tells nobody anything, and infinity has no difference. */
const CERTAIN = 40;

/** `asked` is what the contender did whose questions are looked at. Gaps are averaged over the folds' models. */
export function leakyItems(
  dataset: Dataset,
  biasesByFold: readonly Float32Array[],
  types: Uint8Array,
  typeCount: number,
  asked: Outcomes,
  spec: Pick<AuditSpec, 'protocol' | 'maxQuestions' | 'level'>,
) {
  const items = dataset.items.size;
  const biases = new Float64Array(items * typeCount);
  for (const fold of biasesByFold)
    for (let at = 0; at < biases.length; at++) biases[at] = biases[at]! + fold[at]! / biasesByFold.length;
  const counts = new Uint32Array(items);
  for (const item of dataset.ratings.byUser.indices) counts[item]!++;
  const gaps = Float64Array.from({ length: items }, (_, item) => {
    const own = biases.subarray(item * typeCount, (item + 1) * typeCount);
    return (Math.max(...own) - Math.min(...own)) / 2;
  });
  const { rated, skipped } = worths(asked, types, typeCount, items, spec.maxQuestions);
  const people = types.length;
  const contribution = (item: number) => (rated[item]!.sum + skipped[item]!.sum) / people;
  const times = (item: number) => rated[item]!.count + skipped[item]!.count;
  const z = normalQuantile((1 + spec.level) / 2);
  const worst = Array.from(gaps.keys())
    .filter((item) => spec.protocol === 'rated' || times(item) > 0)
    .sort((a, b) => contribution(b) - contribution(a) || gaps[b]! - gaps[a]! || a - b)
    .slice(0, MOST_ITEMS)
    .map(
      (item): LeakyItem => ({
        id: dataset.items.id(itemIndex(item)),
        title: dataset.items.title(itemIndex(item)),
        gap: gaps[item]!,
        biases: Array.from(biases.subarray(item * typeCount, (item + 1) * typeCount)),
        ratings: counts[item]!,
        askedEarly: times(item) / people,
        worth: {
          contribution: contribution(item),
          rated: worthOf(rated[item]!, z),
          skipped: worthOf(skipped[item]!, z),
        },
      }),
    );
  return { worst, gaps: Array.from(gaps.sort()) };
}

interface Sums {
  count: number;
  sum: number;
  squares: number;
}

/** Count, sum and sum of squares of what the early answers about each item were worth. */
function worths(
  { early, skips, logits }: Outcomes,
  types: Uint8Array,
  typeCount: number,
  items: number,
  maxQuestions: number,
) {
  const nothing = () => Array.from({ length: items }, (): Sums => ({ count: 0, sum: 0, squares: 0 }));
  const [rated, skipped] = [nothing(), nothing()];
  for (let person = 0; person < types.length; person++) {
    const logit = (question: number) => {
      const value = logits[(person * (maxQuestions + 1) + question) * typeCount + types[person]!]!;
      return Math.max(-CERTAIN, Math.min(CERTAIN, value));
    };
    for (let question = 0; question < EARLY; question++) {
      const entry = early[person * EARLY + question]!;
      if (entry === 0) break;
      const sums = ((skips[person]! >> question) & 1 ? skipped : rated)[entry - 1]!;
      const bits = (logit(question + 1) - logit(question)) / Math.LN2;
      sums.count++;
      sums.sum += bits;
      sums.squares += bits * bits;
    }
  }
  return { rated, skipped };
}

/** With the interval of a mean of independent people. */
function worthOf({ count, sum, squares }: Sums, z: number): AnswerWorth {
  if (count < 2) return { answers: count };
  const value = sum / count;
  const variance = Math.max(0, squares - count * value * value) / (count - 1);
  const reach = z * Math.sqrt(variance / count);
  return { answers: count, bits: { value, low: value - reach, high: value + reach } };
}
