/** Rows of files of statistics programs and workbooks. They are read whole. */
import { type ForeignOptions, foreignReader, type Table, type Understood } from '../../tables/index.ts';
import { type FileBounds, requireRows } from './fileBounds.ts';
import type { NamedBlob } from './namedBlob.ts';
import type { RowSource } from './rowSource.ts';
import { unpackedBlocks } from './unpack.ts';

interface ForeignRows extends RowSource, Pick<Table, 'titles' | 'labels'> {
  readonly understood: readonly Understood[];
}

/** Undefined for text and Parquet. */
export async function foreignRows(
  file: NamedBlob,
  options: ForeignOptions,
  bounds: FileBounds,
): Promise<ForeignRows | undefined> {
  const { name } = file;
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  for await (const block of unpackedBlocks(file, bounds)) {
    if (blocks.length === 0 && foreignReader(block) === undefined) return undefined;
    blocks.push(Uint8Array.from(block));
  }
  const bytes = new Uint8Array(await new Blob(blocks).arrayBuffer());
  const table = foreignReader(bytes)?.(name, bytes, options);
  if (table === undefined) return undefined;
  const { names, titles, labels, told } = table;
  return {
    name,
    names,
    titles,
    labels,
    understood: told,
    lineOf: () => undefined,
    visit: async (wanted, visitor) => {
      const places = wanted.map((column) => names.indexOf(column));
      let row = 0;
      for (const cells of table.rows()) {
        requireRows(name, row + 1, bounds);
        const own = places.map((place) => cells[place] || undefined);
        if (visitor(own, row++)) return;
      }
    },
  };
}
