/** Rows of delimited text: CSV, TSV, `::` and the like. */
import { UlteriorError } from '../../errors/index.ts';
import { type Encoding, type LayoutOptions, type TextLayout, textLayout } from '../../tables/index.ts';
import { type FileBounds, requireRows } from './fileBounds.ts';
import { LineNumbers } from './lineNumbers.ts';
import type { NamedBlob } from './namedBlob.ts';
import { RecordCutter } from './recordCutter.ts';
import type { RowSource } from './rowSource.ts';
import { textBlocks } from './textBlocks.ts';

export function delimitedRows(
  file: NamedBlob,
  head: string,
  encoding: Encoding,
  options: LayoutOptions,
  bounds: FileBounds,
): RowSource & { readonly layout: TextLayout } {
  const { name } = file;
  const layout = textLayout(head, options);
  let lines = new LineNumbers();
  return {
    name,
    names: layout.names,
    layout,
    lineOf: (row) => lines.of(row),
    visit: async (wanted, visitor) => {
      const own = new LineNumbers();
      lines = own;
      const places = wanted.map((column) => layout.names.indexOf(column));
      let row = layout.header ? -1 : 0;
      const cutter = new RecordCutter(name, layout, (cells, line) => {
        if (row < 0) {
          row++;
          return false;
        }
        // A delimiter at the end of a line begins no cell.
        if (cells.length === layout.names.length + 1 && cells.at(-1) === '') cells.pop();
        if (cells.length !== layout.names.length) throw ragged(name, line, layout.names.length, cells.length);
        requireRows(name, row + 1, bounds);
        own.add(row, line);
        return visitor(
          places.map((place) => cells[place] || undefined),
          row++,
        );
      });
      for await (const block of textBlocks(file, encoding, bounds)) {
        cutter.push(block);
        if (cutter.stopped) return;
      }
      cutter.end();
    },
  };
}

function ragged(name: string, line: number, expected: number, found: number): UlteriorError {
  return new UlteriorError(
    'ROW_RAGGED',
    `line ${line} of "${name}" has ${found} columns where there should be ${expected}`,
    'correct the line; if all lines look like that, set the delimiter',
    { file: name, line, expected, found },
  );
}
