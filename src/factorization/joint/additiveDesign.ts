/**
 * The design in which the biases of several attributes add up:
 *
 *     z_(a,b) = zbar + alpha_a + beta_b,     sum over a of alpha_a = 0,     sum over b of beta_b = 0     [eq:additive]
 *
 * A type's row is 1 for zbar and, for each attribute, a column for each value but the last: 1 in the value's own column,
 * -1 in all of them for the last value, whose coefficient is thereby minus the sum of the others. A value that nobody
 * has needs no column: its coefficient is 0, the mean of the others.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { Design } from '../channels/design.ts';
import type { JointAttributes } from './jointAttributes.ts';

interface AdditiveDesign {
  /** p: 1, and for each attribute the values that occur less one. */
  readonly columns: number;
  /** The row of each type (K x p). */
  readonly ofTypes: Float64Array;
  /** Which attribute each column belongs to; -1 for the first. */
  readonly owners: Int32Array;
}

export function additiveDesign({ types, codes, attributes }: JointAttributes, userTypes: Uint8Array): AdditiveDesign {
  const columnsOf = attributes.map(({ labels }, at) => {
    const occurring = new Set(Array.from(userTypes, (type) => codes[at]![type]!));
    return labels.map((_, code) => code).filter((code) => occurring.has(code));
  });
  const owners = [-1, ...columnsOf.flatMap((occurring, at) => occurring.slice(1).map(() => at))];
  const columns = owners.length;
  const ofTypes = new Float64Array(types * columns);
  for (let type = 0; type < types; type++) {
    const row = ofTypes.subarray(type * columns, (type + 1) * columns);
    row[0] = 1;
    let first = 1;
    for (const [at, occurring] of columnsOf.entries()) {
      const place = occurring.indexOf(codes[at]![type]!);
      const own = row.subarray(first, first + occurring.length - 1);
      if (place === occurring.length - 1) own.fill(-1);
      else if (place >= 0) own[place] = 1;
      first += own.length;
    }
  }
  return { columns, ofTypes, owners: Int32Array.from(owners) };
}

/** A row for each user. */
export function designOfUsers({ columns, ofTypes }: AdditiveDesign, userTypes: Uint8Array): Design {
  const values = new Float64Array(userTypes.length * columns);
  for (const [user, type] of userTypes.entries()) {
    values.set(ofTypes.subarray(type * columns, (type + 1) * columns), user * columns);
  }
  return { columns, values };
}

/** Biases (rows x K) from coefficients (rows x p). */
export function additiveBiases({ columns, ofTypes }: AdditiveDesign, coefficients: Float64Array): Float64Array {
  const rows = coefficients.length / columns;
  const types = ofTypes.length / columns;
  const biases = new Float64Array(rows * types);
  for (let row = 0; row < rows; row++) {
    for (let type = 0; type < types; type++) {
      let bias = 0;
      for (let k = 0; k < columns; k++) bias += coefficients[row * columns + k]! * ofTypes[type * columns + k]!;
      biases[row * types + type] = bias;
    }
  }
  return biases;
}

/** Runs the work; where the design is singular, the error names the attribute that is to blame. */
export function namingAttributes<Fit>(
  { owners }: AdditiveDesign,
  { attributes }: JointAttributes,
  work: () => Fit,
): Fit {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof UlteriorError) || cause.code !== 'TRAINING_SINGULAR') throw cause;
    const owner = attributes[owners[Number(cause.details['column'])] ?? -1];
    if (owner === undefined) throw cause;
    throw new UlteriorError(
      'TRAINING_SINGULAR',
      `among the training users, what "${owner.name}" is follows from the attributes before it`,
      'leave out one of the attributes: it adds nothing to the others',
      { attribute: owner.name },
    );
  }
}
