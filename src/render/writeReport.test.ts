import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleRecords } from '../../test/support/sampleRecords.ts';
import { reportCharts, toJsonLines } from '../report/index.ts';
import { renderReport } from './renderReport.ts';
import { type WrittenReport, writeReport } from './writeReport.ts';

const records = sampleRecords({ maxQuestions: 20 });
let folder: string;
let written: WrittenReport;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ulterior-report-'));
  written = await writeReport(records, join(folder, 'new'));
});
afterAll(() => rm(folder, { recursive: true }));

it('writes the page, the records, the curves and every chart, and nothing else', async () => {
  const charts = reportCharts(records).flatMap(({ id }) => [`${id}-dark.svg`, `${id}.png`, `${id}.svg`]);
  const found = await readdir(join(folder, 'new'), { recursive: true });
  const expected = [
    'charts',
    'curves.csv',
    'curves.jsonl',
    'curves.parquet',
    'records.json',
    'report.html',
    ...charts.map((name) => join('charts', name)),
  ];
  expect(found.sort()).toEqual(expected.sort());
  expect(written.files).toHaveLength(expected.length - 1);
  expect(written.files[0]).toBe(join(folder, 'new', 'report.html'));
});

const rows = toJsonLines(records.findings)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly value: number | null });

it('records and rows read back', async () => {
  expect(JSON.parse(await readFile(join(folder, 'new', 'records.json'), 'utf8'))).toEqual(records);
  const lines = (await readFile(join(folder, 'new', 'curves.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(rows.length);
});

it('the Parquet file holds the same rows', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const file = join(folder, 'new', 'curves.parquet').replaceAll("'", "''");
  const reader = await connection.runAndReadAll(`select count(*)::int, sum(value) from '${file}'`);
  const [count, sum] = reader.getRows()[0] as [number, number];
  expect(count).toBe(rows.length);
  expect(sum).toBeCloseTo(
    rows.reduce((total, { value }) => total + (value ?? 0), 0),
    3,
  );
  connection.closeSync();
  instance.closeSync();
});

it('the page is the same text each time', async () => {
  expect(await renderReport(records)).toBe(await readFile(join(folder, 'new', 'report.html'), 'utf8'));
});

it('a hundred questions and four contenders stay below 600 KB', async () => {
  expect((await renderReport(sampleRecords())).length).toBeLessThan(600_000);
});

it('without pictures, the page says so, and every figure is there', async () => {
  const { files, warnings } = await writeReport(records, join(folder, 'undrawn'), { pictures: false });
  const names = ['report.html', 'records.json', 'curves.jsonl', 'curves.csv', 'curves.parquet'];
  expect([files, warnings]).toEqual([names.map((name) => join(folder, 'undrawn', name)), []]);
  const page = await readFile(join(folder, 'undrawn', 'report.html'), 'utf8');
  expect(page).toContain('This chart is not drawn: pictures were switched off.');
  expect(page).not.toContain('<svg viewBox="0 0 720');
});
