import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { itNeedsPackages, PYTHON, pythonEnvironment } from '../../../test/support/needs.ts';
import { type SavVariable, savBytes } from '../../../test/support/savWriter.ts';
import { savTable } from './savFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-sav-'));
afterAll(() => rmSync(folder, { recursive: true }));

const VARIABLES: readonly SavVariable[] = [
  { name: 'ID', longName: 'person', width: 9, label: 'Wer?' },
  {
    name: 'Q1',
    longName: 'Trinkt_gern_Tee',
    label: 'Trinken Sie gern Tee?',
    missing: { values: [9], range: [90, 99] },
    valueLabels: { 1: 'nie', 5: 'ständig' },
  },
  { name: 'G', longName: 'gender', valueLabels: { 1: 'weiblich', 2: 'männlich' } },
  { name: 'HALF' },
  { name: 'WHEN', format: 20 },
];
const DAY = 12_219_379_200 + 86_400;
const ROWS = [
  ['Zoë', 5, 1, 1.5, DAY],
  ['a long on', 9, 2, undefined, DAY],
  ['', 95, 1, -3, undefined],
  ['bob', 3, 2, 200, DAY],
];

describe('a file of SPSS', () => {
  it.each([
    ['as it is', {}],
    ['packed', { packed: true }],
    ['of another machine', { packed: true, bigEndian: true }],
    ['in windows-1252', { encoding: 'windows-1252' } as const],
  ])('%s tells names, questions, labels and missing codes', (_, options) => {
    const table = savTable('s.sav', savBytes(VARIABLES, ROWS, options));
    expect(table.names).toEqual(['person', 'Trinkt_gern_Tee', 'gender', 'HALF', 'WHEN']);
    expect([...table.rows()]).toEqual([
      ['Zoë', '5', '1', '1.5', '1970-01-02'],
      ['a long on', undefined, '2', undefined, '1970-01-02'],
      [undefined, undefined, '1', '-3', undefined],
      ['bob', '3', '2', '200', '1970-01-02'],
    ]);
    expect(table.titles).toEqual(
      new Map([
        ['person', 'Wer?'],
        ['Trinkt_gern_Tee', 'Trinken Sie gern Tee?'],
      ]),
    );
    expect(table.labels!.get('gender')).toEqual(
      new Map([
        ['1', 'weiblich'],
        ['2', 'männlich'],
      ]),
    );
    expect(table.told).toMatchObject([
      { found: '"s.sav" names codes for missing values in "Trinkt_gern_Tee"', done: 'we leave them out: 90 to 99, 9' },
    ]);
  });

  it('that ends early or is damaged says so, wherever that is', () => {
    const whole = savBytes(VARIABLES, ROWS, { packed: true });
    for (let length = 4; length < whole.length - 8; length += 7) {
      const read = failure(() => [...savTable('s.sav', whole.subarray(0, length)).rows()]);
      expect(read).toMatch(/^FILE_(TRUNCATED|MALFORMED): "s.sav" /);
    }
    const damaged = Uint8Array.from(whole);
    damaged[176] = 77;
    expect(failure(() => savTable('s.sav', damaged))).toMatch(/^FILE_MALFORMED: .* a record of the kind 77 is unknown/);
    const unknown = Buffer.from(Buffer.from(whole).toString('latin1').replace('UTF-8', 'XYZ-8'), 'latin1');
    expect(failure(() => savTable('s.sav', unknown))).toMatch(/^FILE_ENCODING: "s.sav" is in the encoding XYZ-8/);
  });

  itNeedsPackages(['pyreadstat', 'pandas'], 'that pyreadstat writes, in all three ways, is the same table', () => {
    const script = `
import pandas as pd, pyreadstat, sys
table = pd.DataFrame({'id': [1, 2, 3, 4], 'likes_tea_very_much': [1.0, 5, 9, None], 'gender': [1.0, 2, 2, 1],
                      'name': ['Zoë', 'bob', '', 'x' * 300], 'half': [1.5, 2.25, -3, 1e10],
                      'day': pd.to_datetime(['2024-05-31', '2020-01-01', '1999-12-31', '2024-02-29']).date})
for name, how in (('plain', {}), ('packed', {'row_compress': True}), ('zipped', {'compress': True})):
    pyreadstat.write_sav(table, sys.argv[1] + '/' + name + '.sav', column_labels=['', 'Tea?', '', '', '', ''],
                         variable_value_labels={'gender': {1: 'weiblich', 2: 'männlich'}},
                         missing_ranges={'likes_tea_very_much': [9]}, **how)
`;
    execFileSync(PYTHON, ['-c', script, folder], { env: pythonEnvironment });
    for (const name of ['plain', 'packed', 'zipped']) {
      const table = savTable('s.sav', readFileSync(join(folder, `${name}.sav`)));
      expect(table.names).toEqual(['id', 'likes_tea_very_much', 'gender', 'name', 'half', 'day']);
      expect(table.titles).toEqual(new Map([['likes_tea_very_much', 'Tea?']]));
      expect(table.labels!.get('gender')!.get('2')).toBe('männlich');
      expect([...table.rows()]).toEqual([
        ['1', '1', '1', 'Zoë', '1.5', '2024-05-31'],
        ['2', '5', '2', 'bob', '2.25', '2020-01-01'],
        ['3', undefined, '2', undefined, '-3', '1999-12-31'],
        ['4', undefined, '1', 'x'.repeat(255), '10000000000', '2024-02-29'],
      ]);
      expect(table.told.at(-1)!.found).toBe('"s.sav" has texts above 255 bytes');
    }
  });
});
