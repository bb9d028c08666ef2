/** What ridge regressions on whole histories find in many label vectors at once (permutationTest.ts says why). */
import { aucOfScores } from './auc.ts';
import type { HeldOutRidge } from './heldOutRidge.ts';
import { excessNamed, otherSide, type Side, sideOf } from './naming.ts';

/** An entry for each label vector; AUCs and names are those of the ridge that serves it best. */
interface RidgeStatistics {
  /** AUC of people who were not learned from; over several groups the mean of each against the rest. */
  readonly mean: Float64Array;
  /** The largest AUC of a single group, in errors above chance. */
  readonly group: Float64Array;
  /** Right names above chance, of people who were not learned from, at 90% certainty. */
  readonly named: Float64Array;
  /** Share of the labels that is explained of everybody, who were all learned from; with the ridge in the middle. */
  readonly fit: Float64Array;
}

export function ridgeStatistics(
  regression: HeldOutRidge,
  labels: readonly Uint8Array[],
  typeCount: number,
): RidgeStatistics {
  const groups = typeCount === 2 ? [1] : Array.from({ length: typeCount }, (_, type) => type);
  const columns = labels.length * groups.length;
  const people = labels[0]!.length;
  const targets = new Float64Array(people * columns);
  for (let person = 0; person < people; person++) {
    let at = person * columns;
    for (const own of labels) for (const type of groups) targets[at++] = own[person] === type ? 1 : 0;
  }
  const sizes = groups.map((type) => labels[0]!.reduce((sum, label) => sum + (label === type ? 1 : 0), 0));
  const mean = new Float64Array(labels.length);
  const group = new Float64Array(labels.length).fill(Number.NEGATIVE_INFINITY);
  const named = new Float64Array(labels.length);
  const excess = excessIn(regression, people);
  for (const scores of regression.guesses(targets, columns)) {
    for (const [n, own] of labels.entries()) {
      let [sum, rightNames] = [0, 0];
      for (const [g, type] of groups.entries()) {
        const at = n * groups.length + g;
        const auc = aucOfScores(
          people,
          (person) => scores[person * columns + at]!,
          (person) => own[person] === type,
        );
        sum += auc;
        const column = Float64Array.from(own, (_, person) => scores[person * columns + at]!);
        rightNames += excess(column, own, type, typeCount === 2);
        group[n] = Math.max(group[n]!, (auc - 0.5) / chanceDeviation(sizes[g]!, people));
      }
      mean[n] = Math.max(mean[n]!, sum / groups.length);
      named[n] = Math.max(named[n]!, rightNames);
    }
  }
  // Over the variance of each group, summed over the groups.
  const fit = new Float64Array(labels.length);
  for (const [at, explained] of regression.fitted(targets, columns).entries()) {
    const size = sizes[at % groups.length]!;
    fit[Math.floor(at / groups.length)]! += (explained * people) / (size * (people - size));
  }
  return { mean, group, named, fit };
}

const CERTAINTY = 0.9;

/** Among people with such scores for a group; where there are two, also for the other. */
function excessIn({ folds, foldCount }: HeldOutRidge, people: number) {
  const isOf = new Uint8Array(people);
  const ofSide = (side: Side, own: Uint8Array, isOne: (type: number) => boolean) => {
    let size = 0;
    for (let person = 0; person < people; person++) size += isOf[person] = isOne(own[person]!) ? 1 : 0;
    return excessNamed(side, { isOf, folds, foldCount }, size / people, CERTAINTY);
  };
  return (scores: Float64Array, own: Uint8Array, group: number, both: boolean): number => {
    const side = sideOf(scores);
    const excess = ofSide(side, own, (type) => type === group);
    return both ? excess + ofSide(otherSide(side), own, (type) => type !== group) : excess;
  };
}

/** Of an AUC without a leak (Mann and Whitney). */
function chanceDeviation(size: number, people: number): number {
  return Math.sqrt((people + 1) / (12 * size * (people - size)));
}
