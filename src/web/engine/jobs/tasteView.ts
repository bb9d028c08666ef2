/**
 * What questions teach about taste is read from a model of ratings (src/defence/questionnaires/design/taste.ts). Where there are only
 * models of channels, their rating channel stands in: the same profiles, one row per item, in the units of the model. It
 * says how much of the variance a list takes away, not what error is left, because an item that was not seen counts there
 * as one that was rated average. As an attacker it sees less than the model it is cut from, so it adds no leak.
 */
import { createModel, type FactorModel } from '../../../factorization/index.ts';

/** The models, with one that says what questions teach in front where none of them does and one can be cut out. */
export function withTaste(models: readonly FactorModel[]): readonly FactorModel[] {
  if (models.some(({ rows }) => rows.channels.includes('rating'))) return models;
  const source = models.find(({ rows }) => rows.channels.includes('centredRating'));
  return source === undefined ? models : [...models, tasteView(source)];
}

function tasteView(model: FactorModel): FactorModel {
  const { rows, dimension, typeLabels, items } = model;
  const channel = rows.channels.indexOf('centredRating');
  const cut = (values: ArrayLike<number>, width: number) =>
    Float32Array.from({ length: items.size * width }, (_, at) => {
      const row = Math.floor(at / width) * rows.channels.length + channel;
      return values[row * width + (at % width)]!;
    });
  return createModel({
    ...model,
    calibration: undefined,
    rows: {
      channels: ['rating'],
      scales: new Float32Array(items.size).fill(1),
      profiles: cut(rows.profiles, dimension),
      biases: cut(rows.biases, typeLabels.length),
    },
  });
}
