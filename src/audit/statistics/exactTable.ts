/**
 * Fisher's exact test of a 2 x 2 table whose margins stay the same in every shuffle: of N people n are marked and M belong
 * to a group, so the number `a` of marked people of the group is hypergeometric. One list holds the two-sided p-value of
 * every `a`: the probability of all tables that are no more likely than this one.
 */

/** -log10 of the p-value of each `a` from 0 to n; NaN where no such table exists. */
export function exactTable(everybody: number, marked: number, group: number): Float32Array {
  const [least, most] = [Math.max(0, marked + group - everybody), Math.min(marked, group)];
  const logs = new Float64Array(most - least + 1);
  for (let a = least; a < most; a++) {
    const ratio = ((group - a) * (marked - a)) / ((a + 1) * (everybody - group - marked + a + 1));
    logs[a + 1 - least] = logs[a - least]! + Math.log(ratio);
  }
  const largest = logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
  const order = Array.from(logs.keys()).sort((one, other) => logs[one]! - logs[other]!);
  const total = logs.reduce((sum, log) => sum + Math.exp(log - largest), 0);
  const table = new Float32Array(marked + 1).fill(Number.NaN);
  let sum = 0;
  for (let from = 0; from < order.length; ) {
    // Tables of equal probability differ by rounding; they count together.
    const first = logs[order[from]!]!;
    let to = from;
    while (to < order.length && logs[order[to]!]! - first < 1e-9) sum += Math.exp(logs[order[to++]!]! - largest);
    // Far in the tail the sum is too small for a number; its largest term will do.
    const log = sum > 0 ? Math.log(sum) : first - largest;
    for (; from < to; from++) table[least + order[from]!] = Math.max(0, (Math.log(total) - log) / Math.LN10);
  }
  return table;
}
