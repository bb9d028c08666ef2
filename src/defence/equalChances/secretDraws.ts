/**
 * Chance that only the person can repeat. Each item has its numbers from a keyed hash of the person's secret, the pass
 * and the item's id: the same whenever the history is sent again, also when it grew or the public model is a newer one.
 * So nobody learns more by looking twice, and what was sent for one item tells nothing about another. Without the secret
 * the numbers look random, even by somebody who knows ids, model and history.
 *
 *     key = HMAC-SHA256(secret, "... pass ... person"),     numbers of an item = SHA-256(key, SHA-256(id)'s first 23 bytes)
 *
 * Key and digest are 55 bytes, always: one block of SHA-256, so that no message can be the beginning of another.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { UlteriorError } from '../../errors/index.ts';

/** Shortest secret, in bytes. */
export const SECRET_BYTES = 32;
const KEY_BYTES = 32;
const BLOCK_BYTES = 55;

/** Uniform numbers in (0, 1) that belong to an item. */
export interface ItemDraws {
  /** Whether it is sent. */
  readonly presence: number;
  /** How a rating is rounded. */
  readonly rounding: number;
}

/** Numbers of items, by their position in the catalogue. */
export type Draws = (item: number) => ItemDraws;

/** What is hashed of every item: made once for a catalogue, and public. */
export function itemDigests(ids: readonly string[]): Uint8Array {
  const length = BLOCK_BYTES - KEY_BYTES;
  const digests = new Uint8Array(ids.length * length);
  const encoder = new TextEncoder();
  for (const [item, id] of ids.entries()) {
    digests.set(sha256(encoder.encode(id)).subarray(0, length), item * length);
  }
  return digests;
}

/** The numbers of one person in one pass; `digests` are those of the catalogue. */
export function secretDraws(secret: Uint8Array, person: string, pass: number, digests: Uint8Array): Draws {
  if (secret.length < SECRET_BYTES) {
    throw new UlteriorError(
      'SECRET_UNUSABLE',
      `the secret has ${secret.length} bytes, and at least ${SECRET_BYTES} are needed`,
      'make one of 32 random bytes, keep it, and show it to no one',
      { bytes: secret.length },
    );
  }
  const length = BLOCK_BYTES - KEY_BYTES;
  const message = new Uint8Array(BLOCK_BYTES);
  message.set(hmac(sha256, secret, new TextEncoder().encode(`ulterior equal chances, pass ${pass}, person ${person}`)));
  // Hashing is most of the work of a sending: one hasher serves all items, and an item is hashed once, though it is asked
  // for twice: whether it is sent, and how it is rounded.
  const [fresh, hasher] = [sha256.create(), sha256.create()];
  const hash = new Uint8Array(fresh.outputLen);
  const made = new Map<number, ItemDraws>();
  return (item) => {
    const known = made.get(item);
    if (known !== undefined) return known;
    for (let n = 0; n < length; n++) message[KEY_BYTES + n] = digests[item * length + n]!;
    fresh._cloneInto(hasher).update(message).digestInto(hash);
    const draws = { presence: uniformAt(hash, 0), rounding: uniformAt(hash, 16) };
    made.set(item, draws);
    return draws;
  };
}

/** 52 bits as the middle of one of 2^52 equal parts: never 0, never 1. */
function uniformAt(hash: Uint8Array, at: number): number {
  let low = 0;
  for (let n = 0; n < 4; n++) low = low * 256 + hash[at + n]!;
  const high = ((hash[at + 4]! * 256 + hash[at + 5]!) * 256 + hash[at + 6]!) & 0xfffff;
  return (high * 2 ** 32 + low + 0.5) / 2 ** 52;
}
