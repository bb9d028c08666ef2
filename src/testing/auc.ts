/** Area under the ROC curve: the probability that a random member of type 1 scores above one of type 0; ties count half. */
export function areaUnderCurve(scores: readonly number[], types: readonly number[]): number {
  const order = scores.map((_, at) => at).sort((a, b) => scores[a]! - scores[b]!);
  let rankSum = 0;
  let positives = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && scores[order[to]!] === scores[order[from]!]) to++;
    for (let at = from; at < to; at++) {
      if (types[order[at]!] !== 1) continue;
      rankSum += (from + 1 + to) / 2;
      positives++;
    }
    from = to;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (scores.length - positives));
}
