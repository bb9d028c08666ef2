import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dtaBytes } from '../../../test/support/dtaWriter.ts';
import { failure } from '../../../test/support/failure.ts';
import { itNeedsPackages, PYTHON, pythonEnvironment } from '../../../test/support/needs.ts';
import { requireTable } from '../columns/fileKinds.ts';
import { dtaTable } from './dtaFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-dta-'));
afterAll(() => rmSync(folder, { recursive: true }));

const VARIABLES = [
  { name: 'id', label: 'Wer?', text: 5 },
  { name: 'gender', valueLabels: { 2: 'männlich', 1: 'weiblich' } },
  { name: 'when', format: '%td' },
];
const ROWS = [
  ['Zoë', 1, 3653],
  ['bob', undefined, 3654],
] as const;

describe('a file of Stata', () => {
  it.each([117, 118, 119] as const)('of release %d tells names, questions, labels and missing values', (release) => {
    const table = dtaTable('s.dta', dtaBytes(VARIABLES, ROWS, release));
    expect(table.names).toEqual(['id', 'gender', 'when']);
    expect([...table.rows()]).toEqual([
      ['Zoë', '1', '1970-01-01'],
      ['bob', undefined, '1970-01-02'],
    ]);
    expect(table.titles).toEqual(new Map([['id', 'Wer?']]));
    expect([...table.labels!.get('gender')!]).toEqual([
      ['1', 'weiblich'],
      ['2', 'männlich'],
    ]);
  });

  it('that ends early, is damaged or old says so', () => {
    const whole = dtaBytes(VARIABLES, ROWS, 118);
    for (let length = 11; length < whole.length - 40; length += 97) {
      const read = failure(() => [...dtaTable('s.dta', whole.subarray(0, length)).rows()]);
      expect(read).toMatch(/^FILE_(TRUNCATED|MALFORMED): "s.dta" /);
    }
    const next = Buffer.from(Buffer.from(whole).toString('latin1').replace('<release>118', '<release>120'), 'latin1');
    expect(failure(() => dtaTable('s.dta', next))).toMatch(/^FILE_MALFORMED: .* the release 120 is not known/);
    const old = Uint8Array.of(0x73, 2, 1, 0, 5, 0, 9, 0);
    expect(failure(() => requireTable('old.dta', old))).toMatch(/^FILE_FOREIGN: "old.dta" is a file of an old Stata/);
  });

  itNeedsPackages(['pandas', 'pyreadstat'], 'that pandas and pyreadstat write is the same table', () => {
    const script = `
import pandas as pd, pyreadstat, sys
table = pd.DataFrame({'id': [1, 2, 3], 'tea': [0.1, None, 5.5], 'name': ['Zoë', 'bob', ''],
                      'day': pd.to_datetime(['2024-05-31', '2020-01-01', '1999-12-31'])})
table['tea'] = table['tea'].astype('float32')
for release in (117, 118, 119):
    table.to_stata(sys.argv[1] + '/pandas' + str(release) + '.dta', version=release, write_index=False,
                   convert_dates={'day': 'td'}, value_labels={'id': {1: 'one', 3: 'three'}}, variable_labels={'tea': 'Tea?'})
table['day'] = table['day'].dt.date
pyreadstat.write_dta(table, sys.argv[1] + '/pyreadstat.dta', version=15, column_labels=['', 'Tea?', '', ''],
                     variable_value_labels={'id': {1: 'one', 3: 'three'}})
`;
    execFileSync(PYTHON, ['-c', script, folder], { env: pythonEnvironment });
    for (const name of ['pandas117', 'pandas118', 'pandas119', 'pyreadstat']) {
      const table = dtaTable('s.dta', readFileSync(join(folder, `${name}.dta`)));
      expect(table.names).toEqual(['id', 'tea', 'name', 'day']);
      expect([...table.rows()]).toEqual([
        // pyreadstat writes it in double precision.
        ['1', name === 'pyreadstat' ? String(Math.fround(0.1)) : '0.1', 'Zoë', '2024-05-31'],
        ['2', undefined, 'bob', '2020-01-01'],
        ['3', '5.5', undefined, '1999-12-31'],
      ]);
      expect([...table.titles!]).toEqual([['tea', 'Tea?']]);
      expect([...table.labels!.get('id')!]).toEqual([
        ['1', 'one'],
        ['3', 'three'],
      ]);
    }
  });
});
