/**
 * A response as it is kept for repeated requests: encrypted with the secret of whoever asked, which the service does
 * not keep. So a token or a key in it is not stored in clear, and nobody but its owner reads it back. Each is sealed
 * under a key of its own (HKDF over a random salt).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const [SALT, NONCE, TAG] = [16, 12, 16];
const CIPHER = 'aes-256-gcm';

export function seal(text: string, secret: string): string {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyFor(secret, salt), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(
    CIPHER,
    keyFor(secret, bytes.subarray(0, SALT)),
    bytes.subarray(SALT, SALT + NONCE),
  );
  decipher.setAuthTag(bytes.subarray(SALT + NONCE, SALT + NONCE + TAG));
  return decipher.update(bytes.subarray(SALT + NONCE + TAG), undefined, 'utf8') + decipher.final('utf8');
}

function keyFor(secret: string, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, 'ulterior response', 32));
}
