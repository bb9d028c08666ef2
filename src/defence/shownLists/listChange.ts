/**
 * What whoever runs a recommender can do with the lists that it shows, so that they tell less. Neither needs the group of
 * the person who is shown a list; both are learned from lists of people of known group. They are our own forms of what
 * operators are advised to do, of no paper.
 *
 *   excludeTelling   the share p of the items shown that tell most is shown to nobody; lists are filled from the ranking
 *                    telling: the largest |z_jg| of any group g,
 *                    z_jg = (f_jg - f_j,others) / sqrt(f_j (1 - f_j) (1 / n_g + 1 / n_others)),  f a share of lists
 *   balance          up to b N of the N items give way to later ones, each time that pair after which what the list says of
 *                    the groups, e_g = sum over its items of w_jg, lies closest to the mean over the people learned from
 *                    w_jg = log ((shown_jg + 1/2) / (n_g + 1)) - log ((shown_j,others + 1/2) / (n_others + 1))
 */
import { outOfRange, requireWithin, UlteriorError } from '../../errors/index.ts';

/** Best first. */
type Ranking = readonly number[];

/** Changes one person's ranking into a list. */
type Relisting = (ranking: Ranking) => number[];

interface ListChangeDefinition {
  readonly name: string;
  /** For people. */
  readonly label: string;
  readonly summary: string;
  readonly strength: { readonly means: string; readonly max: number; readonly usual: number };
  /** How many items of a ranking are looked at. */
  readonly lookedAt: (top: number, strength: number, items: number) => number;
  /** From rankings of people, `groups` groups of them, for lists of `top`. */
  readonly learn: (
    rankings: readonly Ranking[],
    groupOf: ArrayLike<number>,
    groups: number,
    top: number,
    strength: number,
  ) => Relisting;
}

interface Shown {
  /** Items of the lists, by how many people of each group are shown them. */
  readonly counts: ReadonlyMap<number, Float64Array>;
  readonly sizes: Float64Array;
}

function shownTo(rankings: readonly Ranking[], groupOf: ArrayLike<number>, groups: number, top: number): Shown {
  const counts = new Map<number, Float64Array>();
  const sizes = new Float64Array(groups);
  for (const [n, ranking] of rankings.entries()) {
    const group = groupOf[n]!;
    sizes[group]!++;
    for (const item of ranking.slice(0, top)) {
      const own = counts.get(item) ?? new Float64Array(groups);
      own[group]!++;
      counts.set(item, own);
    }
  }
  const empty = sizes.indexOf(0);
  if (empty < 0) return { counts, sizes };
  throw new UlteriorError(
    'ATTRIBUTE_WITHOUT_USERS',
    `nobody of group ${empty} has a list to learn from`,
    'merge small groups, or leave them out',
  );
}

const total = (numbers: Float64Array) => numbers.reduce((sum, one) => sum + one, 0);

const excludeTelling: ListChangeDefinition = {
  name: 'excludeTelling',
  label: 'Most telling items excluded',
  summary: 'the items whose presence in a list tells most are shown to nobody, and the next ones take their places',
  strength: { means: 'share of the items in the lists that is excluded', max: 0.9, usual: 0.1 },
  lookedAt: (top, strength, items) => Math.min(items, top + Math.ceil(strength * items)),
  learn: (rankings, groupOf, groups, top, strength) => {
    const { counts, sizes } = shownTo(rankings, groupOf, groups, top);
    const people = total(sizes);
    const telling = (own: Float64Array) => {
      const all = total(own);
      const spread = (all / people) * (1 - all / people);
      return spread === 0
        ? 0
        : Math.max(
            ...Array.from(own, (count, g) => {
              const [size, others] = [sizes[g]!, people - sizes[g]!];
              return Math.abs(count / size - (all - count) / others) / Math.sqrt(spread * (1 / size + 1 / others));
            }),
          );
    };
    const ordered = [...counts].map(([item, own]) => ({ item, z: telling(own) }));
    ordered.sort((a, b) => b.z - a.z || a.item - b.item);
    const excluded = new Set(ordered.slice(0, Math.floor(strength * ordered.length)).map(({ item }) => item));
    return (ranking) => ranking.filter((item) => !excluded.has(item)).slice(0, top);
  },
};

const balance: ListChangeDefinition = {
  name: 'balance',
  label: 'Lists balanced under a budget',
  summary: 'a few items of each list give way to later ones, so that it says of the groups what the mean list says',
  strength: { means: 'share of each list that may be replaced', max: 1, usual: 0.2 },
  lookedAt: (top, _, items) => Math.min(items, 2 * top),
  learn: (rankings, groupOf, groups, top, strength) => {
    const { counts, sizes } = shownTo(rankings, groupOf, groups, top);
    const people = total(sizes);
    const nothing = new Float64Array(groups);
    const weightsOf = (own: Float64Array) =>
      own.map((count, g) => {
        const others = total(own) - count;
        return Math.log((count + 0.5) / (sizes[g]! + 1)) - Math.log((others + 0.5) / (people - sizes[g]! + 1));
      });
    const weights = new Map([...counts].map(([item, own]) => [item, weightsOf(own)]));
    // An item that none of them is shown says nothing that is known.
    const of = (item: number) => weights.get(item) ?? nothing;
    const said = (list: Ranking) => nothing.map((_, g) => list.reduce((sum, item) => sum + of(item)[g]!, 0));
    const target = new Float64Array(groups);
    for (const ranking of rankings) {
      for (const [g, one] of said(ranking.slice(0, top)).entries()) target[g]! += one / rankings.length;
    }
    return (ranking) => {
      const [list, later] = [ranking.slice(0, top), ranking.slice(top, 2 * top)];
      const off = said(list).map((one, g) => one - target[g]!);
      for (let change = Math.floor(strength * list.length); change > 0; change--) {
        let [least, out, into] = [squared(off), -1, -1];
        const others = later.map(of);
        for (const [a, item] of list.entries()) {
          const rest = off.map((one, g) => one - of(item)[g]!);
          for (const [b, other] of others.entries()) {
            let left = 0;
            for (let g = 0; g < groups; g++) left += (rest[g]! + other[g]!) ** 2;
            if (left < least - CLOSE) [least, out, into] = [left, a, b];
          }
        }
        if (out < 0) break;
        for (const g of off.keys()) off[g]! += of(later[into]!)[g]! - of(list[out]!)[g]!;
        list[out] = later[into]!;
        later.splice(into, 1);
      }
      return list;
    };
  },
};

/** Less than this is rounding. */
const CLOSE = 1e-12;

const squared = (numbers: Float64Array) => numbers.reduce((sum, one) => sum + one * one, 0);

export const listChanges: readonly ListChangeDefinition[] = [excludeTelling, balance];

export const changesLists = (name: string) => listChanges.some((one) => one.name === name);

export function listChangeNamed(name: string): ListChangeDefinition {
  const found = listChanges.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw outOfRange('change of lists', `"${name}"`, `one of ${listChanges.map((one) => one.name).join(', ')}`);
}

/** The strength, or the usual one; refused where it makes no sense. */
export function listStrength({ name, strength }: ListChangeDefinition, given = strength.usual): number {
  requireWithin(`strength of ${name} (${strength.means})`, given, { min: Number.MIN_VALUE, max: strength.max });
  return given;
}
