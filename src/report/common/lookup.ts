/** Finds in the records what charts and text speak of. */
import { classifiers } from '../../inference/index.ts';
import {
  type AttackerDescription,
  type AuditRecords,
  type Cohort,
  type Finding,
  findingsWith,
  type LeakMatrixRecords,
  type Metric,
  type NumericRecords,
  type Variant,
  type With,
} from './input.ts';

/** Records of simulated interviews. */
type AskedRecords = AuditRecords | NumericRecords | LeakMatrixRecords;

/** An AUC with bounds that hold for everything looked at together. */
export type Bounded = With<'auc'>;

/** What strangers find who looked at the same place, the strongest first; about everybody, and about single groups. */
export const boundedIn = (findings: readonly Finding[], wanted: Parameters<typeof findingsWith>[2] = {}): Bounded[] =>
  findingsWith(findings, 'auc', { variant: 'real', ...wanted }).filter(({ auc }) => auc.bounds !== undefined);

/** Attackers about everybody: after questions, or in whole histories. */
export function headlineOf({ findings }: Pick<AskedRecords, 'findings'>, exposure: string): Bounded[] {
  return boundedIn(findings, { exposure, group: undefined });
}

/** Ways of asking. */
export const contendersOf = ({ attackers }: Pick<AskedRecords, 'attackers'>): AttackerDescription[] =>
  attackers.filter(({ exposure }) => exposure === 'questions');

/** The contender the report is about: the strongest of those that are there; of a number the first. */
export function leadOf(records: AskedRecords): AttackerDescription {
  const contenders = contendersOf(records);
  const ranked = headlineOf(records, 'questions');
  const present = ranked.flatMap(({ attacker }) => contenders.filter(({ id }) => id === attacker));
  return present[0] ?? contenders[0]!;
}

/** What the lead is measured against: questions at random, else the last contender; none if the lead is alone. */
export function baselineOf(records: AskedRecords): AttackerDescription | undefined {
  const lead = leadOf(records);
  const others = contendersOf(records).filter(({ id }) => id !== lead.id);
  return others.find(({ strategy }) => strategy === 'random') ?? others.at(-1);
}

/** What is found after a number of questions. */
export type Point<M extends Metric> = With<M> & { readonly length: number };

interface WantedCurve {
  readonly target?: string;
  readonly variant?: Variant;
  /** Rating errors have none. */
  readonly cohort?: Cohort | undefined;
}

/** A figure question by question; empty where it was not measured. */
export function curveOf<M extends Metric>(
  { findings }: Pick<AskedRecords, 'findings'>,
  metric: M,
  attacker: string,
  wanted: WantedCurve = {},
): Point<M>[] {
  const place = { exposure: 'questions', attacker, group: undefined, variant: 'real', cohort: 'survivors' } as const;
  return findingsWith(findings, metric, { ...place, ...wanted }) as Point<M>[];
}

/** The curve on shuffled labels: the lead's, else anybody's. */
export function controlOf<M extends Metric>(
  records: AskedRecords,
  metric: M,
  cohort: Cohort = 'survivors',
): Point<M>[] {
  const shuffled = records.findings.find(({ exposure, variant }) => exposure === 'questions' && variant === 'shuffled');
  const own = curveOf(records, metric, leadOf(records).id, { variant: 'shuffled', cohort });
  return own.length > 0 ? own : curveOf(records, metric, shuffled?.attacker ?? '', { variant: 'shuffled', cohort });
}

/** The last point that needs no more than this many questions. */
export function pointAt<P extends { readonly length: number }>(curve: readonly P[], questions: number): P | undefined {
  return curve.filter(({ length }) => length <= questions).at(-1);
}

/** What is found in whole histories by one attacker. */
export function historyOf(
  { findings }: AskedRecords,
  attacker: string,
  variant: Variant = 'real',
): Finding | undefined {
  return findings.find((one) => {
    return (
      one.exposure === 'histories' && one.attacker === attacker && one.variant === variant && one.group === undefined
    );
  });
}

/** Where the answer is read off: fixed by the spec, or as many as could be asked. */
export function headlineQuestions(records: AuditRecords): number {
  return headlineOf(records, 'questions')[0]?.length ?? records.spec.headlineQuestions;
}

/** The records without what other contenders found; the control stays, and so do the contenders, and with them their colours. */
export function shownContenders(records: AuditRecords, shown: (contender: string) => boolean): AuditRecords {
  const present = ({ attacker = '' }: { readonly attacker?: string | undefined }) => shown(attacker);
  return {
    ...records,
    findings: records.findings.filter(
      (finding) => finding.exposure !== 'questions' || finding.variant === 'shuffled' || present(finding),
    ),
    confidences: records.confidences.filter(present),
    reliability: records.reliability.filter(present),
    confusions: records.confusions.filter(present),
  };
}

/** Names that can be told apart: the label, with the id where two contenders share one. */
export function nameOf(records: Pick<AskedRecords, 'attackers'>, id: string): string {
  const contenders = contendersOf(records);
  const label = contenders.find((contender) => contender.id === id)?.label ?? id;
  const shared = contenders.filter((contender) => contender.label === label).length > 1;
  return shared ? `${label} (${id})` : label;
}

/** How people call an attacker, whatever it reads. */
export function labelOf({ attackers }: Pick<AskedRecords, 'attackers'>, { attacker, exposure }: Finding): string {
  const own = attackers.filter(({ id }) => id === attacker);
  return (own.find((one) => one.exposure === exposure) ?? own[0])?.label ?? attacker ?? '';
}

/** How people call each attacker. */
export const labelsOf = ({ attackers }: Pick<AskedRecords, 'attackers'>): ReadonlyMap<string, string> =>
  new Map(attackers.map(({ id, label }) => [id, label]));

/** How people call a classifier of whole histories; one of a plug-in that is not at hand goes by its name. */
export function classifierLabel(name: string): string {
  return classifiers.find((one) => one.name === name)?.label ?? name;
}

export function colourOf(records: Pick<AskedRecords, 'attackers'>, id: string): number {
  return Math.max(
    0,
    contendersOf(records).findIndex((contender) => contender.id === id),
  );
}

/** Who is taken for whom by a contender, where the report looks first: at the headline's number of questions, else the last. */
export function confusionOf(records: AuditRecords, attacker: string): AuditRecords['confusions'][number] | undefined {
  const all = records.confusions.filter((one) => one.attacker === attacker);
  return all.find(({ length }) => length === headlineQuestions(records)) ?? all.at(-1);
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
