/** Writes small workbooks for tests. */
import { strToU8, zipSync } from 'fflate';

type Cell = string | number | boolean | undefined;
type Rows = readonly (readonly Cell[])[];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Texts are shared or stand in their cells; `extra` parts take the place of those that are written. */
export function xlsxBytes(
  sheets: Readonly<Record<string, Rows>>,
  extra: Readonly<Record<string, string>> = {},
): Uint8Array {
  const shared: string[] = [];
  const cellOf = (value: Cell, row: number, column: number) => {
    const place = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
    if (value === undefined) return `<c ${place}/>`;
    if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`;
    if (typeof value === 'boolean') return `<c ${place} t="b"><v>${Number(value)}</v></c>`;
    if (row % 2 === 1) return `<c ${place} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
    return `<c ${place} t="s"><v>${shared.push(value) - 1}</v></c>`;
  };
  const pages = Object.values(sheets).map((rows) => {
    const lines = rows.map(
      (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellOf(cell, row, at)).join('')}</row>`,
    );
    return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`;
  });
  const names = Object.keys(sheets);
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets>${names.map((name, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, n) => `<Relationship Id="rId${n + 1}" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(pages.map((page, n) => [`xl/worksheets/sheet${n + 1}.xml`, page])),
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    ...extra,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}
