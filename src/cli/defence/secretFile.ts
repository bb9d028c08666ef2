/** A person's secret in a file that nobody else may read: made where there is none. */
import { randomBytes } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { SECRET_BYTES } from '../../defence/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { readWholeFile } from '../../runtime/index.ts';

interface SecretFile {
  readonly secret: Uint8Array;
  /** Whether it was made now. */
  readonly made: boolean;
}

export async function openSecretFile(path: string): Promise<SecretFile> {
  const made = await makeSecret(path);
  if (made !== undefined) return { secret: made, made: true };
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) {
    throw unusable(path, 'others may read it', `let only yourself read it: chmod 600 ${path}`);
  }
  const text = new TextDecoder().decode(await readWholeFile(path)).trim();
  if (!/^([0-9a-f]{2})+$/i.test(text) || text.length < 2 * SECRET_BYTES) {
    throw unusable(
      path,
      `it must hold at least ${2 * SECRET_BYTES} hexadecimal digits and nothing else`,
      'name the file that was made before, or one that does not exist yet: a secret is then made',
    );
  }
  return { secret: Uint8Array.from(text.match(/../g)!, (byte) => Number.parseInt(byte, 16)), made: false };
}

/** undefined where the file is there already. Never over a file: a secret that is lost changes what is sent. */
async function makeSecret(path: string): Promise<Uint8Array | undefined> {
  const secret = randomBytes(SECRET_BYTES);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`${secret.toString('hex')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    return secret;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return undefined;
    throw new UlteriorError(
      'FILE_NOT_WRITABLE',
      `"${path}" cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      'name another place for the secret',
      { path },
    );
  }
}

function unusable(path: string, reason: string, advice: string): UlteriorError {
  return new UlteriorError('SECRET_UNUSABLE', `the secret in "${path}" cannot be used: ${reason}`, advice, { path });
}
