/**
 * Benchmarks as ratios. These machines are noisy, so the subject and its reference take turns within one run, several
 * rounds each, and the ratio is taken per round: what slows both does not show. The table gives the median ratio and
 * the range over the rounds.
 */

/** Runs a batch and returns the time of each repeat in milliseconds. */
export type Batch = () => readonly number[] | Promise<readonly number[]>;

export interface Comparison {
  readonly name: string;
  /** What the ratio compares: "time over that of C", "speed over the twin's". */
  readonly measure: string;
  readonly subject: Batch;
  readonly reference: Batch;
  /** `time`: subject / reference, small is good. `speed`: reference / subject, large is good. */
  readonly kind: 'time' | 'speed';
  /** The bar: at most for `time`, at least for `speed`. */
  readonly bar: number;
  readonly rounds?: number;
  /** What is known about the limit, from the subject's best time in milliseconds. */
  readonly limit?: (milliseconds: number) => string;
}

export interface Result {
  readonly name: string;
  readonly measure: string;
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
  readonly bar: number;
  readonly kind: 'time' | 'speed';
  readonly met: boolean;
  readonly subjectMilliseconds: number;
  readonly referenceMilliseconds: number;
  readonly limit?: string;
}

export async function compare(comparison: Comparison): Promise<Result> {
  const { kind, rounds = 5, limit } = comparison;
  const ratios: number[] = [];
  let subjectBest = Number.POSITIVE_INFINITY;
  let referenceBest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const reference = Math.min(...(await comparison.reference()));
    const subject = Math.min(...(await comparison.subject()));
    ratios.push(kind === 'time' ? subject / reference : reference / subject);
    subjectBest = Math.min(subjectBest, subject);
    referenceBest = Math.min(referenceBest, reference);
  }
  const ratio = median(ratios);
  return {
    name: comparison.name,
    measure: comparison.measure,
    ratio,
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    bar: comparison.bar,
    kind,
    met: kind === 'time' ? ratio <= comparison.bar : ratio >= comparison.bar,
    subjectMilliseconds: subjectBest,
    referenceMilliseconds: referenceBest,
    ...(limit ? { limit: limit(subjectBest) } : {}),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** Times `repeats` calls. */
export function timed(repeats: number, work: () => void): number[] {
  return Array.from({ length: repeats }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
}
