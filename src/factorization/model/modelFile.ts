/** A model as one safetensors file (sealedFile.ts). Python reads it: `safetensors.safe_open(path, "numpy")`. */
import type { Reals } from '../../maths/index.ts';
import { createVocabulary, type ItemIndex, itemIndex, type RatingScale } from '../../ratings/index.ts';
import {
  type Calibration,
  type Channel,
  createModel,
  type FactorModel,
  type ModelAttribute,
  type Provenance,
} from './factorModel.ts';
import { decodeSealed, describedBy, encodeSealed, foreign } from './sealedFile.ts';

const FORMAT = { format: 'ulterior-model', version: '1' } as const;

/** What the metadata hold besides format, version and checksum. */
interface Description {
  readonly attribute: string;
  readonly typeLabels: readonly string[];
  readonly dimension: number;
  readonly channels: readonly Channel[];
  readonly noiseVariance: number;
  readonly profileVariance: number;
  readonly scale: RatingScale;
  readonly itemIds: readonly string[];
  readonly itemTitles: readonly string[];
  readonly provenance: Provenance;
  readonly calibration?: Calibration | undefined;
  readonly attributes?: readonly ModelAttribute[] | undefined;
}

/** The model as the bytes of a safetensors file. */
export function encodeModel(model: FactorModel): Uint8Array<ArrayBuffer> {
  const { rows, items, itemStatistics } = model;
  const types = model.typeLabels.length;
  const rowCount = items.size * rows.channels.length;
  const indexes = Array.from({ length: items.size }, (_, item) => itemIndex(item));
  const description: Description = {
    attribute: model.attribute,
    typeLabels: model.typeLabels,
    dimension: model.dimension,
    channels: rows.channels,
    noiseVariance: model.noiseVariance,
    profileVariance: model.profileVariance,
    scale: model.scale,
    itemIds: indexes.map((item) => items.id(item)),
    itemTitles: indexes.map((item) => items.title(item)),
    provenance: model.provenance,
    calibration: model.calibration,
    attributes: model.attributes,
  };
  return encodeSealed(FORMAT, description, {
    rowScales: { shape: [rowCount], values: rows.scales },
    rowProfiles: { shape: [rowCount, model.dimension], values: rows.profiles },
    rowBiases: { shape: [rowCount, types], values: rows.biases },
    typePriors: { shape: [types], values: model.typePriors },
    itemCountsByType: { shape: [items.size, types], values: itemStatistics.countsByType },
    itemMeans: { shape: [items.size], values: itemStatistics.means },
    itemEntropies: { shape: [items.size], values: itemStatistics.entropies },
  });
}

/** The model in the bytes of a file; refuses what was truncated or altered. */
export function decodeModel(bytes: Uint8Array): FactorModel {
  const { description: text, values } = decodeSealed(bytes, FORMAT);
  const description = checkedDescription(text);
  return createModel({
    attribute: description.attribute,
    typeLabels: description.typeLabels,
    typePriors: values('typePriors') as Float64Array<ArrayBuffer>,
    dimension: description.dimension,
    rows: {
      channels: description.channels,
      scales: values('rowScales') as Reals,
      profiles: values('rowProfiles') as Reals,
      biases: values('rowBiases') as Reals,
    },
    noiseVariance: description.noiseVariance,
    profileVariance: description.profileVariance,
    items: createVocabulary<ItemIndex>(description.itemIds, description.itemTitles),
    scale: description.scale,
    itemStatistics: {
      countsByType: values('itemCountsByType') as Uint32Array,
      means: values('itemMeans') as Float32Array,
      entropies: values('itemEntropies') as Float32Array,
    },
    provenance: description.provenance,
    calibration: description.calibration,
    attributes: description.attributes,
  });
}

function checkedDescription(text: string): Description {
  const parsed = describedBy<Description>(text);
  const { attribute, typeLabels, itemIds, itemTitles, channels, scale, provenance } = parsed;
  const texts = [typeLabels, itemIds, itemTitles, channels].every(
    (list) => Array.isArray(list) && list.every((entry) => typeof entry === 'string'),
  );
  const numbers = [parsed.dimension, parsed.noiseVariance, parsed.profileVariance, scale?.min, scale?.max, scale?.step];
  if (!texts || typeof attribute !== 'string' || typeof provenance !== 'object' || !numbers.every(Number.isFinite)) {
    throw foreign('its description lacks what a model needs');
  }
  return parsed as Description;
}
