/**
 * The AUC of people who all count once: both sides sorted as plain numbers and merged. The same as `weightedAuc` with
 * weights of 1, several times faster, for the permutation test, which needs thousands of them.
 */
export function aucOfScores(
  people: number,
  scoreOf: (person: number) => number,
  isPositive: (person: number) => boolean,
): number {
  const [positives, negatives] = [new Float64Array(people), new Float64Array(people)];
  let [p, n] = [0, 0];
  for (let person = 0; person < people; person++) {
    if (isPositive(person)) positives[p++] = scoreOf(person);
    else negatives[n++] = scoreOf(person);
  }
  const above = positives.subarray(0, p).sort();
  const below = negatives.subarray(0, n).sort();
  let won = 0;
  let [less, notMore] = [0, 0];
  for (const score of above) {
    while (less < n && below[less]! < score) less++;
    while (notMore < n && below[notMore]! <= score) notMore++;
    won += (less + notMore) / 2;
  }
  return won / (p * n);
}
