/** Numbers for people: rounded, and with something to compare them with. */

export function percent(share: number): string {
  if (share > 0.995 && share < 1) return '> 99%';
  if (share < 0.005 && share > 0) return '< 1%';
  return `${Math.round(100 * share)}%`;
}

/** "Female, 62%": the likeliest label and how likely it is. */
export function likeliest(labels: readonly string[], shares: readonly number[]): { label: string; share: number } {
  const at = shares.indexOf(Math.max(...shares));
  return { label: labels[at]!, share: shares[at]! };
}
