/**
 * Bytes about people are kept encrypted (AES-256-GCM), under one key per interview, upload or audit. To erase them it is
 * enough that the key is nowhere any more: copies of the bytes in dead rows, in the log of the database or in its statistics
 * are noise from then on. So only the small tables that hold keys are written anew (erasures.ts).
 *
 * A sealed value is nonce, tag, ciphertext. Nonces are random: 2^32 values under one key are safe, and no key seals as many.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { StoredAnswer } from '../contract/store.ts';

const CIPHER = 'aes-256-gcm';
const [KEY, NONCE, TAG] = [32, 12, 16];

export const newKey = (): Uint8Array => randomBytes(KEY);

export function seal(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
}

export function unseal(key: Uint8Array, sealed: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
}

export const sealJson = (key: Uint8Array, value: Readonly<Record<string, unknown>>): Uint8Array =>
  seal(key, Buffer.from(JSON.stringify(value), 'utf8'));

export const unsealJson = (key: Uint8Array, sealed: Uint8Array): Record<string, unknown> =>
  JSON.parse(Buffer.from(unseal(key, sealed)).toString('utf8'));

/** An answer: whether it was rated, the rating, the item. Filled up with zeros, so that its length does not tell the item. */
const [HEAD, STEP] = [9, 64];

export function sealAnswer(key: Uint8Array, { item, rating }: StoredAnswer): Uint8Array {
  const text = Buffer.from(item, 'utf8');
  const bytes = Buffer.alloc(STEP * Math.ceil((HEAD + text.length) / STEP));
  bytes.writeUInt8(rating === null ? 0 : 1, 0);
  bytes.writeDoubleLE(rating ?? 0, 1);
  text.copy(bytes, HEAD);
  return seal(key, bytes);
}

export function unsealAnswer(key: Uint8Array, sealed: Uint8Array): StoredAnswer {
  const bytes = Buffer.from(unseal(key, sealed));
  // An item never holds the character 0.
  const end = bytes.indexOf(0, HEAD);
  const item = bytes.toString('utf8', HEAD, end < 0 ? bytes.length : end);
  return { item, rating: bytes.readUInt8(0) === 0 ? null : bytes.readDoubleLE(1) };
}
