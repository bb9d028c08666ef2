/** Where a leak is: what one attacker finds in each part of what people rated, beside what is found in all of it. */

import type { Chart } from '../common/chart.ts';
import type { AuditRecords } from '../common/input.ts';
import { leakParts, sourceText } from '../common/leakSources.ts';
import { headlineOf, labelOf } from '../common/lookup.ts';
import { type AucRow, aucRowsChart } from './aucRows.ts';

export function leakSourcesChart(records: AuditRecords): Chart | undefined {
  const { parts } = leakParts(records);
  if (parts.length === 0) return undefined;
  const [whole] = headlineOf(records, 'histories');
  const rows: AucRow[] = [
    ...parts
      .toSorted((a, b) => b.auc.value - a.auc.value)
      .map((found): AucRow => ({ ...found.auc, name: labelOf(records, found), look: 'bar' })),
    ...(whole === undefined
      ? []
      : [{ ...whole.auc, name: `everything: ${labelOf(records, whole)}`, look: 'ink' } as const]),
  ];
  const text = sourceText(records);
  return aucRowsChart({
    id: 'sources',
    title: 'Where it leaks',
    reading: text === '' ? 'What one attacker finds in single parts of whole histories.' : text,
    marks: 'Dots with intervals',
    rows,
  });
}
