/** Made-up people for rivals: some items are seen more, and rated higher, by one type than by the others. */
import { packRows, type SparseVector } from '../inference/index.ts';
import { derive } from '../maths/index.ts';
import type { RivalData } from '../rivals/index.ts';

/** How many people are made up, and what about them tells their group. */
interface PeopleSpec {
  readonly people: number;
  readonly items: number;
  readonly types: number;
  readonly seed: number;
  /** This many items, from the first on, leak; item j leans to type j modulo types. The rest is the same for all. */
  readonly leaking: number;
  readonly questions: number;
}

/** The last item was seen by nobody. People differ in how much they have seen. */
export function madeUpPeople({ people, items, types: typeCount, seed, leaking, questions }: PeopleSpec): RivalData {
  const stream = derive(seed, 'made-up-people');
  const types = Uint8Array.from({ length: people }, () => stream.below(typeCount));
  const histories = Array.from(types, (type): SparseVector => {
    const activity = 0.7 * stream.normal();
    const indices: number[] = [];
    const values: number[] = [];
    for (let item = 0; item < items - 1; item++) {
      const leaning = item >= leaking ? 0 : item % typeCount === type ? 1 : -1;
      const seen = 1 / (1 + Math.exp(-(activity - 0.5 + 1.2 * leaning)));
      const rating = Math.round(Math.min(5, Math.max(1, 3.2 + 0.5 * leaning + stream.normal())));
      if (stream.uniform() >= seen) continue;
      indices.push(item);
      values.push(rating);
    }
    return { indices, values };
  });
  return { rows: packRows(items, histories), types, typeCount, questions };
}
