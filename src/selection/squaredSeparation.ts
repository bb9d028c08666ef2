/** D_j^2 times the noise variance, which is the same for all items. [eq:separation] */
export function squaredSeparation(gap: number, spread: number): number {
  return (gap * gap) / (1 + spread);
}
