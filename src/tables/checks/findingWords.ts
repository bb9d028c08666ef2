/** Findings in words: the same on the command line, on the page and in answers of the service. */
import type { Finding } from '../../ratings/index.ts';

/** What was found, an example, what was done and what to do, in sentences. */
export function findingText({ found, example, done, advice }: Finding): string {
  const sentences = [found, ...(example === undefined ? [] : [`for example ${example}`]), done, advice];
  return sentences.map((text) => `${text[0]!.toUpperCase()}${text.slice(1)}.`).join(' ');
}

export function percentOf(part: number, whole: number): string {
  if (part === 0) return '0%';
  const share = (100 * part) / whole;
  return share < 0.1 ? 'less than 0.1%' : `${Number(share.toPrecision(share < 1 ? 1 : 2))}%`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A list that somebody reads to the end. */
const MOST_NAMED = 5;

/** "a", "b" and 3 more */
export function namedList(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
