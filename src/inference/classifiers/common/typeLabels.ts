/**
 * The types (values of the attribute) of the training rows. A type may be declared and yet not occur among the rows,
 * for instance when a fold holds out its only user. The classifiers train on the types that occur and give the others
 * probability 0.
 *
 *   types      number of declared types, K
 *   present    the types that occur, ascending (at least two)
 *   positions  rows; for each row the position of its type in `present`
 *   counts     rows of each type in `present`
 */

import { requireWithin, UlteriorError } from '../../../errors/index.ts';

export interface TypeLabels {
  readonly types: number;
  readonly present: Uint8Array;
  readonly positions: Uint8Array;
  readonly counts: Uint32Array;
}

/** Checks labels, and tells which groups occur. */
export function typeLabels(labels: ArrayLike<number>, rows: number, types: number): TypeLabels {
  requireWithin('typeCount', types, { min: 2, max: 256, whole: true });
  if (labels.length !== rows) {
    throw misfit(`${labels.length} labels were given for ${rows} rows`, { labels: labels.length, rows });
  }
  const frequency = new Uint32Array(types);
  for (let row = 0; row < rows; row++) {
    const type = labels[row]!;
    if (!(Number.isInteger(type) && type >= 0 && type < types)) {
      throw misfit(`row ${row} has type ${type}; there are ${types} types`, { row, type, types });
    }
    frequency[type]!++;
  }
  const present = Uint8Array.from([...frequency.keys()].filter((type) => frequency[type]! > 0));
  if (present.length < 2) {
    throw new UlteriorError(
      'ATTRIBUTE_SINGLE_VALUED',
      present.length === 0 ? 'there are no rows to train on' : `all ${rows} rows are of group ${present[0]}`,
      'train on rows of at least two groups',
      { rows, present: [...present] },
    );
  }
  const positionOf = new Uint8Array(types);
  for (const [position, type] of present.entries()) positionOf[type] = position;
  return {
    types,
    present,
    positions: Uint8Array.from({ length: rows }, (_, row) => positionOf[labels[row]!]!),
    counts: Uint32Array.from(present, (type) => frequency[type]!),
  };
}

function misfit(message: string, details: Record<string, unknown>): UlteriorError {
  return new UlteriorError('ATTRIBUTE_INVALID', message, 'give each row one of the declared groups', details);
}
