/** What somebody may have meant: titles that share the most pairs of neighbouring letters (Dice's coefficient). */

export function nearestTitles(wanted: string, titles: readonly string[], count = 3): string[] {
  const own = letterPairs(wanted);
  return titles
    .map((title, at) => ({ title, at, likeness: likeness(own, letterPairs(title)) }))
    .filter((candidate) => candidate.likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || a.at - b.at)
    .slice(0, count)
    .map(({ title }) => title);
}

/** Titles as they are compared: letters and digits only, in small. */
export function plainTitle(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function letterPairs(text: string): Map<string, number> {
  const plain = ` ${plainTitle(text)} `;
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < plain.length; at++) {
    const pair = plain.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const size = (pairs: ReadonlyMap<string, number>) => [...pairs.values()].reduce((sum, count) => sum + count, 0);
  let common = 0;
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0);
  return (2 * common) / (size(a) + size(b));
}
