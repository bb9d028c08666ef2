/**
 * A run as flat metrics, for trackers of experiments: a number under each key, its interval under the same key with
 * `_low` and `_high`. Keys have letters, digits, underscores and slashes alone, which every tracker takes.
 */
import type { NumericRecords } from '../common/input.ts';
import type { CheckedAudit } from './checked.ts';
import { hasFailed } from './checked.ts';
import { isGated, type Leak, leaksOf } from './leaks.ts';

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
      : isGated(records)
        ? leaksOf(records).flatMap((leak) => metricsOfLeak(leak, limits.get(leak.key)))
        : records.format === 'ulterior-numeric-audit'
          ? metricsOfNumber(records)
          : [];
  return gate === undefined && audit.problem === undefined ? found : [...found, ['passed', hasFailed(audit) ? 0 : 1]];
}

function metricsOfLeak({ key, ends, people, detectable, basis }: Leak, limit: number | undefined): Metric[] {
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
    ...Object.entries(optional).flatMap(([end, value]): Metric[] =>
      value === undefined ? [] : [[`${name}_${end}`, value]],
    ),
  ];
}

/** How near the first strategy comes to a number, at the end. */
function metricsOfNumber({ data, curves }: NumericRecords): Metric[] {
  const curve = curves.find(({ variant, cohort }) => variant === 'real' && cohort === 'survivors');
  const last = curve?.points.at(-1);
  if (last === undefined) return [];
  const name = keyFrom(`${data.attribute} after ${last.questions} questions`);
  return [
    ...(['mae', 'r2'] as const).flatMap((metric): Metric[] => [
      [`${name}_${metric}`, last[metric].value],
      [`${name}_${metric}_low`, last[metric].low],
      [`${name}_${metric}_high`, last[metric].high],
    ]),
    [`${name}_people`, last.users],
  ];
}

/** "gender, after 10 questions" as gender_after_10_questions */
function keyFrom(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');
}
