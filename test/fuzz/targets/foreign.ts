/**
 * Files of statistics programs, workbooks and exports of survey tools, told apart by their first bytes: .sav, .zsav, .dta, .xlsx,
 * Qualtrics, REDCap, lists in JSON. A sheet or a list of texts of a workbook also stands alone in the corpus, and is packed here: in a packed
 * file a change of one byte mostly damages the packing.
 */
import { foreignReader } from '../../../src/tables/formats/openForeign.ts';
import { xlsxBytes } from '../../support/xlsxWriter.ts';
import { type FuzzTarget, onlyCoded } from '../onlyCoded.ts';

const SHEET = { Answers: [['id', 'text']] };
const PARTS = {
  '<worksheet': 'xl/worksheets/sheet1.xml',
  '<sst': 'xl/sharedStrings.xml',
  '<workbook': 'xl/workbook.xml',
};
const MOST_ROWS = 20_000;

export const fuzz: FuzzTarget = (bytes) =>
  onlyCoded(() => {
    const text = Buffer.from(bytes).toString('utf8');
    const [, part] = Object.entries(PARTS).find(([start]) => text.startsWith(start)) ?? [];
    const whole = part === undefined ? bytes : xlsxBytes(SHEET, { [part]: text });
    const table = foreignReader(whole)?.('file', whole, {});
    let rows = 0;
    for (const row of table?.rows() ?? []) {
      if (!row.every((cell) => cell === undefined || typeof cell === 'string')) throw new Error(`a cell of ${row}`);
      if (++rows > MOST_ROWS) break;
    }
  });
