/**
 * The container of all models: numbers are tensors; everything else is JSON text in the metadata; a SHA-256 over both
 * guards against alteration. A format word tells one kind of model from another.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { UlteriorError } from '../../errors/index.ts';
import { decodeTensors, encodeTensors, type TensorArray, type TensorFile } from './safetensors.ts';

interface ModelFormat {
  readonly format: string;
  readonly version: string;
}

interface SealedFile {
  /** The JSON text. */
  readonly description: string;
  /** The values of a tensor; refuses a file without it. */
  values(name: string): TensorArray;
}

export function encodeSealed(
  { format, version }: ModelFormat,
  description: unknown,
  tensors: TensorFile['tensors'],
): Uint8Array<ArrayBuffer> {
  const unsigned: TensorFile = {
    metadata: { format, formatVersion: version, model: JSON.stringify(description) },
    tensors,
  };
  return encodeTensors({ ...unsigned, metadata: { ...unsigned.metadata, checksum: checksumOf(unsigned) } });
}

/** Refuses what is truncated, altered, of another version or another kind of file. */
export function decodeSealed(bytes: Uint8Array, { format, version }: ModelFormat): SealedFile {
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
  const { formatVersion, checksum, model: description } = metadata;
  if (metadata['format'] !== format || description === undefined) {
    throw foreign('it is a safetensors file of something else');
  }
  if (formatVersion !== version) {
    throw new UlteriorError(
      'MODEL_VERSION',
      `the model has format version ${formatVersion}; this version reads ${version}`,
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
  return {
    description,
    values: (name) => {
      const tensor = tensors[name];
      if (tensor === undefined) throw foreign(`it has no tensor "${name}"`);
      return tensor.values;
    },
  };
}

/** The format word of a file, if it has one: which decoder to call. */
export function formatOf(bytes: Uint8Array): string | undefined {
  const decoded = decodeTensors(bytes);
  return decoded.ok ? decoded.file.metadata['format'] : undefined;
}

/** JSON that is a record; the checksum tells of accidents, not of a file made up to deceive. */
export function describedBy<Description extends object>(text: string): Partial<Description> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw foreign('its description is not JSON');
  }
  return typeof parsed === 'object' && parsed !== null ? (parsed as Partial<Description>) : {};
}

export function foreign(reason: string): UlteriorError {
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
