/** What every fuzz target demands: whatever the bytes, the code either reads them or says with a code why it does not. */
import { errorCodes, UlteriorError } from '../../src/errors/index.ts';

/** Bytes that somebody else chose. The promise is kept where the work ends, or fails with a coded error. */
export type FuzzTarget = (bytes: Uint8Array) => void | Promise<void>;

/** Passes on everything but an error that says what is wrong and what to do. */
export async function onlyCoded(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    const told =
      error instanceof UlteriorError && error.code in errorCodes && error.message !== '' && error.advice !== '';
    if (!told) throw error;
  }
}

/** For what must come back as it was written. */
export function requireSame(what: string, one: unknown, other: unknown): void {
  if (JSON.stringify(one) === JSON.stringify(other)) return;
  throw new Error(`${what}: ${JSON.stringify(one)} became ${JSON.stringify(other)}`);
}

/** Undefined for bytes that are no text: targets of text leave them to those of bytes. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
