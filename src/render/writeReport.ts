/** Writes a report to a folder: the page, every chart as SVG and PNG, the records, and the curves as long tables. */
import { join } from 'node:path';
import { parquetFromCsv } from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { type AnyRecords, type Chart, layouts, reportOf, toCsv, toJsonLines } from '../report/index.ts';
import { makeFolder, writeFileAtomically } from '../runtime/index.ts';
import { chartPng, fontsPresent } from './chartPng.ts';
import { chartSvg } from './chartSvg.ts';
import { renderReport } from './renderReport.ts';
import { withoutPicture } from './withoutPicture.ts';

/** What `writeReport` wrote. */
export interface WrittenReport {
  /** Paths, the page first. */
  readonly files: readonly string[];
  /** What the caller should tell: every figure and every sentence is there, but a picture or a copy of the figures is not. */
  readonly warnings: readonly string[];
}

const NO_FONT =
  'no font was found, so the PNG charts have no text; install one (on Debian: fonts-dejavu) or use the SVG charts';

/**
 * Creates the folder if need be. Each file is written whole or not at all, the records first: what was measured for hours outlives
 * a section of a plug-in that fails. The page and the tables need no other package; charts, PNG and Parquet do, and where one is
 * missing they are left out and `warnings` says how to get them. `pictures: false` leaves charts out on purpose.
 */
export async function writeReport(
  records: AnyRecords,
  folder: string,
  { pictures = true }: { readonly pictures?: boolean } = {},
): Promise<WrittenReport> {
  await makeFolder(folder);
  const measured = join(folder, 'records.json');
  await writeText(measured, `${JSON.stringify(records, undefined, 2)}\n`);
  try {
    return await writePages(records, measured, folder, pictures);
  } catch (error) {
    if (!(error instanceof UlteriorError && error.code === 'PLUGIN_MISBEHAVED')) throw error;
    // The sections of plug-ins are asked for when the page is made.
    const advice = `${error.advice}; nothing has to be measured again: ulterior report ${measured} --plugin FILE --output FOLDER`;
    throw new UlteriorError(error.code, error.message, advice, { ...error.details, records: measured });
  }
}

const writeText = (path: string, text: string) => writeFileAtomically(path, new TextEncoder().encode(text));

async function writePages(
  records: AnyRecords,
  measured: string,
  folder: string,
  pictures: boolean,
): Promise<WrittenReport> {
  const files: string[] = [];
  const warnings: string[] = [];
  const write = async (path: string, content: string | Uint8Array) => {
    await (typeof content === 'string' ? writeText(path, content) : writeFileAtomically(path, content));
    files.push(path);
  };
  const { findings, charts, page } = reportOf(records);
  const drawn = pictures ? await unlessMissing(warnings, () => renderReport(records)) : undefined;
  const reason = pictures ? 'the packages vega and vega-lite are not installed' : 'pictures were switched off';
  await write(join(folder, 'report.html'), drawn ?? page(charts.map((chart) => withoutPicture(chart, reason))));
  files.push(measured);
  await write(join(folder, 'curves.jsonl'), toJsonLines(findings));
  await write(join(folder, 'curves.csv'), toCsv(findings));
  const parquet = join(folder, 'curves.parquet');
  await unlessMissing(warnings, async () => {
    await parquetFromCsv(join(folder, 'curves.csv'), parquet);
    files.push(parquet);
  });
  if (drawn !== undefined) await writeCharts(charts, join(folder, 'charts'), write, warnings);
  return { files, warnings };
}

async function writeCharts(
  charts: readonly Chart[],
  folder: string,
  write: (path: string, content: string | Uint8Array) => Promise<void>,
  warnings: string[],
): Promise<void> {
  await makeFolder(folder);
  const fonts = await unlessMissing(warnings, fontsPresent);
  if (fonts === false) warnings.push(NO_FONT);
  for (const chart of charts) {
    const spec = chart.spec(layouts.file);
    const svg = await chartSvg(spec, 'light', chart);
    await write(join(folder, `${chart.id}.svg`), svg);
    await write(join(folder, `${chart.id}-dark.svg`), await chartSvg(spec, 'dark', chart));
    if (fonts !== undefined) await write(join(folder, `${chart.id}.png`), await chartPng(svg));
  }
}

/** undefined, and a warning, where a package is missing. */
async function unlessMissing<Result>(warnings: string[], action: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof UlteriorError && error.code === 'PACKAGE_MISSING')) throw error;
    warnings.push(`${error.message}; ${error.advice}`);
    return undefined;
  }
}
