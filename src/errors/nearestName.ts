/** The known name that somebody most likely meant: the one that takes the fewest changes of single letters to reach. */

/** None where even the nearest differs in more than two letters of five. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const changes = changesBetween(given.toLowerCase(), name.toLowerCase());
    if (changes < fewest && changes < name.length && changes <= Math.max(1, 0.4 * name.length)) {
      nearest = name;
      fewest = changes;
    }
  }
  return nearest;
}

/** Levenshtein distance: letters added, dropped or replaced. O(length^2). */
function changesBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > b.length) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
