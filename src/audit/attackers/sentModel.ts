/**
 * A model on its way to tasks. It is encoded once, lies in memory that threads share where there is such memory, and is
 * decoded once per thread: a fold has hundreds of tasks, and the same few models for all of them.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeModel, encodeModel, type FactorModel } from '../../factorization/index.ts';

export interface SentModel {
  /** Of the bytes: the same key means the same model. */
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** A contender needs two, the one it believes in and that of ratings to predict from; several folds are at work. */
const KEPT = 8;

const sent = new WeakMap<FactorModel, SentModel>();
/** Of this thread; the one used last comes last. */
const received = new Map<string, FactorModel>();

export function sendModel(model: FactorModel): SentModel {
  const known = sent.get(model);
  if (known !== undefined) return known;
  const encoded = encodeModel(model);
  const made = { key: bytesToHex(sha256(encoded)), bytes: inSharedMemory(encoded) };
  sent.set(model, made);
  return made;
}

/** The bytes are read only where the model is not known here yet. */
export function receiveModel(sent: SentModel): FactorModel {
  const { key } = sent;
  // Copied: text cannot be decoded from shared memory everywhere.
  const model = received.get(key) ?? decodeModel(new Uint8Array(sent.bytes));
  received.delete(key);
  received.set(key, model);
  for (const oldest of received.keys()) {
    if (received.size <= KEPT) break;
    received.delete(oldest);
  }
  return model;
}

/** Pages have no shared memory unless they are isolated from others. */
function inSharedMemory(bytes: Uint8Array): Uint8Array {
  if (typeof SharedArrayBuffer === 'undefined') return bytes;
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
