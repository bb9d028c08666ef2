/**
 * The safetensors container: eight bytes with the length of a JSON header (little endian), the header, then the tensors
 * back to back. The header maps names to type, shape and byte range; "__metadata__" holds strings. Python's safetensors
 * package reads the same files. Here every tensor starts at a multiple of eight bytes and the file has no gaps. As in
 * the reference implementation, tensors that share bytes are refused: a small file could ask for any amount of memory.
 *
 * Files of others also hold numbers of two bytes and whole numbers with a sign; they are read as the real numbers they
 * are, and never written.
 */
import { fromBrainHalf, fromHalf } from '../../maths/index.ts';

const TYPES = {
  F32: Float32Array,
  F64: Float64Array,
  U32: Uint32Array,
} as const;
type TypeName = keyof typeof TYPES;

/** Bytes of a number, of every type that is read. */
const SIZES = { F32: 4, F64: 8, U32: 4, F16: 2, BF16: 2, I32: 4, I64: 8 } as const;
type ReadName = keyof typeof SIZES;

export type TensorArray = Float32Array | Float64Array | Uint32Array;

interface Tensor {
  readonly shape: readonly number[];
  readonly values: TensorArray;
}

export interface TensorFile {
  readonly metadata: Readonly<Record<string, string>>;
  readonly tensors: Readonly<Record<string, Tensor>>;
}

/** What is wrong with bytes that are no safetensors file. */
type SafetensorsFault = 'foreign' | 'truncated';

type DecodedTensors =
  | { readonly ok: true; readonly file: TensorFile }
  | { readonly ok: false; readonly fault: SafetensorsFault; readonly reason: string };

/** A header larger than this is taken for a foreign file, as in the reference implementation. */
const LARGEST_HEADER = 100_000_000;

export function encodeTensors({ metadata, tensors }: TensorFile): Uint8Array<ArrayBuffer> {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let end = 0;
  // Tensors of eight-byte elements first: then all start at a multiple of their element size without gaps.
  const ordered = Object.entries(tensors).sort(
    ([, a], [, b]) => b.values.BYTES_PER_ELEMENT - a.values.BYTES_PER_ELEMENT,
  );
  for (const [name, { shape, values }] of ordered) {
    header[name] = { dtype: typeNameOf(values), shape, data_offsets: [end, end + values.byteLength] };
    end += values.byteLength;
  }
  const text = JSON.stringify(header);
  const encoded = new TextEncoder().encode(text);
  const headerLength = Math.ceil(encoded.length / 8) * 8;
  const bytes = new Uint8Array(8 + headerLength + end);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerLength), true);
  bytes.fill(0x20, 8, 8 + headerLength);
  bytes.set(encoded, 8);
  let at = 8 + headerLength;
  for (const [, { values }] of ordered) {
    bytes.set(new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  return bytes;
}

export function decodeTensors(bytes: Uint8Array): DecodedTensors {
  const foreign = (reason: string): DecodedTensors => ({ ok: false, fault: 'foreign', reason });
  if (bytes.length < 8) return foreign(`it has ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerLength = Number(view.getBigUint64(0, true));
  if (headerLength > LARGEST_HEADER || bytes[8] !== 0x7b) return foreign('it does not start like a safetensors file');
  if (8 + headerLength > bytes.length) {
    return { ok: false, fault: 'truncated', reason: `its header should have ${headerLength} bytes` };
  }
  const header = parseHeader(bytes.subarray(8, 8 + headerLength));
  if (header === undefined) return foreign('its header is not JSON');
  const data = bytes.subarray(8 + headerLength);
  const { __metadata__: metadata = {}, ...entries } = header;
  if (!isRecord(metadata) || !Object.values(metadata).every((value) => typeof value === 'string')) {
    return foreign('its metadata are not strings');
  }
  const places: Place[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const described = describeTensor(entry);
    if (described === undefined) return foreign(`its tensor "${name}" is not described properly`);
    const { end } = described;
    if (end > data.length) {
      return { ok: false, fault: 'truncated', reason: `its tensor "${name}" ends at byte ${end} of ${data.length}` };
    }
    places.push({ name, ...described });
  }
  const overlapping = firstOverlap(places);
  if (overlapping !== undefined) return foreign(`its tensors ${overlapping} share bytes`);
  const tensors: Record<string, Tensor> = {};
  for (const { name, ...described } of places) {
    // Copied, so that the values are aligned and do not keep the file's bytes alive. Not by slice: Node's Buffer is a
    // Uint8Array whose slice does not copy.
    const copy = new Uint8Array(described.end - described.start);
    copy.set(data.subarray(described.start, described.end));
    const values = valuesOf(described.type, copy.buffer);
    // A whole number that a double does not hold would become that of somebody else.
    if (described.type === 'I64' && !values.every(Number.isSafeInteger)) {
      return foreign(`its tensor "${name}" holds whole numbers beyond 2^53`);
    }
    tensors[name] = { shape: described.shape, values };
  }
  return { ok: true, file: { metadata: metadata as Record<string, string>, tensors } };
}

interface Place {
  readonly name: string;
  readonly type: ReadName;
  readonly shape: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** Names of two tensors that share bytes. */
function firstOverlap(places: readonly Place[]): string | undefined {
  const ordered = places.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  const at = ordered.findIndex(({ start }, place) => place > 0 && start < ordered[place - 1]!.end);
  return at < 0 ? undefined : `"${ordered[at - 1]!.name}" and "${ordered[at]!.name}"`;
}

function typeNameOf(values: TensorArray): TypeName {
  if (values instanceof Float32Array) return 'F32';
  return values instanceof Float64Array ? 'F64' : 'U32';
}

function parseHeader(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function valuesOf(type: ReadName, buffer: ArrayBuffer): TensorArray {
  switch (type) {
    case 'F16':
      return Float32Array.from(new Uint16Array(buffer), fromHalf);
    case 'BF16':
      return Float32Array.from(new Uint16Array(buffer), fromBrainHalf);
    case 'I32':
      return Float64Array.from(new Int32Array(buffer));
    case 'I64':
      return Float64Array.from(new BigInt64Array(buffer), Number);
    default:
      return new TYPES[type](buffer);
  }
}

function describeTensor(entry: unknown) {
  if (!isRecord(entry)) return undefined;
  const { dtype, shape, data_offsets: offsets } = entry;
  if (typeof dtype !== 'string' || !(dtype in SIZES) || !isCounts(shape) || !isCounts(offsets)) return undefined;
  const type = dtype as ReadName;
  const [start, end] = offsets;
  const elements = shape.reduce((product, length) => product * length, 1);
  if (start === undefined || end === undefined) return undefined;
  if (end - start !== elements * SIZES[type]) return undefined;
  return { type, shape, start, end };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((entry) => Number.isSafeInteger(entry) && entry >= 0);
}
