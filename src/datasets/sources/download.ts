/**
 * One file over HTTP, into a ".part" file beside its place. A part that is there is continued with a Range request; a
 * server that does not know about ranges sends everything again. Size and checksum decide whether it is the file: a part
 * that turns out wrong is removed, so that the next attempt starts afresh.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { UlteriorError } from '../../errors/index.ts';

export interface DownloadProgress {
  readonly received: number;
  readonly total: number;
}

interface DownloadRequest {
  readonly url: string;
  /** Where the part is kept. */
  readonly part: string;
  readonly bytes: number;
  readonly md5: string;
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Leaves the whole, checked file at `part`. */
export async function download(request: DownloadRequest): Promise<void> {
  const { url, part, bytes } = request;
  const present = await sizeOf(part);
  if (present > bytes) await rm(part);
  if (present !== bytes) await receive(request, present > bytes ? 0 : present);
  const received = await sizeOf(part);
  if (received < bytes) {
    throw failed(
      url,
      `it ended after ${received} of ${bytes} bytes`,
      'try again: what has arrived is kept and continued',
    );
  }
  const md5 = await md5Of(part);
  if (received === bytes && md5 === request.md5) return;
  await rm(part);
  throw new UlteriorError(
    'DOWNLOAD_ALTERED',
    `what "${url}" sent is not the published file: ${received} bytes with the MD5 ${md5} instead of ${bytes} bytes with ${request.md5}`,
    'try again; if that does not help, the publisher has replaced the file: download and check it by hand',
    { url, received, bytes, md5, expected: request.md5 },
  );
}

async function receive({ url, part, bytes, md5, onProgress, signal }: DownloadRequest, present: number): Promise<void> {
  const response = await ask(url, present, signal);
  if (response === 'no such range') {
    // The part is longer than what the server has: it belongs to another file.
    await rm(part);
    return receive({ url, part, bytes, md5, onProgress, signal }, 0);
  }
  // 200 where a range was asked for: the server starts from the beginning.
  const from = response.status === 206 ? present : 0;
  const file = await open(part, from > 0 ? 'a' : 'w').catch((cause) => {
    throw new UlteriorError(
      'FILE_NOT_WRITABLE',
      `"${part}" cannot be written: ${reasonOf(cause)}`,
      'check the folder',
      { path: part },
    );
  });
  let received = from;
  onProgress?.({ received, total: bytes });
  try {
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      await file.writeFile(piece);
      received += piece.length;
      onProgress?.({ received, total: bytes });
      // More than was published is wrong whatever follows.
      if (received > bytes) break;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw failed(
      url,
      `it broke off after ${received} of ${bytes} bytes (${reasonOf(cause)})`,
      'try again: what has arrived is kept and continued',
    );
  } finally {
    await file.close();
  }
}

async function ask(url: string, present: number, signal: AbortSignal | undefined): Promise<Response | 'no such range'> {
  const headers: Record<string, string> = present > 0 ? { Range: `bytes=${present}-` } : {};
  let response: Response;
  try {
    response = await fetch(url, { headers, signal: signal ?? null });
  } catch (cause) {
    signal?.throwIfAborted();
    const deeper = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    throw failed(
      url,
      `there is no answer (${reasonOf(deeper)})`,
      'check the connection and the address, and try again',
    );
  }
  if (response.ok && response.body !== null) return response;
  await response.body?.cancel();
  if (response.status === 416 && present > 0) return 'no such range';
  throw failed(
    url,
    `the server answers ${response.status} ${response.statusText}`.trimEnd(),
    'check the address, or try again later',
  );
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function failed(url: string, what: string, advice: string): UlteriorError {
  return new UlteriorError('DOWNLOAD_FAILED', `"${url}" could not be downloaded: ${what}`, advice, { url });
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
