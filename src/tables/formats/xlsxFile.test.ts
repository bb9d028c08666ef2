import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { itNeedsPackages, PYTHON, pythonEnvironment } from '../../../test/support/needs.ts';
import { xlsxBytes } from '../../../test/support/xlsxWriter.ts';
import { foreignReader } from './openForeign.ts';
import { xlsxTable } from './xlsxFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-xlsx-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = [
  ['id', 'Tea & <cake>', 'ok'],
  ['Zoë', 4.5, true],
  ['bob', undefined, false],
];

describe('a workbook', () => {
  it('is read by its first sheet, or by the one that is named', () => {
    const bytes = xlsxBytes({
      Answers: ROWS,
      'Other & more': [
        ['a', 'b'],
        [1, 2],
      ],
    });
    expect(foreignReader(bytes)).toBe(xlsxTable);
    const table = xlsxTable('b.xlsx', bytes, {});
    expect(table.names).toEqual(['id', 'Tea & <cake>', 'ok']);
    expect([...table.rows()]).toEqual([
      ['Zoë', '4.5', 'TRUE'],
      ['bob', undefined, 'FALSE'],
    ]);
    expect(table.told).toMatchObject([
      { found: '"b.xlsx" has 2 sheets: "Answers", "Other & more"', done: 'we read "Answers"' },
    ]);
    expect(xlsxTable('b.xlsx', bytes, { sheet: 'Other & more' }).names).toEqual(['a', 'b']);
    expect(xlsxTable('b.xlsx', bytes, { header: false }).names).toEqual(['1', '2', '3']);
    expect(failure(() => xlsxTable('b.xlsx', bytes, { sheet: 'answers' }))).toBe(
      'COLUMN_MISSING: "b.xlsx" has no sheet "answers"; its sheets are "Answers", "Other & more" -> name one of these sheets (sheet in a data file)',
    );
  });

  it('knows days by their formats, leaves out gaps, blank rows and errors, and joins runs of a text', () => {
    const table = xlsxTable(
      'b.xlsx',
      xlsxBytes(
        { S: [] },
        {
          'xl/styles.xml':
            '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="d&quot;x&quot;.m.yy"/><numFmt numFmtId="171" formatCode="0&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
          'xl/sharedStrings.xml':
            '<sst><si><r><t>na</t></r><r><t xml:space="preserve">me </t></r><rPh><t>NA</t></rPh></si></sst>',
          'xl/worksheets/sheet1.xml':
            '<x:worksheet><x:row r="1"/><x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="str"><x:v>when</x:v></x:c><x:c r="D2" t="str"><x:v>d</x:v></x:c><x:c r="E2" t="str"><x:v>n</x:v></x:c></x:row><x:row r="4"><x:c r="A4" t="e"><x:v>#N/A</x:v></x:c><x:c r="C4" s="1"><x:v>45443</x:v></x:c><x:c r="D4" s="2"><x:v>45443.5</x:v></x:c><x:c r="E4" s="3"><x:f>1+1</x:f><x:v>2</x:v></x:c></x:row></x:worksheet>',
        },
      ),
      {},
    );
    expect(table.names).toEqual(['name', 'column2', 'when', 'd', 'n']);
    expect([...table.rows()]).toEqual([[undefined, undefined, '2024-05-31', '2024-05-31T12:00:00', '2']]);
    expect(table.told[0]!.found).toBe('"b.xlsx" has 1 cell that holds an error, such as #N/A');
  });

  it('that is damaged, too large or another document says so', () => {
    const whole = xlsxBytes({ S: ROWS });
    expect(failure(() => xlsxTable('b.xlsx', whole.subarray(0, whole.length - 40), {}))).toMatch(
      /^FILE_TRUNCATED: "b.xlsx"/,
    );
    const without = xlsxBytes({ S: ROWS }, { 'xl/_rels/workbook.xml.rels': '<Relationships/>' });
    expect(failure(() => xlsxTable('b.xlsx', without, {}))).toMatch(/^FILE_MALFORMED: .* the sheet "S" is not in it/);
    const wide = xlsxBytes({ S: [] }, { 'xl/worksheets/sheet1.xml': '<row><c r="ZZZZZ1"><v>1</v></c></row>' });
    expect(failure(() => xlsxTable('b.xlsx', wide, {}))).toMatch(/^FILE_MALFORMED: .* a cell ZZZZZ1/);
    const bomb = Buffer.from(whole);
    // The size that the list at the end declares for the shared texts.
    const at = bomb.lastIndexOf('xl/sharedStrings.xml') - 46;
    bomb.writeUInt32LE(0x7fffffff, at + 24);
    expect(failure(() => xlsxTable('b.xlsx', bomb, {}))).toMatch(/^FILE_TOO_LARGE: "b.xlsx" unpacks to 2147/);
    const letter = Buffer.from(
      Buffer.from(whole).toString('latin1').replaceAll('xl/workbook.xml', 'wd/document.xml'),
      'latin1',
    );
    expect(failure(() => xlsxTable('b.docx', letter, {}))).toMatch(/^FILE_FOREIGN: "b.docx" is a document of Office/);
  });

  itNeedsPackages(['openpyxl'], 'that openpyxl writes is the same table', () => {
    const script = `
import datetime, openpyxl, sys
book = openpyxl.Workbook()
sheet = book.active
sheet.title = 'Data'
sheet.append(['id', 'when', 'tea', 'ok', 'note'])
sheet.append([1, datetime.date(2024, 5, 31), 4.5, True, 'a < b & "c" \\u00e9'])
sheet.append([2, datetime.datetime(2020, 1, 1, 6, 30), None, False, None])
book.create_sheet('Notes')
book.save(sys.argv[1])
`;
    const path = join(folder, 'b.xlsx');
    execFileSync(PYTHON, ['-c', script, path], { env: pythonEnvironment });
    const table = xlsxTable('b.xlsx', readFileSync(path), {});
    expect(table.names).toEqual(['id', 'when', 'tea', 'ok', 'note']);
    expect([...table.rows()]).toEqual([
      ['1', '2024-05-31', '4.5', 'TRUE', 'a < b & "c" é'],
      ['2', '2020-01-01T06:30:00', undefined, 'FALSE', undefined],
    ]);
  });
});
