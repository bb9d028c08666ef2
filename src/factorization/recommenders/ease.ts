/**
 * EASE (Steck 2019): the linear model that best predicts each item of a history from the others, in closed form.
 *
 *   P = (S'S + ridge I)^-1,   B_ij = -P_ij / P_jj,  B_jj = 0,   scores of a history x:  x B
 *
 * The inverse comes from the blocked Cholesky factorization: S'S + ridge I = L L', P = U U' with U = L'^-1.
 * Cost items^3 operations and O(sum over people of their items^2). Memory 8 items^2 bytes.
 */
import { requirePositive, UlteriorError } from '../../errors/index.ts';
import { strideOf } from '../../kernels/index.ts';
import { blocksOf, choleskyLengths, type DenseTools, factorise, invert } from '../dense/index.ts';
import type { SeenRows } from '../implicit/index.ts';
import { addCooccurrence, checkItems } from './cooccurrence.ts';
import { type ItemRecommender, itemRecommender } from './recommender.ts';

interface EaseOptions {
  /** Default 300, which suits some thousand people. */
  readonly ridge?: number;
}

export async function trainEase(
  seen: SeenRows,
  { ridge = 300 }: EaseOptions,
  tools: DenseTools,
): Promise<ItemRecommender> {
  requirePositive('ridge', ridge);
  const items = seen.columns;
  checkItems(seen);
  const size = strideOf(items);
  const memory = tools.kernels.allocate({
    ...choleskyLengths(size),
    inverse: { type: 'f32', length: size * size },
  });
  const { arrays, kernels } = memory;
  addCooccurrence(seen, arrays.matrix, size);
  for (let item = 0; item < size; item++) arrays.matrix[item * size + item]! += item < items ? ridge : 1;
  const result = await factorise({ memory, tools }, arrays, size);
  if (!result.ok) {
    throw new UlteriorError('TRAINING_SINGULAR', `EASE is not determined at item ${result.pivot}`, 'raise ridge', {
      item: result.pivot,
      ridge,
    });
  }
  await invert({ memory, tools }, result.factor);
  // P_ij for j up to the block of i: rows of U begin with their block, so the later one says where the sum begins.
  for (const { first, last } of blocksOf(size)) {
    const rows = arrays.matrix.byteOffset + 4 * (first * size + first);
    for (const { first: column, last: columnEnd } of blocksOf(last)) {
      const others = arrays.matrix.byteOffset + 4 * (column * size + first);
      const target = arrays.inverse.byteOffset + 4 * (first * size + column);
      kernels.dotTiles(last - first, columnEnd - column, size - first, rows, size, others, size, target, size, 1);
    }
  }
  return itemRecommender({ name: 'ease', items, scores: scorer(arrays.inverse, items, size) });
}

function scorer(inverse: Float32Array, items: number, stride: number) {
  const weights = new Float32Array(items * items);
  for (let i = 0; i < items; i++) {
    for (let j = 0; j < i; j++) {
      const entry = inverse[i * stride + j]!;
      weights[i * items + j] = -entry / inverse[j * stride + j]!;
      weights[j * items + i] = -entry / inverse[i * stride + i]!;
    }
  }
  return (history: ArrayLike<number>): Float64Array => {
    const scores = new Float64Array(items);
    for (let n = 0; n < history.length; n++) {
      const line = history[n]! * items;
      for (let item = 0; item < items; item++) scores[item]! += weights[line + item]!;
    }
    return scores;
  };
}
