/**
 * Chooses items one by one for a logistic regression, each the one by which the penalised likelihood seems to gain most
 * (screening.ts), and fits the regression anew for each length of the list. A step reads all ratings a few times; the
 * fits cost O(ratings of the chosen items) per iteration.
 */
import { historyAt, type LinearModel, type SparseRows, type TypeLabels, trainLogistic } from '../inference/index.ts';
import type { ItemColumns } from './itemColumns.ts';
import { type Residuals, Screening } from './screening.ts';

interface ForwardSelection {
  /** Chosen items, the best first. */
  readonly list: Uint32Array;
  /** The regression on the first q items, at q - 1. Its columns are the features, two an item, in list order. */
  readonly fits: readonly LinearModel[];
}

export function selectForward(
  columns: ItemColumns,
  types: Uint8Array,
  known: TypeLabels,
  questions: number,
  ridge: number,
): ForwardSelection {
  const users = types.length;
  const items = columns.counts.length;
  const screening = new Screening(columns, users);
  const residuals = startResiduals(known);
  const open = new Uint8Array(items).fill(1);
  const list: number[] = [];
  const fits: LinearModel[] = [];
  while (list.length < Math.min(questions, items)) {
    const gains = screening.gains(residuals, ridge);
    let best = -1;
    for (let item = 0; item < items; item++) {
      if (open[item] === 1 && gains[item]! > (best < 0 ? 0 : gains[best]!)) best = item;
    }
    // What is left has no ratings, or tells nothing.
    if (best < 0) break;
    open[best] = 0;
    list.push(best);
    const rows = featureRows(columns, users, list);
    const classifier = trainLogistic(rows, types, known.types, { ridge });
    fits.push(classifier.model);
    for (let user = 0; user < users; user++) {
      const probabilities = classifier.probabilities(historyAt(rows, user));
      setResiduals(residuals, user, known, (position) => probabilities[known.present[position]!]!);
    }
    screening.project(best);
  }
  return { list: Uint32Array.from(list), fits };
}

/** Before anything is asked everybody has the shares of the types as probabilities. */
export function startResiduals(known: TypeLabels): Residuals {
  const users = known.positions.length;
  const residuals = Array.from(
    { length: known.present.length === 2 ? 1 : known.present.length },
    () => new Float64Array(users),
  );
  for (let user = 0; user < users; user++) {
    setResiduals(residuals, user, known, (position) => known.counts[position]! / users);
  }
  return residuals;
}

function setResiduals(
  residuals: Residuals,
  user: number,
  known: TypeLabels,
  chance: (position: number) => number,
): void {
  const first = known.present.length - residuals.length;
  for (const [output, values] of residuals.entries()) {
    const position = output + first;
    values[user] = (known.positions[user] === position ? 1 : 0) - chance(position);
  }
}

/** The features of the listed items as sparse rows: column 2k is "seen" of the k-th, 2k + 1 its centred rating. */
export function featureRows(columns: ItemColumns, users: number, list: readonly number[]): SparseRows {
  const starts = new Uint32Array(users + 1);
  const eachRating = (visit: (user: number, k: number, centred: number) => void) => {
    for (const [k, item] of list.entries()) {
      for (let at = columns.starts[item]!; at < columns.starts[item + 1]!; at++) {
        visit(columns.users[at]!, k, columns.ratings[at]! - columns.means[item]!);
      }
    }
  };
  eachRating((user) => {
    starts[user + 1]! += 2;
  });
  for (let user = 0; user < users; user++) starts[user + 1]! += starts[user]!;
  const next = starts.slice(0, users);
  const indices = new Uint32Array(starts[users]!);
  const values = new Float32Array(starts[users]!);
  eachRating((user, k, centred) => {
    const at = next[user]!;
    next[user] = at + 2;
    indices[at] = 2 * k;
    values[at] = 1;
    indices[at + 1] = 2 * k + 1;
    values[at + 1] = centred;
  });
  return { rows: users, columns: 2 * list.length, starts, indices, values };
}
