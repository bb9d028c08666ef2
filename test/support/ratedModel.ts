/** A random model whose items were rated by known shares of 1000 people. */
import { createModel, type FactorModel } from '../../src/factorization/index.ts';
import { derive } from '../../src/maths/index.ts';
import { randomChannelModel, randomModel } from './models.ts';

export interface RatedModelSpec {
  readonly seed: number;
  readonly items: number;
  readonly dimension: number;
  /** Of each item; drawn at random where left out. */
  readonly shares?: readonly number[];
  /** Reads what was seen, and how it was rated. */
  readonly channels?: boolean;
}

export function ratedModel({ seed, items, dimension, shares, channels = false }: RatedModelSpec): FactorModel {
  const stream = derive(seed, 'shares');
  const model = (channels ? randomChannelModel : randomModel)({ items, dimension, types: 2, seed });
  const countsByType = Uint32Array.from({ length: 2 * items }, (_, at) =>
    shares === undefined ? stream.below(500) + 1 : 500 * shares[at >> 1]!,
  );
  return createModel({
    ...model,
    itemStatistics: { ...model.itemStatistics, countsByType },
    provenance: { ...model.provenance, users: 1000 },
  });
}
