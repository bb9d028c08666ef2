/** What a dot of a chart stands for, in words. */
import type { AuditedRecords } from './chartTable.ts';

type Values = ReadonlyMap<string, string>;

/** Undefined for charts whose dots are named already. */
export function tipsOf(chart: string, { items }: AuditedRecords): ((values: Values) => readonly string[]) | undefined {
  if (chart === 'items') {
    return (values) => [
      items[Number(values.get('row'))]?.title ?? '',
      `${values.get('type')}: ${Number(values.get('place')).toFixed(2)}`,
    ];
  }
  if (chart === 'reliability') {
    return (values) => [`says ${values.get('stated confidence')} sure`, `${values.get('share that was right')} right`];
  }
  return undefined;
}
