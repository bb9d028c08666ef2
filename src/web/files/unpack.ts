/** The bytes of a file in blocks, unpacked where it is compressed. */
import { UlteriorError } from '../../errors/index.ts';
import { type FileBounds, requireUnpackedSize } from './fileBounds.ts';
import type { NamedBlob } from './namedBlob.ts';

async function isGzipped(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

/** Stops reading where the caller stops taking blocks. */
export async function* unpackedBlocks(file: NamedBlob, bounds: FileBounds): AsyncGenerator<Uint8Array> {
  const gzipped = await isGzipped(file);
  const plain = file.stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  const reader = (gzipped ? plain.pipeThrough(new DecompressionStream('gzip')) : plain).getReader();
  let total = 0;
  try {
    for (;;) {
      const { done, value } = await nextBlock(reader, file.name, gzipped, total);
      if (done) return;
      total += value.length;
      requireUnpackedSize(file.name, total, bounds);
      yield value;
    }
  } finally {
    // An error of the stream was told already; a stream that has ended takes no harm.
    await reader.cancel().catch(() => {});
  }
}

async function nextBlock(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  name: string,
  gzipped: boolean,
  total: number,
): ReturnType<typeof reader.read> {
  try {
    return await reader.read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (gzipped) {
      throw new UlteriorError(
        'FILE_TRUNCATED',
        `"${name}" cannot be unpacked after ${total} bytes: ${reason}`,
        'copy or download the file again: its end is missing or it was damaged',
        { file: name, bytes: total },
      );
    }
    throw new UlteriorError(
      'FILE_NOT_READABLE',
      `"${name}" cannot be read: ${reason}`,
      'choose the file again: it may have been moved or changed since',
      { file: name },
    );
  }
}
