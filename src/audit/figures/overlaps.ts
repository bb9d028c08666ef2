/** How far the others ask what the first contender asks. */
import { EARLY, type Outcomes } from '../interviews/outcomes.ts';
import type { Overlap } from '../records/records.ts';

/** Of the first contender's early questions to a person, the share that the other asked early too; mean over people. */
export function overlapsOf(outcomes: ReadonlyMap<string, Outcomes>): Overlap[] {
  const [lead, ...others] = [...outcomes];
  if (lead === undefined) return [];
  const [first, { early }] = lead;
  return others.map(([second, other]) => {
    let [sum, people] = [0, 0];
    for (let from = 0; from < early.length; from += EARLY) {
      const asked = early.subarray(from, from + EARLY).filter((item) => item > 0);
      if (asked.length === 0) continue;
      const also = new Set(other.early.subarray(from, from + EARLY));
      sum += asked.filter((item) => also.has(item)).length / asked.length;
      people++;
    }
    return { first, second, share: people === 0 ? Number.NaN : sum / people };
  });
}
