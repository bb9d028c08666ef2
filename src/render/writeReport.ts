/** Writes a report to a folder: the page, every chart as SVG and PNG, the records, and the curves as long tables. */
import { join } from 'node:path';
import { parquetFromCsv } from '../datasets/index.ts';
import { type AnyRecords, layouts, reportOf, toCsv, toJsonLines } from '../report/index.ts';
import { makeFolder, writeFileAtomically } from '../runtime/index.ts';
import { chartPng, fontsPresent } from './chartPng.ts';
import { chartSvg } from './chartSvg.ts';
import { renderReport } from './renderReport.ts';

export interface WrittenReport {
  /** Paths, the page first. */
  readonly files: readonly string[];
  /** What the caller should tell: the report is complete, but something about it is not as it should be. */
  readonly warnings: readonly string[];
}

/** Creates the folder if need be. Each file is written whole or not at all. */
export async function writeReport(records: AnyRecords, folder: string): Promise<WrittenReport> {
  const charts = join(folder, 'charts');
  await makeFolder(charts);
  const files: string[] = [];
  const write = async (path: string, content: string | Uint8Array) => {
    await writeFileAtomically(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
    files.push(path);
  };
  await write(join(folder, 'report.html'), await renderReport(records));
  await write(join(folder, 'records.json'), `${JSON.stringify(records, undefined, 2)}\n`);
  const { rows, charts: drawn } = reportOf(records);
  await write(join(folder, 'curves.jsonl'), toJsonLines(rows));
  await write(join(folder, 'curves.csv'), toCsv(rows));
  await parquetFromCsv(join(folder, 'curves.csv'), join(folder, 'curves.parquet'));
  files.push(join(folder, 'curves.parquet'));
  for (const chart of drawn) {
    const spec = chart.spec(layouts.file);
    const svg = await chartSvg(spec, 'light', chart);
    await write(join(charts, `${chart.id}.svg`), svg);
    await write(join(charts, `${chart.id}-dark.svg`), await chartSvg(spec, 'dark', chart));
    await write(join(charts, `${chart.id}.png`), chartPng(svg));
  }
  const warnings = fontsPresent()
    ? []
    : [
        'no font was found, so the PNG charts have no text; install one (on Debian: fonts-dejavu) or use the SVG charts',
      ];
  return { files, warnings };
}
