/** Finds in the records what charts and text speak of. */
import type { AuditRecords, Cohort, ContenderDescription, Curve, CurvePoint, TypeFigures, Variant } from './input.ts';

/** The contender the report is about: the first. */
export function leadOf(records: AuditRecords): ContenderDescription {
  return records.contenders[0]!;
}

/** What the lead is measured against: questions at random, else the last contender; none if the lead is alone. */
export function baselineOf(records: AuditRecords): ContenderDescription | undefined {
  const others = records.contenders.slice(1);
  return others.find(({ strategy }) => strategy === 'random') ?? others.at(-1);
}

export function curveOf(
  records: AuditRecords,
  contender: string,
  variant: Variant = 'real',
  cohort: Cohort = 'survivors',
): Curve | undefined {
  return records.curves.find(
    (curve) => curve.contender === contender && curve.variant === variant && curve.cohort === cohort,
  );
}

/** The curve on shuffled labels: the lead's, else anybody's. */
export function controlOf(records: AuditRecords, cohort: Cohort = 'survivors'): Curve | undefined {
  return (
    curveOf(records, leadOf(records).id, 'shuffled', cohort) ??
    records.curves.find((curve) => curve.variant === 'shuffled' && curve.cohort === cohort)
  );
}

/** The last point that needs no more than so many questions. */
export function pointAt<P extends { readonly questions: number }>(
  curve: { readonly points: readonly P[] } | undefined,
  questions: number,
): P | undefined {
  return curve?.points.filter((point) => point.questions <= questions).at(-1);
}

/** Where the answer is read off: ten questions, or the end if that comes earlier. */
export function headlineQuestions(records: AuditRecords): number {
  const last = curveOf(records, leadOf(records).id)?.points.at(-1)?.questions ?? records.spec.maxQuestions;
  return Math.min(10, last);
}

export function headlinePoint(records: AuditRecords): CurvePoint | undefined {
  return pointAt(curveOf(records, leadOf(records).id), headlineQuestions(records));
}

/** Names that can be told apart: the label, with the id where two contenders share one. */
export function nameOf(records: AuditRecords, id: string): string {
  const label = records.contenders.find((contender) => contender.id === id)?.label ?? id;
  const shared = records.contenders.filter((contender) => contender.label === label).length > 1;
  return shared ? `${label} (${id})` : label;
}

export function colourOf(records: AuditRecords, id: string): number {
  return Math.max(
    0,
    records.contenders.findIndex((contender) => contender.id === id),
  );
}

export type Verdict = 'reveals' | 'nothing' | 'unchecked';

/**
 * Whether the lead's figure stands clear of chance and of the control: the interval must lie above both 0.5 and the
 * interval of the control. Without a control nothing is claimed.
 */
export function verdictOf(records: AuditRecords): Verdict {
  const real = headlinePoint(records)?.auc;
  const control = pointAt(controlOf(records), headlineQuestions(records))?.auc;
  if (real === undefined || control === undefined) return 'unchecked';
  return real.low > Math.max(0.5, control.high) ? 'reveals' : 'nothing';
}

/** Figures by type of a contender, where the report looks first: at the headline's number of questions, else the last. */
export function typeFiguresOf(records: AuditRecords, contender: string): TypeFigures | undefined {
  const all = records.typeFigures.filter((figures) => figures.contender === contender);
  return all.find(({ questions }) => questions === headlineQuestions(records)) ?? all.at(-1);
}
