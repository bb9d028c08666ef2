/**
 * A run as flat metrics, for trackers of experiments: a number under each key, its interval under the same key with
 * `_low` and `_high`. Keys have letters, digits, underscores and slashes alone, which every tracker takes.
 */
import type { AnyRecords } from '../common/anyRecords.ts';
import { contendersOf, curveOf } from '../common/lookup.ts';
import { type CheckedAudit, hasFailed } from './checked.ts';
import { type Leak, leaksOf } from './leaks.ts';

export function metricsOf(audits: readonly CheckedAudit[]): string {
  const all = audits.flatMap((audit) => {
    const prefix = audit.alone ? '' : `${keyFrom(audit.name)}/`;
    return metricsOfOne(audit).map(([key, value]) => [`${prefix}${key}`, value] as const);
  });
  // What is not a number has no place in JSON: a missing key says so.
  return `${JSON.stringify(Object.fromEntries(all.filter(([, value]) => Number.isFinite(value))), undefined, 2)}\n`;
}

type Metric = readonly [key: string, value: number];

function metricsOfOne(audit: CheckedAudit): Metric[] {
  const { records, gate } = audit;
  const limits = new Map(gate?.judgements.map(({ leak, limit }) => [leak.key, limit]));
  const found: Metric[] =
    records === undefined
      ? []
      : [...leaksOf(records).flatMap((leak) => metricsOfLeak(leak, limits.get(leak.key))), ...metricsOfNumber(records)];
  return gate === undefined && audit.problem === undefined ? found : [...found, ['passed', hasFailed(audit) ? 0 : 1]];
}

function metricsOfLeak({ key, ends, people, detectable, named, basis }: Leak, limit: number | undefined): Metric[] {
  const name = keyFrom(key);
  const optional = { people, detectable, limit };
  const interval: Metric[] =
    basis === 'implied'
      ? []
      : [
          [`${name}_auc_low`, ends.lower],
          [`${name}_auc_high`, ends.upper],
        ];
  return [
    [`${name}_auc`, ends.estimate],
    ...interval,
    ...(named === undefined
      ? []
      : ([
          [`${name}_named`, named.estimate],
          [`${name}_named_low`, named.lower],
          [`${name}_named_high`, named.upper],
        ] satisfies Metric[])),
    ...Object.entries(optional).flatMap(([end, value]): Metric[] =>
      value === undefined ? [] : [[`${name}_${end}`, value]],
    ),
  ];
}

/** How near the first strategy comes to a number, at the end. */
function metricsOfNumber(records: AnyRecords): Metric[] {
  if (records.format !== 'ulterior-numeric-audit') return [];
  const last = curveOf(records, 'mae', contendersOf(records)[0]!.id).at(-1);
  if (last === undefined) return [];
  const name = keyFrom(`${last.target} after ${last.length} questions`);
  return [
    ...(['mae', 'r2'] as const).flatMap((metric): Metric[] => {
      const { value, low, high } = last[metric]!;
      return Object.entries({ '': value, _low: low, _high: high }).map(([end, figure]) => [
        `${name}_${metric}${end}`,
        figure,
      ]);
    }),
    [`${name}_people`, last.people],
  ];
}

/** "gender, after 10 questions" as gender_after_10_questions */
function keyFrom(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');
}
