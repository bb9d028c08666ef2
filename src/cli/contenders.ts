/** The exact strategy for so many types. */
export function exactStrategyName(types: number): string {
  return types === 2 ? 'separation' : 'envelope';
}
