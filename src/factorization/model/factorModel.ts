/**
 * What training leaves behind: item profiles, type biases, noise and priors. It holds nothing about single users.
 *
 *   rows.profiles  v (rows x d)      rows.biases  z (rows x K)      noiseVariance  s2      profileVariance  su2
 *
 * Observation rows are kept apart from items: an item has one for each of `rows.channels`, and item j's first row is
 * j x channels. In a rating model an item has one row, and its value is the rating; in a model of two channels an
 * answer says whether the item was seen, and how it was rated.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { Probabilities, Reals } from '../../maths/index.ts';
import type { ItemIndex, RatingScale, Vocabulary } from '../../ratings/index.ts';
import type { ChannelParameters } from './channelParameters.ts';
import type { ImportedParameters } from './importedParameters.ts';
import type { TrainingParameters } from './parameters.ts';

/**
 * What a row observes of an answer:
 *   rating         the rating; a skip observes nothing
 *   presence       1 if the item was seen, 0 if it was skipped
 *   centredRating  the rating less the item's mean; 0 if it was skipped
 */
export type Channel = 'rating' | 'presence' | 'centredRating';
const CHANNELS: readonly Channel[] = ['rating', 'presence', 'centredRating'];

/** What answers are made of: for each item one row, or one for each channel, with its profile and its group biases. */
interface ObservationRows {
  /** What the rows of each item observe, in their order. */
  readonly channels: readonly Channel[];
  /** What each row's observation is multiplied with, so that its noise is the model's (rows). */
  readonly scales: Reals;
  readonly profiles: Reals;
  readonly biases: Reals;
}

/** What is known about the ratings of each item. */
interface ItemStatistics {
  /** How many training users of each type rated the item (items x K). */
  readonly countsByType: Uint32Array;
  /** Mean training rating of each item. */
  readonly means: Float32Array;
  /** Entropy, in bits, of each item's histogram of training ratings. */
  readonly entropies: Float32Array;
}

/** How what the answers say is to be weighed after this many questions, for the stated confidence to be honest. */
export interface CalibrationPoint {
  /** Answers that told the model something, those known before the first question included. */
  readonly questions: number;
  /** What log likelihoods are multiplied with. */
  readonly slope: number;
  /** What is then added to the log weight of each type. */
  readonly offsets: readonly number[];
  /**
   * Of two types only: where the line bends. From `at` on, evidence for the second type (its log likelihood less that of
   * the first) counts by this much more.
   */
  readonly bends?: readonly { readonly at: number; readonly by: number }[] | undefined;
  /**
   * How sure the attacker was, as stated, of the most probable group of those it was fitted to: what 5%, 10%, ... 95% of them
   * did not exceed. So people can be told how many it is surer of.
   */
  readonly sureness?: readonly number[] | undefined;
}

/** The interviews that a calibration was fitted to; it is honest for others like them only. */
export interface CalibratedFor {
  /** Name of the strategy that chose the questions. */
  readonly strategy: string;
  /** Ridge of the classifier; `model`: noise over profile variance, as each model has it. */
  readonly ridge: number | 'model';
  readonly protocol: 'open' | 'rated';
  /** How many people were interviewed. */
  readonly people: number;
}

/** How much the answers count, by how many were given: what makes a belief as sure as it is right. */
export interface Calibration {
  /** By ascending number of questions. */
  readonly points: readonly CalibrationPoint[];
  /** Left out where the caller of `fitCalibration` interviewed people in a way of their own. */
  readonly fittedFor?: CalibratedFor | undefined;
}

/** One of several attributes that a model infers at once. */
export interface ModelAttribute {
  readonly name: string;
  readonly labels: readonly string[];
}

/** Where a model comes from. */
export interface Provenance {
  /** Version of the package that trained the model. */
  readonly version: string;
  /** SHA-256 of the training data. */
  readonly dataFingerprint: string;
  readonly users: number;
  readonly ratings: number;
  readonly parameters: TrainingParameters | ChannelParameters | ImportedParameters;
  /** Where the noise variance was measured. */
  readonly noiseFrom: 'heldOut' | 'training';
  /** Root mean squared training error of each epoch or sweep, before its steps. */
  readonly trainingErrors: readonly number[];
  /** Set where the gaps were shrunken after training: the variance of the true type biases around the item's. */
  readonly shrunkenGaps?: { readonly gapVariance: number } | undefined;
  /** Set where the item vectors were not trained here: the file they come from. */
  readonly itemVectorsFrom?: string | undefined;
  /** Set where the model was not trained by this package itself: the engine, for example Apache Spark 4.0.1. */
  readonly trainedOn?: string | undefined;
}

/**
 * What training leaves behind: profiles and group biases of items, the noise, the shares of the groups. It contains
 * nothing about single people.
 */
export interface FactorModel {
  readonly attribute: string;
  readonly typeLabels: readonly string[];
  readonly typePriors: Probabilities;
  readonly dimension: number;
  readonly rows: ObservationRows;
  readonly noiseVariance: number;
  readonly profileVariance: number;
  readonly items: Vocabulary<ItemIndex>;
  readonly scale: RatingScale;
  readonly itemStatistics: ItemStatistics;
  readonly provenance: Provenance;
  /** Fitted to beliefs of a model like this one; interviews state the confidence that it gives. */
  readonly calibration?: Calibration | undefined;
  /** Where types are combinations of values: of which attributes. The last one counts fastest (jointAttributes.ts). */
  readonly attributes?: readonly ModelAttribute[] | undefined;
}

/** Freezes the parts into a model after checking that they fit together and are finite. */
export function createModel(parts: FactorModel): FactorModel {
  const items = parts.items.size;
  const types = parts.typeLabels.length;
  const { rows, itemStatistics } = parts;
  const refuse = (what: string) => {
    throw new UlteriorError('MODEL_INVALID', `the model is not consistent: ${what}`, 'train it again', {
      items,
      types,
    });
  };
  const expectLength = (name: string, actual: number, wanted: number) => {
    if (actual !== wanted) refuse(`${name} has ${actual} values, not ${wanted}`);
  };
  if (types < 2) refuse(`it knows ${types} type`);
  if (!Number.isInteger(parts.dimension) || parts.dimension < 1) refuse(`its dimension is ${parts.dimension}`);
  const { channels } = rows;
  if (channels.length === 0 || channels.some((channel, at) => channels.indexOf(channel) !== at)) {
    refuse(`its channels are ${channels.join(', ') || 'none'}`);
  }
  for (const channel of channels) if (!CHANNELS.includes(channel)) refuse(`it has a channel "${channel}"`);
  const rowCount = items * channels.length;
  expectLength('row scales', rows.scales.length, rowCount);
  expectLength('row profiles', rows.profiles.length, rowCount * parts.dimension);
  expectLength('row biases', rows.biases.length, rowCount * types);
  expectLength('type priors', parts.typePriors.length, types);
  expectLength('counts by type', itemStatistics.countsByType.length, items * types);
  expectLength('item means', itemStatistics.means.length, items);
  expectLength('item entropies', itemStatistics.entropies.length, items);
  if (!(parts.noiseVariance > 0 && parts.profileVariance > 0)) refuse('a variance is not positive');
  if (!rows.scales.every((scale) => Number.isFinite(scale) && scale > 0)) refuse('a scale is not positive');
  if (!rows.profiles.every(Number.isFinite)) refuse('a profile is not finite');
  if (!rows.biases.every(Number.isFinite)) refuse('a type bias is not finite');
  if (parts.calibration !== undefined && !fitting(parts.calibration, types)) refuse('its calibration does not fit');
  if (parts.attributes !== undefined && !combining(parts.attributes, types)) refuse('its attributes do not fit');
  return Object.freeze({
    ...parts,
    typeLabels: Object.freeze([...parts.typeLabels]),
    rows: Object.freeze({ ...rows, channels: Object.freeze([...channels]) }),
    itemStatistics: Object.freeze({ ...itemStatistics }),
    provenance: Object.freeze({ ...parts.provenance }),
  });
}

/** Also of what a file says is a calibration. */
function fitting(calibration: Calibration | null, types: number): boolean {
  const points: readonly (Partial<CalibrationPoint> | null)[] | undefined = calibration?.points;
  if (!Array.isArray(points) || points.length === 0 || !naming(calibration?.fittedFor)) return false;
  return points.every((point, at) => {
    const { questions, slope, offsets, bends, sureness } = point ?? {};
    const numbers = Array.isArray(offsets) && [questions, slope, ...offsets].every(Number.isFinite);
    if (!numbers || (bends !== undefined && !bending(bends, slope!, types))) return false;
    if (sureness !== undefined && !twentieths(sureness)) return false;
    return offsets.length === types && slope! >= 0 && questions! > (points[at - 1]?.questions ?? 0);
  });
}

function twentieths(shares: unknown): boolean {
  if (!Array.isArray(shares) || shares.length !== 19) return false;
  return shares.every((share, at) => Number.isFinite(share) && share >= (shares[at - 1] ?? 0) && share <= 1);
}

function bending(bends: unknown, slope: number, types: number): boolean {
  if (!Array.isArray(bends) || types !== 2) return false;
  return bends.every((bend) => Number.isFinite(bend?.at) && Number.isFinite(bend?.by)) && lineRises(slope, bends);
}

/** No piece of a broken line falls: more evidence for a type never makes it less likely. */
export function lineRises(slope: number, bends: NonNullable<CalibrationPoint['bends']>): boolean {
  const ascending = [...bends].sort((a, b) => a.at - b.at);
  let steepness = slope;
  for (const { by } of ascending) {
    steepness += by;
    if (steepness < -1e-12) return false;
  }
  return slope >= 0;
}

function naming(fittedFor: Partial<CalibratedFor> | null | undefined): boolean {
  if (fittedFor === undefined) return true;
  const { strategy, ridge, protocol, people } = fittedFor ?? {};
  const known = (protocol === 'open' || protocol === 'rated') && (ridge === 'model' || Number.isFinite(ridge));
  return known && typeof strategy === 'string' && Number.isInteger(people);
}

/** Whether the types are the combinations of the attributes' values; also of what a file says are attributes. */
function combining(attributes: unknown, types: number): boolean {
  if (!Array.isArray(attributes) || attributes.length === 0) return false;
  const parts: readonly (Partial<ModelAttribute> | null)[] = attributes;
  const names = new Set(parts.map((part) => part?.name));
  const texts = (list: unknown) => Array.isArray(list) && list.every((entry) => typeof entry === 'string');
  const whole = parts.every((part) => typeof part?.name === 'string' && texts(part.labels) && part.labels!.length > 1);
  const combinations = parts.reduce((count, part) => count * (part?.labels?.length ?? 0), 1);
  return whole && names.size === parts.length && combinations === types;
}

/** The rows of a model in which an item has one row, whose value is the rating. */
export function ratingRows(profiles: Reals, biases: Reals, items: number): ObservationRows {
  return { channels: ['rating'], scales: new Float32Array(items).fill(1), profiles, biases };
}
