/**
 * Names of users or items: index -> id and title, and id -> index. Three kinds behind one interface: a list of ids, a
 * numbered run that stores no strings (half a million synthetic users cost nothing), and a selection out of another
 * vocabulary that stores only indexes. Lookups by id are rare, so each kind prepares for them on the first one.
 */

import { UlteriorError } from '../../errors/index.ts';

export interface Vocabulary<Index extends number = number> {
  readonly size: number;
  id(index: Index): string;
  indexOf(id: string): Index | undefined;
  /** What to show to people; the id where no title is known. */
  title(index: Index): string;
}

/** An empty title counts as unknown. */
export function createVocabulary<Index extends number = number>(
  ids: readonly string[],
  titles?: readonly (string | undefined)[],
): Vocabulary<Index> {
  const ownIds = Object.freeze([...ids]);
  const ownTitles = copyTitles(titles, ids.length);
  // Built at once, because only so a repeated id is noticed.
  const lookup = new Map<string, Index>();
  for (const [index, id] of ownIds.entries()) {
    const earlier = lookup.get(id);
    if (earlier !== undefined) {
      throw new UlteriorError(
        'VOCABULARY_INVALID',
        `the id "${id}" appears at position ${earlier} and again at position ${index}`,
        'give every user and every item an id of its own, or merge the rows that share one',
        { id, positions: [earlier, index] },
      );
    }
    lookup.set(id, index as Index);
  }
  const id = (index: Index) => ownIds[checkIndex(index, ownIds.length)]!;
  return Object.freeze({
    size: ownIds.length,
    id,
    indexOf: (wanted: string) => lookup.get(wanted),
    title: (index: Index) => ownTitles?.[index] || id(index),
  });
}

/** Ids are the prefix followed by the index, from 0. */
export function numberedVocabulary<Index extends number = number>(
  count: number,
  prefix: string,
  titles?: readonly (string | undefined)[],
): Vocabulary<Index> {
  const ownTitles = copyTitles(titles, count);
  const id = (index: Index) => `${prefix}${checkIndex(index, count)}`;
  return Object.freeze({
    size: count,
    id,
    indexOf: (wanted: string) => {
      if (!wanted.startsWith(prefix)) return undefined;
      const index = Number(wanted.slice(prefix.length));
      // Comparing the spelling refuses "u07", "u1e2" and "u" without a list of what is allowed.
      const known = Number.isInteger(index) && index >= 0 && index < count && wanted === `${prefix}${index}`;
      return known ? (index as Index) : undefined;
    },
    title: (index: Index) => ownTitles?.[index] || id(index),
  });
}

/** The entries of `base` at `selected` (distinct), in that order, renumbered from 0. Stores no strings. */
export function selectVocabulary<Index extends number>(
  base: Vocabulary<Index>,
  selected: Uint32Array,
): Vocabulary<Index> {
  let inverse: Int32Array | undefined;
  const original = (index: Index) => selected[checkIndex(index, selected.length)]! as Index;
  return Object.freeze({
    size: selected.length,
    id: (index: Index) => base.id(original(index)),
    indexOf: (id: string) => {
      const found = base.indexOf(id);
      if (found === undefined) return undefined;
      if (inverse === undefined) {
        inverse = new Int32Array(base.size).fill(-1);
        for (let index = 0; index < selected.length; index++) inverse[selected[index]!] = index;
      }
      const index = inverse[found]!;
      return index < 0 ? undefined : (index as Index);
    },
    title: (index: Index) => base.title(original(index)),
  });
}

function copyTitles(
  titles: readonly (string | undefined)[] | undefined,
  count: number,
): readonly (string | undefined)[] | undefined {
  if (titles !== undefined && titles.length !== count) {
    throw new UlteriorError(
      'VOCABULARY_INVALID',
      `there are ${titles.length} titles for ${count} ids`,
      'pass one title for each id (undefined where none is known), or no titles at all',
      { titles: titles.length, ids: count },
    );
  }
  return titles && Object.freeze([...titles]);
}

function checkIndex(index: number, size: number): number {
  if (index >= 0 && index < size && Number.isInteger(index)) return index;
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `index is ${index}; the vocabulary has the indexes 0 to ${size - 1}`,
    'pass an index of this dataset: indexes change when a dataset is filtered, ids do not',
    { parameter: 'index', value: index, size },
  );
}
