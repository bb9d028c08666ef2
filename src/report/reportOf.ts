/** What a report is made of, for every kind of records. */
import type { DetectorRecords, LedgerRecords } from '../defence/index.ts';
import type { Chart, DrawnChart } from './chart.ts';
import { reportCharts } from './charts/all.ts';
import { type CurveRow, curveRows } from './curveRows.ts';
import { detectorCharts, detectorPage, detectorRows, ledgerCharts, ledgerPage, ledgerRows } from './defence/index.ts';
import type { AuditRecords, LeakMatrixRecords, NumericRecords } from './input.ts';
import { leakMatrixCharts, leakMatrixPage, leakRows } from './joint/index.ts';
import { numericCharts, numericPage, numericRows } from './numeric/index.ts';
import { reportPage } from './page/reportPage.ts';

export type AnyRecords = AuditRecords | NumericRecords | LeakMatrixRecords | DetectorRecords | LedgerRecords;

export interface Report {
  readonly charts: readonly Chart[];
  readonly rows: readonly CurveRow[];
  page(charts: readonly DrawnChart[]): string;
}

export function reportOf(records: AnyRecords): Report {
  if (records.format === 'ulterior-numeric-audit') {
    return {
      charts: numericCharts(records),
      rows: numericRows(records),
      page: (drawn) => numericPage(records, drawn),
    };
  }
  if (records.format === 'ulterior-leak-matrix') {
    return {
      charts: leakMatrixCharts(records),
      rows: leakRows(records),
      page: (drawn) => leakMatrixPage(records, drawn),
    };
  }
  if (records.format === 'ulterior-detector') {
    return {
      charts: detectorCharts(records),
      rows: detectorRows(records),
      page: (drawn) => detectorPage(records, drawn),
    };
  }
  if (records.format === 'ulterior-ledger') {
    return { charts: ledgerCharts(records), rows: ledgerRows(records), page: (drawn) => ledgerPage(records, drawn) };
  }
  return { charts: reportCharts(records), rows: curveRows(records), page: (drawn) => reportPage(records, drawn) };
}
