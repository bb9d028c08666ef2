/** Finds in the records what charts and text speak of. */
import { classifiers } from '../../inference/index.ts';
import type { AuditRecords, Cohort, ContenderDescription, Curve, Headline, TypeFigures, Variant } from './input.ts';

/** What the strongest attacker finds after questions, or in whole histories. */
function headlineOf(records: AuditRecords, kind: Headline['kind']): Headline | undefined {
  return records.headlines.find((headline) => headline.kind === kind);
}

/** The contender the report is about: the strongest of those that are there. */
export function leadOf(records: AuditRecords): ContenderDescription {
  const ranked = headlineOf(records, 'questions')?.attackers ?? [];
  const present = ranked.flatMap(({ id }) => records.contenders.filter((contender) => contender.id === id));
  return present[0] ?? records.contenders[0]!;
}

/** What the lead is measured against: questions at random, else the last contender; none if the lead is alone. */
export function baselineOf(records: AuditRecords): ContenderDescription | undefined {
  const lead = leadOf(records);
  const others = records.contenders.filter(({ id }) => id !== lead.id);
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

/** The last point that needs no more than this many questions. */
export function pointAt<P extends { readonly questions: number }>(
  curve: { readonly points: readonly P[] } | undefined,
  questions: number,
): P | undefined {
  return curve?.points.filter((point) => point.questions <= questions).at(-1);
}

/** Where the answer is read off: fixed by the spec, or as many as could be asked. */
export function headlineQuestions(records: AuditRecords): number {
  return headlineOf(records, 'questions')?.questions ?? records.spec.headlineQuestions;
}

/** Names that can be told apart: the label, with the id where two contenders share one. */
export function nameOf(records: AuditRecords, id: string): string {
  const label = records.contenders.find((contender) => contender.id === id)?.label ?? id;
  const shared = records.contenders.filter((contender) => contender.label === label).length > 1;
  return shared ? `${label} (${id})` : label;
}

/** How people call a classifier of whole histories; one of a plug-in that is not at hand goes by its name. */
export function classifierLabel(name: string): string {
  return classifiers.find((one) => one.name === name)?.label ?? name;
}

export function colourOf(records: AuditRecords, id: string): number {
  return Math.max(
    0,
    records.contenders.findIndex((contender) => contender.id === id),
  );
}

/** Figures by type of a contender, where the report looks first: at the headline's number of questions, else the last. */
export function typeFiguresOf(records: AuditRecords, contender: string): TypeFigures | undefined {
  const all = records.typeFigures.filter((figures) => figures.contender === contender);
  return all.find(({ questions }) => questions === headlineQuestions(records)) ?? all.at(-1);
}

/** What guessing gets that names the same group for everybody: the share that accuracy is held against. */
export function largestGroup(labels: readonly { readonly label: string; readonly users: number }[]): {
  readonly label: string;
  readonly share: number;
} {
  const all = labels.reduce((sum, { users }) => sum + users, 0);
  const { label, users } = labels.reduce((best, one) => (one.users > best.users ? one : best));
  return { label, share: users / all };
}
