/**
 * A model as one safetensors file. Numbers are tensors; everything else is JSON text in the metadata; a SHA-256 over
 * both guards against alteration. Python reads it: `safetensors.safe_open(path, "numpy")`.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { UlteriorError } from '../errors/index.ts';
import type { Reals } from '../numeric/index.ts';
import { createVocabulary, type ItemIndex, itemIndex, type RatingScale } from '../ratings/index.ts';
import { type Channel, createModel, type FactorModel, type Provenance } from './factorModel.ts';
import { decodeTensors, encodeTensors, type TensorArray, type TensorFile } from './safetensors.ts';

const FORMAT = 'ulterior-model';
const FORMAT_VERSION = '2';

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
}

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
  };
  const unsigned: TensorFile = {
    metadata: { format: FORMAT, formatVersion: FORMAT_VERSION, model: JSON.stringify(description) },
    tensors: {
      rowScales: { shape: [rowCount], values: rows.scales },
      rowProfiles: { shape: [rowCount, model.dimension], values: rows.profiles },
      rowBiases: { shape: [rowCount, types], values: rows.biases },
      typePriors: { shape: [types], values: model.typePriors },
      itemCountsByType: { shape: [items.size, types], values: itemStatistics.countsByType },
      itemMeans: { shape: [items.size], values: itemStatistics.means },
      itemEntropies: { shape: [items.size], values: itemStatistics.entropies },
    },
  };
  return encodeTensors({ ...unsigned, metadata: { ...unsigned.metadata, checksum: checksumOf(unsigned) } });
}

export function decodeModel(bytes: Uint8Array): FactorModel {
  const decoded = decodeTensors(bytes);
  if (!decoded.ok) {
    if (decoded.fault === 'truncated') {
      throw new UlteriorError(
        'MODEL_TRUNCATED',
        `the model ends early: ${decoded.reason}`,
        'copy or download the file again',
        { bytes: bytes.length },
      );
    }
    throw foreign(decoded.reason);
  }
  const { metadata, tensors } = decoded.file;
  const { format, formatVersion, checksum, model: text } = metadata;
  if (format !== FORMAT || text === undefined) throw foreign('it is a safetensors file of something else');
  if (formatVersion !== FORMAT_VERSION) {
    throw new UlteriorError(
      'MODEL_VERSION',
      `the model has format version ${formatVersion}; this version reads ${FORMAT_VERSION}`,
      'use the version of Ulterior that wrote it, or train the model again',
      { formatVersion },
    );
  }
  const { checksum: _, ...unsigned } = metadata;
  if (checksum !== checksumOf({ metadata: unsigned, tensors })) {
    throw new UlteriorError(
      'MODEL_ALTERED',
      'the checksum of the model does not fit its contents',
      'copy or download the file again; if it was edited on purpose, train a model instead',
    );
  }
  const description = describedBy(text);
  const values = (name: string): TensorArray => {
    const tensor = tensors[name];
    if (tensor === undefined) throw foreign(`it has no tensor "${name}"`);
    return tensor.values;
  };
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
  });
}

/** The description, if the text is one: the checksum tells of accidents, not of a file made up to deceive. */
function describedBy(text: string): Description {
  let parsed: Partial<Description> | null;
  try {
    parsed = JSON.parse(text) as Partial<Description> | null;
  } catch {
    throw foreign('its description is not JSON');
  }
  const { attribute, typeLabels, itemIds, itemTitles, channels, scale, provenance } = parsed ?? {};
  const texts = [typeLabels, itemIds, itemTitles, channels].every(
    (list) => Array.isArray(list) && list.every((entry) => typeof entry === 'string'),
  );
  const numbers = [
    parsed?.dimension,
    parsed?.noiseVariance,
    parsed?.profileVariance,
    scale?.min,
    scale?.max,
    scale?.step,
  ];
  if (!texts || typeof attribute !== 'string' || typeof provenance !== 'object' || !numbers.every(Number.isFinite)) {
    throw foreign('its description lacks what a model needs');
  }
  return parsed as Description;
}

function foreign(reason: string): UlteriorError {
  return new UlteriorError('MODEL_FOREIGN', `this is not a model: ${reason}`, 'pass a file that Ulterior wrote');
}

/** Over the metadata and the tensors in the order of their names, so that the order in the file does not matter. */
export function checksumOf({ metadata, tensors }: TensorFile): string {
  const hash = sha256.create();
  const names = Object.keys(tensors).sort();
  const sorted = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  hash.update(new TextEncoder().encode(JSON.stringify([sorted, names.map((name) => [name, tensors[name]!.shape])])));
  for (const name of names) {
    const { values } = tensors[name]!;
    hash.update(new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength));
  }
  return bytesToHex(hash.digest());
}
