/** Finds in the findings of records what tests look at, and makes up findings. */
import {
  type Estimate,
  type Figure,
  type Finding,
  findingsWith,
  type Place,
  type With,
} from '../../src/audit/index.ts';

interface Found {
  readonly findings: readonly Finding[];
}

/** Question by question. */
export function curveIn(
  { findings }: Found,
  attacker: string,
  wanted: Partial<Pick<Place, 'target' | 'variant' | 'cohort'>> = {},
) {
  const place = { exposure: 'questions', attacker, group: undefined, variant: 'real', cohort: 'survivors' } as const;
  return findings.filter((finding) =>
    Object.entries({ ...place, ...wanted }).every(([field, value]) => finding[field as keyof Place] === value),
  ) as Point[];
}

type Point = Omit<With<'auc' | 'accuracy' | 'logLoss' | 'brier' | 'calibrationError' | 'confidence'>, 'length'> &
  With<'mae' | 'rmse' | 'r2' | 'coverage' | 'width' | 'blindMean' | 'blindMedian' | 'halfWithin'> & {
    readonly length: number;
  };

/** With bounds, the strongest first: about everybody, or about single groups too. */
export function boundedIn({ findings }: Found, wanted: Partial<Place> = {}): With<'auc'>[] {
  return findingsWith(findings, 'auc', { variant: 'real', ...wanted }).filter(({ auc }) => auc.bounds !== undefined);
}

/** What is found about everybody at one place: after questions, in whole histories, on a surface. */
export const headlineIn = (records: Found, exposure: string, wanted: Partial<Place> = {}): With<'auc'>[] =>
  boundedIn(records, { exposure, group: undefined, ...wanted });

/** By one attacker of whole histories. */
export const historyIn = ({ findings }: Found, attacker: string, variant: Place['variant'] = 'real') =>
  findings.find((one) => one.exposure === 'histories' && one.attacker === attacker && one.variant === variant) as With<
    'auc' | 'accuracy' | 'aucByFold' | 'mae' | 'rmse' | 'r2'
  >;

/** Rating errors question by question. */
export const errorsIn = ({ findings }: Found, attacker: string) =>
  findingsWith(findings, 'rmse', { exposure: 'questions', attacker, cohort: undefined }) as (With<
    'rmse' | 'rmseItemMeans' | 'rmseOverItemMeans'
  > & { readonly length: number })[];

export const around = (value: number, half: number): Estimate => ({ value, low: value - half, high: value + half });

/** With bounds that reach that far. */
export const boundedAround = (value: number, half: number, reach: number): Figure => {
  return { ...around(value, half), bounds: { low: value - reach, high: value + reach } };
};

/** Of each group against the rest, after some questions. */
export const groupFindings = (
  attacker: string,
  length: number,
  people: number,
  labels: readonly { readonly label: string }[],
  aucOf: (group: number) => number,
): Finding[] =>
  labels.map(({ label: group }, at) => {
    const place = { target: 'gender', exposure: 'questions', length, attacker, group, variant: 'real' } as const;
    return { ...place, cohort: 'survivors', people, auc: around(aucOf(at), 0.03) };
  });

/** The records with other findings: what `change` gives in place of each, and nothing where it gives nothing. */
export const withFindings = <Records extends Found>(
  records: Records,
  change: (finding: Finding) => Finding | undefined,
): Records => ({ ...records, findings: records.findings.flatMap((finding) => change(finding) ?? []) });

/** The same control figures of a place. */
export const controlIn = (
  { findings }: Found,
  { exposure, length, defence, strength, attacker, situation, target }: Finding,
) =>
  findingsWith(findings, 'auc', {
    exposure,
    length,
    defence,
    strength,
    attacker,
    situation,
    target,
    variant: 'shuffled',
  })[0];

/** Exposures with their lengths in the order of the findings, each once: before a defence, or after it. */
export function viewsIn(records: Found, defence?: string): (readonly [exposure: string, length: number | undefined])[] {
  const seen = boundedIn(records, { defence }).map(({ exposure, length }) => [exposure, length] as const);
  return [...new Map(seen.map((view) => [JSON.stringify(view), view])).values()];
}

/** The records with these figures with bounds of an exposure in place of its own. */
export function insteadOf<Records extends Found>(
  records: Records,
  exposure: string,
  found: readonly Finding[],
): Records {
  const others = records.findings.filter((one) => one.exposure !== exposure || one.auc?.bounds === undefined);
  return { ...records, findings: [...others, ...found] };
}
