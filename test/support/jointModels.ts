/** Small models of several attributes for tests, with biases that add up, of ratings or of two channels. */
import { type Channel, createModel, type FactorModel, jointAttributes } from '../../src/factorization/index.ts';
import { derive } from '../../src/maths/index.ts';
import { randomModel } from './models.ts';

export interface JointModelSpec {
  readonly items: number;
  readonly dimension: number;
  /** How many values each attribute has. */
  readonly shape: readonly number[];
  readonly rows: 1 | 2;
  readonly seed: number;
  /** How far the values of an attribute lie apart. */
  readonly gap?: number;
}

/** The attributes are called a, b, c; their values a0, a1, ... */
export function randomJointModel({ items, dimension, shape, rows, seed, gap = 0.3 }: JointModelSpec): FactorModel {
  const stream = derive(seed, 'random-joint-model');
  const attributes = shape.map((values, at) => {
    const name = 'abcdef'[at]!;
    return { name, labels: Array.from({ length: values }, (_, value) => `${name}${value}`) };
  });
  const joint = jointAttributes(attributes);
  const base = randomModel({ items: items * rows, dimension, types: joint.types, seed });
  const biases = new Float64Array(items * rows * joint.types);
  for (let row = 0; row < items * rows; row++) {
    const effects = attributes.map(({ labels }) => labels.map(() => gap * stream.normal()));
    const middle = stream.normal();
    for (let type = 0; type < joint.types; type++) {
      biases[row * joint.types + type] = effects.reduce(
        (sum, effect, at) => sum + effect[joint.codes[at]![type]!]!,
        middle,
      );
    }
  }
  const channels: readonly Channel[] = rows === 1 ? ['rating'] : ['presence', 'centredRating'];
  const { items: vocabulary } = randomModel({ items, dimension, types: joint.types, seed });
  return createModel({
    ...base,
    attribute: attributes.map(({ name }) => name).join(' and '),
    typeLabels: Array.from({ length: joint.types }, (_, type) => joint.labelOf(type)),
    items: vocabulary,
    rows: { channels, scales: new Float64Array(items * rows).fill(1), profiles: base.rows.profiles, biases },
    itemStatistics: {
      countsByType: new Uint32Array(items * joint.types).fill(1),
      means: new Float32Array(items).fill(3),
      entropies: new Float32Array(items),
    },
    attributes,
  });
}
