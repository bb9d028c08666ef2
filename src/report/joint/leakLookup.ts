/** Finds in the records of a leak matrix what charts and text speak of. */
import type { AttackerDescription, Estimate, LeakMatrixRecords, Variant } from '../common/input.ts';
import { bounded, leakShown, type ShownLeak } from '../common/leakShown.ts';
import { type Bounded, boundedIn, curveOf } from '../common/lookup.ts';

/** Where the matrix is read first: after the most questions that are compared. */
export function leakHeadline({ spec, findings }: LeakMatrixRecords): number {
  const compared = spec.compareAt.filter((questions) => questions <= spec.maxQuestions);
  return boundedIn(findings)[0]?.length ?? Math.max(...compared);
}

/** What a way of asking tells about an attribute there, with bounds that hold for all such pairs. */
export function headlineLeak({ findings }: LeakMatrixRecords, attacker: string, target: string): Bounded | undefined {
  return boundedIn(findings, { attacker, target, group: undefined })[0];
}

export function leakAt(
  records: LeakMatrixRecords,
  row: string,
  target: string,
  questions: number,
  variant: Variant = 'real',
): Estimate | undefined {
  return curveOf(records, 'auc', row, { target, variant }).find(({ length }) => length === questions)?.auc;
}

/** Aims at one attribute while one model infers them all. */
export const isAimed = ({ target, watches }: AttackerDescription) => target !== undefined && watches === undefined;

/** Rows that aim at one attribute while another is looked at. */
export interface OffTarget {
  readonly aim: string;
  readonly watched: string;
  readonly found: Bounded;
  readonly control: Estimate | undefined;
  /** How large, by its bounds. What its control finds is said beside it, and takes nothing away. */
  readonly leak: ShownLeak;
}

/** Every pair of an aim and another attribute at the headline, the largest leak first. */
export function offTargets(records: LeakMatrixRecords): OffTarget[] {
  const questions = leakHeadline(records);
  const { attributes } = records.spec;
  const pairs = attributes.flatMap((aim) =>
    attributes.flatMap((watched): OffTarget[] => {
      const found = headlineLeak(records, `target:${aim}`, watched);
      if (aim === watched || found === undefined) return [];
      const control = leakAt(records, `target:${aim}`, watched, questions, 'shuffled');
      return [{ aim, watched, found, control, leak: leakOfPair(records, found) }];
    }),
  );
  return pairs.sort((a, b) => b.found.auc.value - a.found.auc.value);
}

/** What was found about a pair, and about the group that is told best. */
export const ofPair = ({ findings }: LeakMatrixRecords, { attacker, target }: Bounded) =>
  boundedIn(findings, { attacker, target });

/** The verdict is about the whole matrix: a pair whose own bounds hold guessing is not shown by it. */
function leakOfPair(records: LeakMatrixRecords, pair: Bounded): ShownLeak {
  const found = ofPair(records, pair);
  const excluded = found.some(({ auc }) => bounded(auc).low > 0.5);
  return leakShown({ leak: records.verdict.leak && excluded, possible: excluded }, found);
}
