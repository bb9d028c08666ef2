/**
 * Whether bytes are a model that can be interviewed with. The checksum of a model tells of accidents, not of a file made
 * up to do harm: so shapes are bounded, every number must be finite, and a short interview is held with it.
 */
import {
  Advisor,
  attributesOf,
  createStrategy,
  decodeModel,
  decodePresenceModel,
  exactStrategyFor,
  type FactorModel,
  formatOf,
  Interview,
  type ItemIndex,
  itemIndex,
  NUMERIC_FORMAT,
  PRESENCE_FORMAT,
  type RatingScale,
  UlteriorError,
  type Vocabulary,
} from 'ulterior/service-parts';
import type { Limits } from '../common/limits.ts';
import { requireModelCost } from './modelCost.ts';

/** More levels than this are no scale that people answer on. */
const MOST_LEVELS = 1001;
const LONGEST_TEXT = 500;
const TRIED_QUESTIONS = 3;
/** Numbers of trained models are about one; squares of larger ones than this lose what is added to them. */
const LARGEST_NUMBER = 1e9;
/** As for texts of requests: what a database keeps and a page shows. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
/** Names are keys of objects, where this one is no key. */
const NO_NAME = '__proto__';

/** What is said of a model without opening it. */
export type ModelDescription = ReturnType<typeof describedInterviews> & { readonly use: ModelUse };
/** What a model is for. */
export type ModelUse = 'interviews' | 'protection';

/**
 * Checks that bytes are a model that interviews can be held with, or histories protected, and describes it.
 * `store.models.add` takes the description.
 */
export function inspectModel(bytes: Uint8Array, limits: Limits): ModelDescription {
  return formatOf(bytes) === PRESENCE_FORMAT.format
    ? { use: 'protection', ...describedProtection(bytes, limits) }
    : { use: 'interviews', ...describedInterviews(bytes, limits) };
}

function describedProtection(bytes: Uint8Array, limits: Limits): ReturnType<typeof describedInterviews> {
  const model = decoded(decodePresenceModel, bytes);
  const { attribute, groups, items, directions, scale, people } = model;
  checkSizes({ items: items.size, types: groups.length, factors: directions }, limits);
  checkScale(scale);
  const numbers = model.stages.flatMap(({ basis, tasteEffects, intercepts }) => [basis, tasteEffects, intercepts]);
  for (const values of [...numbers, model.ratings]) checkSize(values);
  checkNames([attribute, ...groups]);
  checkItems(items);
  return {
    attributes: [{ name: attribute, labels: [...groups] }],
    types: [...groups],
    items: items.size,
    dimension: directions,
    channels: ['chances'],
    scale: { ...scale },
    calibrated: false,
    provenance: { version: PRESENCE_FORMAT.version, dataFingerprint: '', users: people, ratings: 0 },
  };
}

function describedInterviews(bytes: Uint8Array, limits: Limits) {
  if (formatOf(bytes) === NUMERIC_FORMAT.format) {
    throw new UlteriorError(
      'MODEL_FOREIGN',
      'this is a model of a number; the service interviews about groups',
      'train the model on bins of the number, for example age:18,25,35',
    );
  }
  const model = decoded(decodeModel, bytes);
  checkShape(model, limits);
  requireModelCost(model, limits);
  checkNumbers(model);
  tryOut(model);
  const { provenance } = model;
  return {
    attributes: attributesOf(model).attributes.map(({ name, labels }) => ({ name, labels: [...labels] })),
    types: [...model.typeLabels],
    items: model.items.size,
    dimension: model.dimension,
    channels: model.rows.channels.map(String),
    scale: { ...model.scale },
    calibrated: model.calibration !== undefined,
    provenance: {
      version: String(provenance.version),
      dataFingerprint: String(provenance.dataFingerprint),
      users: Number(provenance.users),
      ratings: Number(provenance.ratings),
    },
  };
}

function decoded<Model>(decode: (bytes: Uint8Array) => Model, bytes: Uint8Array): Model {
  try {
    return decode(bytes);
  } catch (error) {
    if (error instanceof UlteriorError) throw error;
    throw invalid('its parts are not what they should be');
  }
}

function checkShape({ items, typeLabels, dimension, rows, scale }: FactorModel, limits: Limits): void {
  checkSizes({ items: items.size, types: typeLabels.length, factors: dimension }, limits);
  most('rows per item', rows.channels.length, 2);
  checkScale(scale);
}

function checkSizes(
  sizes: { readonly items: number; readonly types: number; readonly factors: number },
  limits: Limits,
) {
  most('items', sizes.items, limits.modelItems);
  most('types', sizes.types, limits.modelTypes);
  most('factors', sizes.factors, limits.modelDimension);
  if (sizes.items === 0) throw invalid('it has no items');
}

function checkScale({ min, max, step }: RatingScale): void {
  if (!(min < max) || step < 0) throw invalid('its rating scale is empty');
  if (step > 0) most('levels of rating', Math.round((max - min) / step) + 1, MOST_LEVELS);
}

function most(what: string, count: number, limit: number): void {
  if (count <= limit) return;
  throw new UlteriorError(
    'UPLOAD_TOO_COSTLY',
    `the model has ${count} ${what}; at most ${limit} are accepted`,
    'train a smaller model, or raise the limits of the service',
  );
}

function checkSize(values: ArrayLike<number>): void {
  for (let n = 0; n < values.length; n++) {
    if (!(Math.abs(values[n]!) <= LARGEST_NUMBER)) throw invalid('a number in it is too large');
  }
}

function checkNumbers(model: FactorModel): void {
  const { typePriors, noiseVariance, profileVariance, itemStatistics, items, provenance, attribute } = model;
  const numbers = [
    ...typePriors,
    noiseVariance,
    profileVariance,
    ...itemStatistics.means,
    ...itemStatistics.entropies,
    provenance.users,
    provenance.ratings,
  ];
  if (!numbers.every(Number.isFinite)) throw invalid('a number in it is not finite');
  const { rows, scale } = model;
  for (const values of [rows.profiles, rows.biases, rows.scales, itemStatistics.means, [scale.min, scale.max]]) {
    checkSize(values);
  }
  const { attributes } = attributesOf(model);
  checkNames([attribute, ...model.typeLabels, ...attributes.flatMap(({ name, labels }) => [name, ...labels])]);
  checkItems(items);
}

function checkItems(items: Vocabulary<ItemIndex>): void {
  for (let item = 0; item < items.size; item++) {
    const index = itemIndex(item);
    checkNames([items.id(index), items.title(index)]);
    if (items.id(index) === '') throw invalid('an item has no id');
  }
}

function checkNames(names: readonly string[]): void {
  for (const name of names) {
    if (name.length > LONGEST_TEXT) throw invalid('a name in it is too long');
    if (UNPRINTABLE.test(name)) throw invalid('a name in it has control characters');
    if (name === NO_NAME) throw invalid(`a name in it is "${NO_NAME}"`);
  }
}

/** The first questions with the lowest and the highest answer and a skip: whatever fails then would fail for people. */
function tryOut(model: FactorModel): void {
  const { scale, typeLabels } = model;
  try {
    let interview = Interview.start({
      model,
      strategy: createStrategy({ model, seed: 1 }, exactStrategyFor(typeLabels.length)),
      protocol: { kind: 'open' },
      stopping: { maxQuestions: TRIED_QUESTIONS },
    });
    let advisor = Advisor.start([{ model }]);
    for (const answer of [scale.min, scale.max, 'skip'] as const) {
      if (interview.status.kind !== 'asking') break;
      const { question } = interview.status;
      const id = model.items.id(question);
      advisor.advise(id, { budget: 1 });
      advisor = advisor.after(id, answer);
      interview = answer === 'skip' ? interview.skip(question) : interview.answer(question, answer);
      if (!interview.posterior().every(Number.isFinite)) throw invalid('its beliefs are not numbers');
    }
  } catch (error) {
    if (error instanceof UlteriorError && error.code === 'MODEL_INVALID') throw error;
    throw invalid('no interview can be held with it');
  }
}

function invalid(what: string): UlteriorError {
  return new UlteriorError('MODEL_INVALID', `the model cannot be used: ${what}`, 'train it again');
}
