/**
 * Which columns of a table make up a vector. A run of numbered names (f0, f1, f2; factor_1, factor_2; 0, 1, 2) is the
 * vector, in the order of its numbers, and what stands beside it (a year, a count) is not. Without such a run it is all
 * columns that hold numbers.
 */

/** The longest run of names that differ in a number alone, counted from 0 or 1 without gaps; empty for none. */
export function numberedRun(names: readonly string[]): string[] {
  const runs = new Map<string, Map<number, string>>();
  for (const name of names) {
    const [, prefix, digits] = /^(.*?)(0|[1-9]\d{0,6})$/.exec(name) ?? [];
    if (prefix === undefined) continue;
    runs.set(prefix, (runs.get(prefix) ?? new Map<number, string>()).set(Number(digits), name));
  }
  let longest: string[] = [];
  for (const run of runs.values()) {
    const first = run.has(0) ? 0 : 1;
    const ordered = Array.from(run, (_, n) => run.get(first + n));
    const whole = ordered.filter((name) => name !== undefined);
    if (whole.length === run.size && whole.length > 1 && whole.length > longest.length) longest = whole;
  }
  return longest;
}

/** Numbers in one cell: "[0.5, -1]", "0.5 -1", "0.5|-1"; NaN for what is no number. Undefined for a single number. */
export function numbersInCell(text: string): number[] | undefined {
  const inside = /^\s*[[(]?([^[\]()]*)[\])]?\s*$/.exec(text)?.[1]?.trim();
  const parts = inside?.split(/\s*[,;|]\s*|\s+/).filter((part) => part !== '');
  if (parts === undefined || (parts.length < 2 && !/[[(]/.test(text))) return undefined;
  return parts.map((part) => (part === '' ? Number.NaN : Number(part)));
}
