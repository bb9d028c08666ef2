/** Rows of JSON lines: one object a line. */
import type { Encoding } from '../../tables/index.ts';
import { type FileBounds, requireRows } from './fileBounds.ts';
import { LineNumbers } from './lineNumbers.ts';
import type { NamedBlob } from './namedBlob.ts';
import { malformed } from './recordCutter.ts';
import type { RowSource } from './rowSource.ts';
import { textBlocks } from './textBlocks.ts';

/** The columns are the keys that occur in the beginning of the text, in the order in which they are met. */
export function jsonRows(file: NamedBlob, head: string, encoding: Encoding, bounds: FileBounds): RowSource {
  const { name } = file;
  const names = new Set<string>();
  const complete = head.slice(0, head.lastIndexOf('\n') + 1) || head;
  for (const [at, line] of complete.split('\n').entries()) {
    if (line.trim() !== '') for (const key of parseLine(name, line, at + 1).keys()) names.add(key);
  }
  let lines = new LineNumbers();
  return {
    name,
    names: [...names],
    lineOf: (row) => lines.of(row),
    visit: async (wanted, visitor) => {
      const own = new LineNumbers();
      lines = own;
      let [row, line] = [0, 0];
      for await (const block of textBlocks(file, encoding, bounds)) {
        const parts = block.split('\n');
        // Blocks end with a line feed, behind which nothing stands; the last one may not.
        if (parts.at(-1) === '') parts.pop();
        for (const text of parts) {
          line++;
          if (text.trim() === '') continue;
          const values = parseLine(name, text, line);
          requireRows(name, row + 1, bounds);
          own.add(row, line);
          const cells = wanted.map((column) => values.get(column) || undefined);
          if (visitor(cells, row++)) return;
        }
      }
    },
  };
}

function parseLine(name: string, line: string, number: number): ReadonlyMap<string, string | undefined> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line, asWritten as Reviver);
  } catch (cause) {
    throw malformed(name, number, cause instanceof Error ? cause.message : String(cause));
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw malformed(name, number, 'it is not a JSON object; every line must be one');
  }
  return new Map(Object.entries(parsed).map(([key, value]) => [key, textOf(name, number, key, value)]));
}

type Reviver = (key: string, value: unknown) => unknown;

/** A number as the file spells it, where the engine tells; ids may have more digits than a number keeps. */
class Spelt {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function asWritten(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? new Spelt(context.source) : value;
}

function textOf(name: string, line: number, key: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Spelt) return value.text;
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw malformed(name, line, `the number of "${key}" has more digits than this browser keeps; put it in quotes`);
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
