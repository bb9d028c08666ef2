/**
 * A row of the matrix times weights, and the row added to a gradient. Where every rating has its two columns side by side
 * (see historyFeatures: 1 for seen, then the rating), one index serves both and the 1 is not multiplied by: the same
 * sums in the same order, in two thirds of the time.
 */
import type { SparseRows } from '../common/sparseRows.ts';

interface RowProducts {
  /** `start` plus the row times the weights from place `base` on. */
  plusProduct(start: number, row: number, weights: Float64Array, base: number): number;
  /** Adds `slope` times the row to the gradient from place `base` on. */
  addTo(gradient: Float64Array, base: number, row: number, slope: number): void;
}

export function rowProducts(rows: SparseRows): RowProducts {
  return inPairs(rows) ? pairProducts(rows) : plainProducts(rows);
}

function inPairs({ rows, starts, indices, values }: SparseRows): boolean {
  for (let row = 0; row <= rows; row++) if (starts[row]! % 2 !== 0) return false;
  for (let entry = 0; entry < indices.length; entry += 2) {
    if (values[entry] !== 1 || indices[entry + 1] !== indices[entry]! + 1) return false;
  }
  return true;
}

function pairProducts({ starts, indices, values }: SparseRows): RowProducts {
  const firsts = new Uint32Array(indices.length / 2);
  const seconds = new Float64Array(firsts.length);
  for (let pair = 0; pair < firsts.length; pair++) {
    firsts[pair] = indices[2 * pair]!;
    seconds[pair] = values[2 * pair + 1]!;
  }
  return {
    plusProduct: (start, row, weights, base) => {
      const end = starts[row + 1]! / 2;
      let sum = start;
      for (let pair = starts[row]! / 2; pair < end; pair++) {
        const at = base + firsts[pair]!;
        sum += weights[at]!;
        sum += seconds[pair]! * weights[at + 1]!;
      }
      return sum;
    },
    addTo: (gradient, base, row, slope) => {
      const end = starts[row + 1]! / 2;
      for (let pair = starts[row]! / 2; pair < end; pair++) {
        const at = base + firsts[pair]!;
        gradient[at]! += slope;
        gradient[at + 1]! += seconds[pair]! * slope;
      }
    },
  };
}

function plainProducts({ starts, indices, values }: SparseRows): RowProducts {
  return {
    plusProduct: (start, row, weights, base) => {
      const end = starts[row + 1]!;
      let sum = start;
      for (let entry = starts[row]!; entry < end; entry++) sum += values[entry]! * weights[base + indices[entry]!]!;
      return sum;
    },
    addTo: (gradient, base, row, slope) => {
      const end = starts[row + 1]!;
      for (let entry = starts[row]!; entry < end; entry++) gradient[base + indices[entry]!]! += values[entry]! * slope;
    },
  };
}
