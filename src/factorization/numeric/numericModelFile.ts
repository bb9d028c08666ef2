/** A model of a number as one safetensors file (../model/sealedFile.ts). */
import { createVocabulary, type ItemIndex, itemIndex, type RatingScale } from '../../ratings/index.ts';
import { decodeSealed, describedBy, encodeSealed, foreign } from '../model/sealedFile.ts';
import { createNumericModel, type NumericModel, type NumericProvenance } from './numericModel.ts';

export const NUMERIC_FORMAT = { format: 'ulterior-numeric-model', version: '1' } as const;

/** What the metadata hold besides format, version and checksum. */
interface Description {
  readonly attribute: NumericModel['attribute'];
  readonly dimension: number;
  readonly noiseVariance: number;
  readonly profileVariance: number;
  readonly scale: RatingScale;
  readonly itemIds: readonly string[];
  readonly itemTitles: readonly string[];
  readonly provenance: NumericProvenance;
}

/** The model of a number as the bytes of a safetensors file. */
export function encodeNumericModel(model: NumericModel): Uint8Array<ArrayBuffer> {
  const { attribute, dimension, noiseVariance, profileVariance, scale, items, itemStatistics, provenance } = model;
  const indexes = Array.from({ length: items.size }, (_, item) => itemIndex(item));
  const description: Description = {
    attribute,
    dimension,
    noiseVariance,
    profileVariance,
    scale,
    itemIds: indexes.map((item) => items.id(item)),
    itemTitles: indexes.map((item) => items.title(item)),
    provenance,
  };
  const shape = [items.size];
  return encodeSealed(NUMERIC_FORMAT, description, {
    profiles: { shape: [items.size, dimension], values: model.profiles },
    intercepts: { shape, values: model.intercepts },
    slopes: { shape, values: model.slopes },
    itemCounts: { shape, values: itemStatistics.counts },
    itemMeans: { shape, values: itemStatistics.means },
    itemEntropies: { shape, values: itemStatistics.entropies },
    slopeErrors: { shape, values: itemStatistics.slopeErrors },
  });
}

/** The model of a number in the bytes of a file. */
export function decodeNumericModel(bytes: Uint8Array): NumericModel {
  const { description: text, values } = decodeSealed(bytes, NUMERIC_FORMAT);
  const { itemIds, itemTitles, ...description } = checkedDescription(text);
  return createNumericModel({
    ...description,
    profiles: values('profiles') as Float64Array,
    intercepts: values('intercepts') as Float64Array,
    slopes: values('slopes') as Float64Array,
    items: createVocabulary<ItemIndex>(itemIds, itemTitles),
    itemStatistics: {
      counts: values('itemCounts') as Uint32Array,
      means: values('itemMeans') as Float32Array,
      entropies: values('itemEntropies') as Float32Array,
      slopeErrors: values('slopeErrors') as Float64Array,
    },
  });
}

function checkedDescription(text: string): Description {
  const parsed = describedBy<Description>(text);
  const { attribute, dimension, noiseVariance, profileVariance, scale, itemIds, itemTitles, provenance } = parsed;
  const texts = [itemIds, itemTitles].every(
    (list) => Array.isArray(list) && list.every((entry) => typeof entry === 'string'),
  );
  const numbers = [
    dimension,
    noiseVariance,
    profileVariance,
    attribute?.mean,
    attribute?.variance,
    scale?.min,
    scale?.max,
    scale?.step,
  ];
  const named = typeof attribute?.name === 'string' && typeof provenance === 'object' && provenance !== null;
  if (!texts || !named || !numbers.every(Number.isFinite)) throw foreign('its description lacks what a model needs');
  return parsed as Description;
}
