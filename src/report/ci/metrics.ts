/**
 * A run as flat metrics, for trackers of experiments: a number under each key, its interval under the same key with
 * `_low` and `_high`. Keys have letters, digits, underscores and slashes alone, which every tracker takes.
 */
import type { AnyRecords } from '../common/anyRecords.ts';
import { findingsOf } from '../kinds/reportOf.ts';
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
function metricsOfNumber(records: AnyRecords): Metric[] {
  const asked = findingsOf(records).filter(
    ({ metric, variant, cohort }) => /^(mae|r2)$/.test(metric) && variant === 'real' && cohort === 'survivors',
  );
  const own = asked.filter(({ attacker }) => attacker === asked[0]!.attacker);
  const last = own.at(-1);
  if (last === undefined) return [];
  const name = keyFrom(`${last.target} after ${last.length} questions`);
  return [
    ...own
      .filter(({ length }) => length === last.length)
      .flatMap(({ metric, value, low, high }): Metric[] =>
        Object.entries({ '': value, _low: low, _high: high }).flatMap(([end, figure]): Metric[] =>
          figure === null ? [] : [[`${name}_${metric}${end}`, figure]],
        ),
      ),
    [`${name}_people`, last.people],
  ];
}

/** "gender, after 10 questions" as gender_after_10_questions */
function keyFrom(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');
}
