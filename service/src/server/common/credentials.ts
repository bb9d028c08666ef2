/**
 * Keys and interview tokens. Both are 256 random bits; only their SHA-256 is kept, which suffices for secrets that nobody
 * can guess. `ulk_<id>_<secret>` names the key it belongs to; `uli_<secret>` opens one interview.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRepository, Remember, Scope, Store, StoredKey } from '../../store/index.ts';

const ID_BYTES = 8;
const SECRET_BYTES = 32;
const KEY = /^ulk_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;
const TOKEN = /^uli_[A-Za-z0-9_-]{43}$/;

/** Compared with where there is no such key, so that a wrong id takes as long as a wrong secret. */
const NO_HASH = hashOf('');

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A key that was just made. */
interface NewKey {
  readonly stored: StoredKey;
  /** Shown once; it is kept nowhere. */
  readonly key: string;
}

/** Makes a key and keeps its hash. The key itself is shown once and kept nowhere. */
export async function createKey(
  store: { readonly keys: KeyRepository },
  name: string,
  scope: Scope,
  remember?: (key: string) => Remember<StoredKey>,
): Promise<NewKey> {
  const id = randomBytes(ID_BYTES).toString('hex');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const key = `ulk_${id}_${secret}`;
  return { stored: await store.keys.add({ id, name, scope, hash: hashOf(secret) }, remember?.(key)), key };
}

export function newToken(): string {
  return `uli_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The key that the text is, if it is one and was not revoked. */
export async function keyFrom(store: Store, text: string): Promise<StoredKey | undefined> {
  const [, id, secret] = KEY.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const found = await store.keys.find(id);
  const right = timingSafeEqual(Buffer.from(found?.hash ?? NO_HASH), Buffer.from(hashOf(secret)));
  if (found === undefined || !right) return undefined;
  const { hash: _, ...key } = found;
  return key;
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}
