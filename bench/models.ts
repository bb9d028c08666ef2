/** Models and answers of a given size, made up quickly: benchmarks need the shape of real ones, not their sense. */
import { createModel, createVocabulary, type FactorModel, parametersFrom } from 'ulterior/core';

export function syntheticModel(items: number, dimension: number): FactorModel {
  let state = 12345;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
  const fill = (length: number, middle: number, width: number) =>
    Float32Array.from({ length }, () => middle + width * (uniform() - 0.5));
  return createModel({
    attribute: 'type',
    typeLabels: ['a', 'b'],
    typePriors: Float64Array.of(0.5, 0.5),
    dimension,
    rows: {
      channels: ['rating'],
      scales: new Float32Array(items).fill(1),
      profiles: fill(items * dimension, 0, 1),
      biases: fill(items * 2, 3.5, 1),
    },
    noiseVariance: 0.8,
    profileVariance: 0.1,
    items: createVocabulary(Array.from({ length: items }, (_, item) => `i${item}`)),
    scale: { min: 1, max: 5, step: 1 },
    itemStatistics: {
      countsByType: new Uint32Array(items * 2),
      means: new Float32Array(items),
      entropies: new Float32Array(items),
    },
    provenance: {
      version: '0',
      dataFingerprint: '',
      users: 0,
      ratings: 0,
      parameters: parametersFrom('als'),
      noiseFrom: 'training',
      trainingErrors: [],
    },
  });
}
