import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import {
  type DataFile,
  dataFileDocument,
  dataFileNameOf,
  formatDataFile,
  isDataFile,
  parseDataFile,
  requireSameTable,
} from '../index.ts';

const refused = (content: unknown) =>
  failure(() => parseDataFile(typeof content === 'string' ? content : JSON.stringify(content), 's.ulterior.json'));

describe('a data file', () => {
  it('has one form: keys in one order, two spaces, a newline at the end', () => {
    const marks = { 'b.csv': { sha256: 'ff', bytes: 2 }, 'a.csv': { bytes: 1, sha256: '00' } };
    const file: DataFile = { tables: marks, header: false, missing: ['-1'], attribute: ['sex'], data: 'a.csv' };
    expect(formatDataFile(file)).toBe(`{
  "data": "a.csv",
  "attribute": "sex",
  "missing": [
    "-1"
  ],
  "header": false,
  "tables": {
    "a.csv": {
      "bytes": 1,
      "sha256": "00"
    },
    "b.csv": {
      "bytes": 2,
      "sha256": "ff"
    }
  }
}
`);
    expect(formatDataFile({ data: 'a.csv', tables: {}, attribute: ['sex', 'age>=35'], minUser: undefined })).toBe(
      '{\n  "data": "a.csv",\n  "attribute": [\n    "sex",\n    "age>=35"\n  ]\n}\n',
    );
  });

  it('says the same after it was read, in whatever order it was written', () => {
    const key = fc.constantFrom('userColumn', 'delimiter', 'itemColumns', 'usersTable');
    fc.assert(
      fc.property(fc.dictionary(key, fc.string()), fc.string({ minLength: 1 }), (keys, data) => {
        const file = { ...keys, data: `${data}.csv` };
        const text = formatDataFile(file);
        const turned = JSON.stringify(Object.fromEntries(Object.entries(file).toReversed()));
        expect(formatDataFile(parseDataFile(turned, 'x'))).toBe(text);
        expect(parseDataFile(text, 'x')).toEqual(file);
      }),
    );
  });

  it.each([
    [
      { data: 's.csv', userColum: 'id' },
      /^DATA_FILE: "s.ulterior.json": userColum is not a key .* did you mean userColumn\? -> write userColumn/,
    ],
    [{ data: 's.csv', minUser: '3' }, /"s.ulterior.json": minUser is "3"; it must be a whole number from 0 on/],
    [
      { data: 's.csv', encoding: 'utf8' },
      /encoding is utf8; it must be one of utf-8, windows-1252, windows-1250, latin-1: did you mean utf-8\?/,
    ],
    [{ attribute: 'sex' }, /names no table -> set data/],
    [[1], /the file is a list; it must be an object/],
    ['{"data": ', /"s.ulterior.json" is not JSON: .* -> correct it, or write it again with `ulterior describe`/],
    [
      { data: 'other.ulterior.json' },
      /data is a data file, not a table -> set data to the table itself, or use "other/,
    ],
    [{ data: 's.csv', usersTable: 'p.ulterior.json' }, /usersTable is a data file, not a table/],
  ])('%j is refused', (content, expected) => {
    expect(refused(content)).toMatch(/^DATA_FILE: /);
    expect(refused(content)).toMatch(expected);
  });

  it('is known by its name, which it has from its table', () => {
    expect(['s.csv', 's.csv.gz', 'a.b/my data.tsv', 'plain', 'v1.2.csv'].map(dataFileNameOf)).toEqual([
      's.ulterior.json',
      's.ulterior.json',
      'a.b/my data.ulterior.json',
      'plain.ulterior.json',
      'v1.2.ulterior.json',
    ]);
    expect([isDataFile('s.ulterior.json'), isDataFile('ulterior.json'), isDataFile('s.json')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('refuses a table of another size, and one of the same size with other bytes', () => {
    const mark = { bytes: 3, sha256: 'aa' };
    const changed = (found: typeof mark) => failure(() => requireSameTable('s.ulterior.json', 's.csv', mark, found));
    expect(changed(mark)).toBe('no error');
    expect(changed({ bytes: 4, sha256: '' })).toMatch(
      /^DATA_CHANGED: .* it has 4 bytes where there were 3 -> .* ulterior describe s.ulterior.json$/,
    );
    expect(changed({ bytes: 3, sha256: 'ab' })).toMatch(/^DATA_CHANGED: .* it has other contents/);
  });

  it('docs/data-file.schema.json is what scripts/write-spec-schema.mjs makes of its one description', () => {
    const written = readFileSync(new URL('../../../docs/data-file.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(dataFileDocument())));
  });
});
