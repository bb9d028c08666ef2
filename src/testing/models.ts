/** Small models for tests, in double precision: made up at random, or taken from given numbers. */
import { createPresenceModel, type PresenceModel, type PublicLists } from '../defence/index.ts';
import { createModel, type FactorModel, presets, ratingRows } from '../factorization/index.ts';
import { packRows } from '../inference/index.ts';
import { derive } from '../maths/index.ts';
import { type Answered, createVocabulary, type ItemIndex, itemIndex, type RatingScale } from '../ratings/index.ts';

/** The numbers of a small model of ratings. */
interface ModelParts {
  readonly profiles: readonly (readonly number[])[];
  readonly biases: readonly (readonly number[])[];
  readonly noiseVariance: number;
  readonly prior: readonly number[];
  readonly scale?: RatingScale;
}

/** A model of ratings from its numbers. */
export function modelFrom({ profiles, biases, noiseVariance, prior, scale }: ModelParts): FactorModel {
  const items = profiles.length;
  const types = prior.length;
  const ids = Array.from({ length: items }, (_, item) => `i${item}`);
  return createModel({
    attribute: 'type',
    typeLabels: prior.map((_, t) => `type ${t}`),
    typePriors: Float64Array.from(prior),
    dimension: profiles[0]!.length,
    rows: ratingRows(Float64Array.from(profiles.flat()), Float64Array.from(biases.flat()), items),
    noiseVariance,
    profileVariance: 0.1,
    items: createVocabulary<ItemIndex>(ids),
    scale: scale ?? { min: 1, max: 5, step: 1 },
    itemStatistics: {
      countsByType: new Uint32Array(items * types).fill(1),
      means: Float32Array.from(biases, (row) => row.reduce((sum, bias) => sum + bias, 0) / types),
      entropies: Float32Array.from({ length: items }, (_, item) => (item * 7919) % 13),
    },
    provenance: {
      version: '0.0.0',
      dataFingerprint: 'made up',
      users: 1,
      ratings: 1,
      parameters: presets.als,
      noiseFrom: 'training',
      trainingErrors: [],
    },
  });
}

/** The size of a model that is drawn at random. */
interface RandomModelSpec {
  readonly items: number;
  readonly dimension: number;
  readonly types: number;
  readonly seed: number;
}

/** Sizes as in trained models: profiles of length about one, gaps of a fraction of a star. */
export function randomModel({ items, dimension, types, seed }: RandomModelSpec): FactorModel {
  const stream = derive(seed, 'random-model');
  const rows = (width: number, entry: () => number) =>
    Array.from({ length: items }, () => Array.from({ length: width }, entry));
  const middles = Array.from({ length: items }, () => 3.5 + 0.5 * stream.normal());
  const prior = Array.from({ length: types }, () => 0.2 + stream.uniform());
  const total = prior.reduce((sum, share) => sum + share, 0);
  return modelFrom({
    profiles: rows(dimension, () => stream.normal() / Math.sqrt(dimension)),
    biases: middles.map((middle) => Array.from({ length: types }, () => middle + 0.3 * stream.normal())),
    noiseVariance: 0.5 + stream.uniform(),
    prior: prior.map((share) => share / total),
  });
}

/** Answers to some items, drawn at random from a scale of one to five. */
export function randomAnswers(model: FactorModel, count: number, seed: number): (Answered & { answer: number })[] {
  const stream = derive(seed, 'random-ratings');
  const order = stream.shuffle(Array.from({ length: model.items.size }, (_, item) => item));
  return order.slice(0, count).map((item) => ({ item: itemIndex(item), answer: 1 + stream.below(5) }));
}

/** A model of two channels: whether an item was seen, and how it was rated. Unit noise, as such models are trained. */
export function randomChannelModel(spec: RandomModelSpec): FactorModel {
  const { items, dimension, types, seed } = spec;
  const stream = derive(seed, 'random-channel-model');
  const scales = Float64Array.from({ length: 2 * items }, () => 1.5 + stream.uniform());
  const biases = Array.from({ length: items }, (_, item) => {
    const seen = 0.1 + 0.6 * stream.uniform();
    const presence = Array.from({ length: types }, () => scales[2 * item]! * (seen + 0.1 * stream.normal()));
    const rating = Array.from({ length: types }, () => scales[2 * item + 1]! * 0.2 * stream.normal());
    return [presence, rating];
  });
  const profiles = Float64Array.from(
    { length: 2 * items * dimension },
    () => (0.8 * stream.normal()) / Math.sqrt(dimension),
  );
  return createModel({
    ...randomModel(spec),
    rows: {
      channels: ['presence', 'centredRating'],
      scales,
      profiles,
      biases: Float64Array.from(biases.flat(2)),
    },
    noiseVariance: 1,
    profileVariance: 1,
  });
}

/** Answers to some items, a third of them skips. */
export function randomAnswersAndSkips(model: FactorModel, count: number, seed: number): Answered[] {
  const stream = derive(seed, 'random-skips');
  return randomAnswers(model, count, seed).map((answered) =>
    stream.uniform() < 1 / 3 ? { ...answered, answer: 'skip' } : answered,
  );
}

/** A model of presence for the items and groups of a model of ratings: tastes of two directions, groups that differ. */
export function randomPresence({ items, typeLabels, attribute, scale }: FactorModel, seed: number): PresenceModel {
  const stream = derive(seed, 'random-presence');
  const groups = typeLabels.length;
  const singles = (length: number, entry: () => number) => Float32Array.from({ length }, entry);
  const normals = (length: number, deviation: number) => singles(length, () => deviation * stream.normal());
  return createPresenceModel({
    attribute,
    groups: typeLabels,
    items,
    scale,
    directions: 2,
    stages: [
      {
        basis: normals(2 * items.size, 0.3),
        centres: Float64Array.from(normals(3 * groups, 0.2)),
        scales: Float64Array.of(1, 1, 1),
        intercepts: normals(items.size, 1),
        groupEffects: normals(items.size * groups, 1),
        tasteEffects: normals(3 * items.size, 0.4),
        groupVariance: 1,
      },
    ],
    ratings: singles(items.size * groups, () => (scale.min + scale.max) / 2 + 0.3 * stream.normal()),
    sending: { places: 5 },
    guard: {
      // Each item points to the next one.
      starts: Uint32Array.from({ length: items.size + 1 }, (_, item) => item),
      items: Uint32Array.from({ length: items.size }, (_, item) => (item + 1) % items.size),
      weights: new Float32Array(items.size).fill(1),
    },
    people: 1,
  });
}

/** What defences of the literature know: forty people of two groups, each with its own half of the items, and some of the other. */
export function randomLists({ items: { size } }: FactorModel, seed: number): PublicLists {
  const stream = derive(seed, 'random-lists');
  const groupOf = Uint8Array.from({ length: 40 }, (_, person) => person % 2);
  const histories = Array.from(groupOf, (group) => {
    const indices = Array.from({ length: size }, (_, item) => item).filter(
      (item) => stream.uniform() < (item % 2 === group ? 0.7 : 0.1),
    );
    return { indices, values: indices.map(() => 3) };
  });
  const weights = Float64Array.from(
    { length: size },
    (_, item) => (item % 2 === 1 ? 1 : -1) * (0.1 + stream.uniform()),
  );
  const order = Array.from(weights.keys()).sort((a, b) => weights[a]! - weights[b]!);
  const ranks = Float64Array.from(weights, (_, item) => order.indexOf(item));
  return { histories: packRows(size, histories), groupOf, weights, ranks };
}
