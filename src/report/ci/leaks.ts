/**
 * What a gate judges: every leak that records of an audit speak of, in one form. A leak is an attribute, where it shows
 * (after ten questions, in top-10 lists), and what the strongest attacker finds there.
 *
 * "The strongest" depends on the end of the interval that is looked at: the largest upper end need not be that of the
 * attacker with the largest estimate. So each end is the largest over all attackers. For the upper end that is safe
 * without a correction for their number: whoever is truly strongest stays below their own upper end, and so below the
 * largest, as often as a single interval holds.
 */
import { turnedRound } from '../../audit/index.ts';
import {
  type DefenceRecords,
  type ListFigures,
  type QuestionnaireStudy,
  withoutTheAsked,
} from '../../defence/index.ts';
import { detectableWith } from '../common/detectable.ts';
import { counted } from '../common/format.ts';
import type { AuditRecords, Estimate, LeakMatrixRecords, ModelAuditRecords } from '../common/input.ts';
import { attackerName, defenceLabel, kindWords, shownAttacker } from '../defence/index.ts';
import { leakRowName } from '../joint/index.ts';
import type { AnyRecords } from '../page/reportOf.ts';
import { defenceName, viewName } from '../surfaces/index.ts';

/** Which end of the interval a limit is compared with. */
export type GateEnd = 'lower' | 'estimate' | 'upper';

export const gateEnds: readonly GateEnd[] = ['lower', 'estimate', 'upper'];

/** What is given away about one attribute in one place. */
export interface Leak {
  /** What it is about, the same from run to run: a baseline is found by it. */
  readonly key: string;
  readonly attribute: string;
  /** "after 10 questions", "in top-10 lists" */
  readonly where: string;
  /** Who finds most. */
  readonly attacker: string;
  /** Of that attacker alone. */
  readonly auc: Estimate;
  /** The largest over all attackers. */
  readonly ends: Readonly<Record<GateEnd, number>>;
  /** How many people are behind it; none where nobody was asked. */
  readonly people?: number;
  /** The smallest AUC that would have been told from chance with 80% probability. */
  readonly detectable?: number;
  /** Implied: by models alone. Such a figure has no interval. */
  readonly basis: 'measured' | 'implied';
  /** In each resample of the people. */
  readonly replicates?: readonly number[];
}

/** Records that speak of leaks by AUC. */
export type GatedRecords = AuditRecords | ModelAuditRecords | LeakMatrixRecords | DefenceRecords | QuestionnaireStudy;

export function isGated(records: AnyRecords): records is GatedRecords {
  return Object.hasOwn(readers, records.format);
}

/** Every leak that the records speak of. */
export function leaksOf(records: GatedRecords): Leak[] {
  // The format says which records they are; the compiler does not follow that through the table.
  return (readers[records.format] as (records: GatedRecords) => Leak[])(records);
}

type Format = GatedRecords['format'];

const readers: { readonly [F in Format]: (records: Extract<GatedRecords, { readonly format: F }>) => Leak[] } = {
  'ulterior-audit': leaksOfAudit,
  'ulterior-model-audit': leaksOfModel,
  'ulterior-leak-matrix': leaksOfMatrix,
  'ulterior-defence': leaksOfDefences,
  'ulterior-questionnaire-study': leaksOfQuestionnaire,
};

/** One attacker in one place. */
interface Attack {
  readonly attacker: string;
  readonly auc: Estimate;
  /** Bounds that hold for all attackers, where there are some. */
  readonly bounds?: { readonly low: number; readonly high: number };
}

type Rest = Omit<Leak, 'key' | 'attacker' | 'auc' | 'ends'>;

function leakFrom(found: readonly Attack[], rest: Rest): Leak {
  const attacks = found.map(turned);
  const strongest = attacks.reduce((best, attack) => (attack.auc.value > best.auc.value ? attack : best));
  const largest = (end: (attack: Attack) => number) => Math.max(...attacks.map(end));
  // Replicates are those of the strongest as it guessed; they are no pairs for guesses that were turned round.
  const { replicates, ...others } = rest;
  return {
    key: `${rest.attribute}, ${rest.where}`,
    ...others,
    ...(replicates === undefined || !found.includes(strongest) ? {} : { replicates }),
    attacker: strongest.attacker,
    auc: strongest.auc,
    ends: {
      lower: largest(({ auc, bounds }) => bounds?.low ?? auc.low),
      estimate: strongest.auc.value,
      // A band is symmetric, and may reach above what an AUC can be.
      upper: Math.min(
        1,
        largest(({ auc, bounds }) => bounds?.high ?? auc.high),
      ),
    },
  };
}

/** Who is wrong beyond chance says so in its name. */
function turned(attack: Attack): Attack {
  const found = turnedRound(attack);
  return found === attack ? attack : { ...found, attacker: `${attack.attacker}, turned round` };
}

function leaksOfAudit({ data, headlines }: AuditRecords): Leak[] {
  return headlines.map(({ kind, questions = 0, users, attackers, detectable, replicates }) => {
    const onAll = attackers.map(({ label, auc, bounds }): Attack => ({ attacker: label, auc, bounds }));
    const onOne = attackers.flatMap(({ label, bestTold }): Attack[] =>
      bestTold === undefined
        ? []
        : [{ attacker: `${label}, about “${bestTold.label}”`, auc: bestTold.auc, bounds: bestTold.bounds }],
    );
    // Replicates are those of the mean over the groups: no pairs for a figure about one of them.
    const paired = onOne.every(({ auc }) => auc.value <= attackers[0]!.auc.value);
    return leakFrom([...onAll, ...onOne], {
      attribute: data.attribute,
      where: kind === 'history' ? 'from whole histories' : `after ${counted(questions, 'question')}`,
      people: users,
      detectable,
      basis: 'measured',
      ...(paired ? { replicates } : {}),
    });
  });
}

/** Where people defended their ratings, what is left counts. */
function leaksOfModel({ data, views, detectable, afterDefence }: ModelAuditRecords): Leak[] {
  const after = afterDefence === undefined ? '' : `, after the defence ${defenceName(afterDefence)}`;
  return (afterDefence?.views ?? views).map(({ surface, top, attackers, replicates }) =>
    leakFrom(
      attackers.map(({ label, auc, bounds }) => ({ attacker: label, auc, bounds })),
      {
        attribute: data.attribute,
        where: `from ${viewName({ surface, ...(top === undefined ? {} : { top }) })}${after}`,
        people: data.users,
        detectable,
        basis: 'measured',
        replicates,
      },
    ),
  );
}

/** After any number of questions, asked in any way: the bands hold for whole curves. */
function leaksOfMatrix(records: LeakMatrixRecords): Leak[] {
  const { data, spec, curves } = records;
  return data.attributes.map(({ name, labels }) => {
    const real = curves.filter(({ attribute, variant }) => attribute === name && variant === 'real');
    const attacks = real.flatMap(({ row, points }) =>
      points.map(
        ({ auc }): Attack => ({
          attacker: leakRowName(records, row),
          auc,
          bounds: { low: auc.bandLow, high: auc.bandHigh },
        }),
      ),
    );
    return leakFrom(attacks, {
      attribute: name,
      where: `after up to ${counted(spec.questions, 'question')}`,
      people: data.users,
      detectable: detectableWith(labels, spec.level),
      basis: 'measured',
    });
  });
}

/** Every defence at every strength, and where only some use it those who do: to everybody who attacked. */
function leaksOfDefences({ data, spec, evaluations }: DefenceRecords): Leak[] {
  const detectable = detectableWith(data.labels, spec.level);
  return evaluations.flatMap(({ defence, strength, attacks, adoption = [] }) => {
    const name = `${defenceLabel(defence)} ${strength}`;
    const parts = [
      { where: `behind ${name}`, people: data.users, attacks },
      ...adoption.map(({ share, defending }) => ({
        where: `behind ${name}, used by ${Math.round(100 * share)}%`,
        people: defending.people,
        attacks: defending.attacks,
      })),
    ];
    return parts.map((part) =>
      leakFrom(
        part.attacks.map(({ attacker, situation, flipped }) => ({
          attacker: `${attackerName(attacker)}, ${situation}`,
          auc: flipped,
        })),
        { attribute: data.attribute, where: part.where, people: part.people, detectable, basis: 'measured' },
      ),
    );
  });
}

/** The list, and where it was designed on these very people lists that were designed without those who are asked. */
function leaksOfQuestionnaire(study: QuestionnaireStudy): Leak[] {
  const { subject, data, measurement, spec } = study;
  const honest = withoutTheAsked(study);
  const lists: readonly ListFigures[] = honest === undefined ? [subject] : [subject, honest];
  const where = `from a list of ${counted(subject.questions.length, 'question')}`;
  const attributes = [...new Set(subject.leaks.map(({ attribute }) => attribute))];
  return attributes.map((attribute) => {
    const measured = lists
      .flatMap(({ measured: own }) => own?.attacks ?? [])
      .filter((own) => own.attribute === attribute);
    if (measured.length === 0) return impliedLeak(subject, attribute, where);
    const labels = data?.attributes.find(({ name }) => name === attribute)?.labels;
    return leakFrom(
      measured.map(({ attacker, auc, bounds }) => ({ attacker: shownAttacker(attacker), auc, bounds })),
      {
        attribute,
        where,
        basis: 'measured',
        ...(measurement === undefined ? {} : { people: measurement.people }),
        ...(labels === undefined ? {} : { detectable: detectableWith(labels, spec.level) }),
      },
    );
  });
}

function impliedLeak({ leaks }: ListFigures, attribute: string, where: string): Leak {
  const own = leaks.filter((leak) => leak.attribute === attribute);
  return leakFrom(
    own.map(({ kind, auc }) => ({ attacker: kindWords[kind], auc: { value: auc, low: auc, high: auc } })),
    { attribute, where, basis: 'implied' },
  );
}
