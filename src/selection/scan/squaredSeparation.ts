/**
 * D^2 of an item between two types, times the noise variance, which is the same for all items. For one row with the gap
 * g between its means and the spread s
 *
 *     D^2 s2 = g^2 / (1 + s)                                                                         [eq:separation]
 *
 * and for two rows, with gaps g, spreads on the diagonal of S and the cross term v_a'Pv_b beside it,
 *
 *     D^2 s2 = g' (I + S)^-1 g                                                                  [eq:separation-of-two]
 *
 * written as what the first row tells plus what the second adds to it: two squares, which rounding keeps positive.
 */
export function squaredSeparation(gap: number, spread: number): number {
  return (gap * gap) / (1 + spread);
}

export function squaredSeparationOfTwo(
  gapA: number,
  gapB: number,
  spreadA: number,
  spreadB: number,
  cross: number,
): number {
  const slope = cross / (1 + spreadA);
  return squaredSeparation(gapA, spreadA) + squaredSeparation(gapB - gapA * slope, spreadB - cross * slope);
}
