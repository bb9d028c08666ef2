/** Several files at once: which one holds the ratings, which the people, which the titles. */
import type { TableShape } from '../../../tables/index.ts';

/** `people` and `titles` are files beside the ratings. */
export type FileRole = 'ratings' | 'people' | 'titles';

const WANTED: Readonly<Record<TableShape, readonly FileRole[]>> = {
  long: ['ratings'],
  // A table about people whose columns look like answers, where the ratings are in a long one.
  wide: ['ratings', 'people'],
  people: ['people'],
  titles: ['titles'],
  unclear: ['ratings', 'people', 'titles'],
};

/** Those that leave no doubt come first. */
const ORDER: readonly TableShape[] = ['long', 'titles', 'people', 'wide', 'unclear'];

/**
 * One role for each file, in their order; undefined for a file that finds no place. `taken` are the roles that earlier
 * files have: a file that leaves no doubt replaces one of them.
 */
export function placeFiles(shapes: readonly TableShape[], taken: readonly FileRole[]): (FileRole | undefined)[] {
  const placed = new Map<FileRole, number>();
  const order = [...shapes.keys()].sort((a, b) => ORDER.indexOf(shapes[a]!) - ORDER.indexOf(shapes[b]!) || a - b);
  for (const at of order) {
    const shape = shapes[at]!;
    const free = WANTED[shape].filter((role) => !placed.has(role));
    const role = shape === 'unclear' ? (free.find((own) => !taken.includes(own)) ?? free[0]) : free[0];
    if (role !== undefined) placed.set(role, at);
  }
  const roleOf = new Map(Array.from(placed, ([role, at]) => [at, role]));
  return shapes.map((_, at) => roleOf.get(at));
}
