/**
 * How well a number that people have separates their groups: the share of its variance that lies between groups
 * (R squared, 0 to 1). People are sorted by group; `ends[k]` is where group k ends.
 */

export type Column = Float32Array;

/** Of the product of two columns. */
export function separationOfProduct(first: Column, second: Column, ends: Uint32Array): number {
  let from = 0;
  let total = 0;
  let squares = 0;
  let between = 0;
  for (let group = 0; group < ends.length; group++) {
    const to = ends[group]!;
    let sum = 0;
    for (let n = from; n < to; n++) {
      const value = first[n]! * second[n]!;
      sum += value;
      squares += value * value;
    }
    total += sum;
    if (to > from) between += sum ** 2 / (to - from);
    from = to;
  }
  return shareBetween(from, total, squares, between);
}

/** Of 1 where two columns are equal and 0 elsewhere; NaN is equal to nothing. */
export function separationOfEqual(first: Column, second: Column, ends: Uint32Array): number {
  let from = 0;
  let total = 0;
  let between = 0;
  for (let group = 0; group < ends.length; group++) {
    const to = ends[group]!;
    let equal = 0;
    for (let n = from; n < to; n++) if (first[n] === second[n]) equal++;
    total += equal;
    if (to > from) between += equal ** 2 / (to - from);
    from = to;
  }
  return shareBetween(from, total, total, between);
}

function shareBetween(people: number, total: number, squares: number, between: number): number {
  const middle = total ** 2 / people;
  // A product that is the same for everybody leaves rounding errors.
  return squares - middle > 1e-9 * squares ? (between - middle) / (squares - middle) : 0;
}
