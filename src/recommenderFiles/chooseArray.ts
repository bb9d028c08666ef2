/**
 * Which array of a file holds the vectors of users or of items, and which its ids. Names are given, or known by habit:
 *
 *     vectors   two axes, and "user" or "item" in the name (user_factors, itemEmbeddings, item_embedding.weight);
 *               or the only array of two axes, if its name speaks of neither
 *     ids       one axis, as many entries as there are vectors, and "id" in the name (item_ids, ids)
 */

import { UlteriorError } from '../errors/index.ts';
import { type NamedArray, textsOf } from './namedArray.ts';

export type Side = 'users' | 'items';

/** What a file calls a side. */
const WORDS: Readonly<Record<Side, RegExp>> = { users: /user/i, items: /item|product|movie/i };
const VECTOR_WORDS = /factor|embed|vector|weight|profile|feature/i;
const ID_WORDS = /(^|[^a-z])ids?($|[^a-z])|Ids?$/;

export type Arrays = ReadonlyMap<string, NamedArray>;

const other = (side: Side): Side => (side === 'users' ? 'items' : 'users');

/** The name of the array with the vectors. */
export function chooseVectors(arrays: Arrays, file: string, side: Side, given: string | undefined): string {
  if (given !== undefined) {
    const shape = arrays.get(given)?.shape;
    if (shape?.length === 2) return given;
    throw unclear(
      arrays,
      file,
      shape === undefined ? `has no array "${given}"` : `has an array "${given}" of ${shape.length} axes, not of two`,
    );
  }
  const wide = [...arrays].filter(([, { shape }]) => shape.length === 2).map(([name]) => name);
  const named = wide.filter((name) => WORDS[side].test(name) && !WORDS[other(side)].test(name));
  const neutral = wide.filter((name) => !WORDS[other(side)].test(name));
  for (const candidates of [named, named.filter((name) => VECTOR_WORDS.test(name)), neutral]) {
    if (candidates.length === 1) return candidates[0]!;
  }
  throw unclear(
    arrays,
    file,
    named.length > 1 ? `has several arrays that could be the vectors of ${side}` : `has no array of vectors of ${side}`,
  );
}

/** Undefined where the file has none. */
export function idsAmong(arrays: Arrays, file: string, side: Side, count: number): string[] | undefined {
  const found = [...arrays].filter(
    ([name, { shape }]) =>
      shape.length === 1 && shape[0] === count && ID_WORDS.test(name) && !WORDS[other(side)].test(name),
  );
  const own = found.filter(([name]) => WORDS[side].test(name));
  const candidates = own.length > 0 ? own : found;
  if (candidates.length > 1) throw unclear(arrays, file, `has several arrays that could be the ids of ${side}`);
  return candidates[0] && textsOf(candidates[0][1]);
}

function unclear(arrays: Arrays, file: string, what: string): UlteriorError {
  const listed = [...arrays].map(([name, { shape }]) => `"${name}" (${shape.join(' x ') || 'one value'})`);
  return new UlteriorError(
    'ARRAY_UNKNOWN',
    `"${file}" ${what}; it has ${listed.join(', ') || 'no arrays of numbers or texts'}`,
    'name the array of two axes that holds the vectors',
    { file, arrays: [...arrays.keys()] },
  );
}
