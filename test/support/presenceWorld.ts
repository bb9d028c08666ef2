/**
 * A world in which items are rated independently of each other given taste, and taste has one distribution in both
 * groups: there equal chances hide the group completely, with the true chances.
 *
 *     P(rated) = 1 / (1 + exp(-(a_j + b_jg + w_j . u))),     u ~ N(0, I)
 */

import { packRows, type SparseRows } from '../../src/inference/index.ts';
import { derive } from '../../src/maths/index.ts';
import { createVocabulary, type ItemIndex } from '../../src/ratings/index.ts';

export interface PresenceWorld {
  readonly rows: SparseRows;
  readonly groupOf: number[];
  /** By item: one for each group. */
  readonly effects: readonly (readonly number[])[];
  /** groups x items, of a person. */
  readonly chancesOf: (person: number) => Float64Array;
}

export function presenceWorld(
  {
    people,
    items,
    groups = 2,
    gap,
    slope = 0,
  }: { people: number; items: number; groups?: number; gap: number; slope?: number },
  seed: number,
): PresenceWorld {
  const stream = derive(seed, 'presence-world');
  const normals = (count: number, scale: number) => Array.from({ length: count }, () => scale * stream.normal());
  const middles = normals(items, 0.7).map((middle) => middle - 0.8);
  const weights = Array.from({ length: items }, () => normals(2, 0.7));
  // What of a group's effect follows from taste has a sign of its own in each group.
  const effects = weights.map(([first]) => normals(groups, gap).map((own, g) => own + (g - 0.5) * slope * first!));
  const tastes = Array.from({ length: people }, () => normals(2, 1));
  const groupOf = Array.from({ length: people }, () => stream.below(groups));
  const chancesOf = (person: number) =>
    Float64Array.from({ length: groups * items }, (_, at) => {
      const [g, item] = [Math.floor(at / items), at % items];
      const [first, second] = tastes[person]!;
      const odds = middles[item]! + effects[item]![g]! + weights[item]![0]! * first! + weights[item]![1]! * second!;
      return 1 / (1 + Math.exp(-odds));
    });
  const histories = groupOf.map((group, person) => {
    const chances = chancesOf(person);
    const indices = Array.from({ length: items }, (_, item) => item).filter(
      (item) => stream.uniform() < chances[group * items + item]!,
    );
    const rated = indices.length > 0 ? indices : [0];
    return { indices: rated, values: rated.map(() => 1 + stream.below(5)) };
  });
  return { rows: packRows(items, histories), groupOf, effects, chancesOf };
}

/** What a model is fitted to. */
export function presencePeople({ rows, groupOf }: Pick<PresenceWorld, 'rows' | 'groupOf'>, groups = 2) {
  return {
    histories: rows,
    groupOf,
    attribute: 'club',
    groups: Array.from({ length: groups }, (_, g) => `group ${g}`),
    items: createVocabulary<ItemIndex>(Array.from({ length: rows.columns }, (_, item) => `film ${item}`)),
    scale: { min: 1, max: 5, step: 1 },
  };
}
