import { describe, expect, it } from 'vitest';
import { forEachChunk, numbersOf, withDatabase } from './duckdb.ts';

describe('chunks of a query', () => {
  it.each([
    ['at once', 10_000],
    ['streamed', 1e9],
  ])('come in order, %s, with their numbers as arrays', async (_, expectedRows) => {
    const values = new Float64Array(10_000);
    await withDatabase((connection) =>
      forEachChunk(connection, 'select i::double from range(10000) as r(i)', expectedRows, (chunk, firstRow) =>
        values.set(numbersOf<Float64Array>(chunk, 0), firstRow),
      ),
    );
    expect(values.every((value, row) => value === row)).toBe(true);
  });

  it('the database neither installs nor loads extensions', async () => {
    const settings = await withDatabase((connection) =>
      connection.runAndReadAll(
        "select current_setting('autoinstall_known_extensions'), current_setting('autoload_known_extensions')",
      ),
    );
    expect(settings.getRows()).toEqual([[false, false]]);
  });
});
