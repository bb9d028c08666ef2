/**
 * What a gate judges: every leak that records of an audit speak of, in one form. A leak is an attribute, where it shows
 * (after ten questions, in top-10 lists), and what the strongest attacker finds there.
 *
 * "The strongest" depends on the end of the interval that is looked at: the largest upper end need not be that of the
 * attacker with the largest estimate. So each end is the largest over all attackers. For the upper end that is safe
 * without a correction for their number: whoever is truly strongest stays below their own upper end, and so below the
 * largest, as often as a single interval holds.
 */
import { flipped, noticed } from '../../audit/index.ts';
import {
  type DefenceRecords,
  type ListFigures,
  type QuestionnaireStudy,
  withoutTheAsked,
} from '../../defence/index.ts';
import { counted } from '../common/format.ts';
import type {
  AttackerFigure,
  AuditRecords,
  Estimate,
  GroupFigure,
  LeakMatrixRecords,
  ModelAuditRecords,
} from '../common/input.ts';
import { attackerName, defenceLabel, kindWords, shownAttacker } from '../defence/index.ts';
import { leakRowName } from '../joint/index.ts';
import type { AnyRecords } from '../kinds/reportOf.ts';
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
      upper: largest(({ auc, bounds }) => bounds?.high ?? auc.high),
    },
  };
}

/** Who is wrong beyond chance says so in its name. */
function turned(attack: Attack): Attack {
  const found = flipped(attack);
  return found === attack ? attack : { ...found, attacker: `${attack.attacker}, turned round` };
}

function leaksOfAudit({ data, headlines }: AuditRecords): Leak[] {
  return headlines.map(({ kind, questions = 0, users, attackers, detectable, replicates }) => {
    return leakFrom(attacksOf(attackers), {
      attribute: data.attribute,
      where: kind === 'history' ? 'from whole histories' : `after ${counted(questions, 'question')}`,
      people: users,
      detectable,
      basis: 'measured',
      ...pairedWith(replicates, attackers),
    });
  });
}

/** What each attacker found, and about the group that it tells best. */
function attacksOf(attackers: readonly Omit<AttackerFigure, 'id'>[]): Attack[] {
  return attackers.flatMap(({ label, auc, bounds, bestTold }) => [
    { attacker: label, auc, bounds },
    ...(bestTold === undefined ? [] : [groupAttack(label, bestTold)]),
  ]);
}

const groupAttack = (attacker: string, { label, auc, bounds }: GroupFigure): Attack => ({
  attacker: `${attacker}, about “${label}”`,
  auc,
  bounds,
});

/** Replicates are those of the mean over the groups: no pairs for a figure about one of them. */
function pairedWith(replicates: Leak['replicates'], attackers: readonly AttackerFigure[]): Pick<Leak, 'replicates'> {
  const paired = attackers.every(({ bestTold }) => (bestTold?.auc.value ?? 0) <= attackers[0]!.auc.value);
  return replicates === undefined || !paired ? {} : { replicates };
}

/** Where people defended their ratings, what is left counts. */
function leaksOfModel({ data, views, detectable, afterDefence }: ModelAuditRecords): Leak[] {
  const after = afterDefence === undefined ? '' : `, after the defence ${defenceName(afterDefence)}`;
  return (afterDefence?.views ?? views).map(({ surface, top, attackers, replicates }) =>
    leakFrom(attacksOf(attackers), {
      attribute: data.attribute,
      where: `from ${viewName({ surface, ...(top === undefined ? {} : { top }) })}${after}`,
      people: data.users,
      detectable,
      basis: 'measured',
      ...pairedWith(replicates, attackers),
    }),
  );
}

/**
 * After any number of questions, asked in any way. At the headline's number the bounds hold for the whole matrix; a leak that
 * is largest before it counts too, by the band around its curve.
 */
function leaksOfMatrix(records: LeakMatrixRecords): Leak[] {
  const { data, spec, curves, headline } = records;
  return data.attributes.map(({ name }) => {
    const leaks = (headline?.leaks ?? []).filter(({ attribute }) => attribute === name);
    const bounded = attacksOf(leaks.map((leak) => ({ ...leak, label: leakRowName(records, leak.row) })));
    const real = curves.filter(({ attribute, variant }) => attribute === name && variant === 'real');
    const banded = real.flatMap(({ row, points }) =>
      points.map(({ auc }): Attack => {
        return { attacker: leakRowName(records, row), auc, bounds: { low: auc.bandLow, high: auc.bandHigh } };
      }),
    );
    return leakFrom([...bounded, ...banded], {
      attribute: name,
      where: `after up to ${counted(spec.questions, 'question')}`,
      people: data.users,
      basis: 'measured',
      ...(leaks[0] === undefined ? {} : { detectable: leaks[0].detectable }),
    });
  });
}

/** Every defence at every strength, and where only some use it those who do: to everybody who attacked. */
function leaksOfDefences({ data, evaluations, detectable }: DefenceRecords): Leak[] {
  return evaluations.flatMap(({ defence, strength, attacks, adoption = [] }) => {
    const name = `${defenceLabel(defence)} ${strength}`;
    const parts = [
      { where: `behind ${name}`, people: data.users, attacks, detectable },
      ...adoption.map(({ share, defending }) => ({
        where: `behind ${name}, used by ${Math.round(100 * share)}%`,
        ...defending,
      })),
    ];
    return parts.map((part) =>
      leakFrom(
        part.attacks.flatMap(({ attacker, situation, auc, bounds, groups = [] }) => {
          const name = `${attackerName(attacker)}, ${situation}`;
          // Whoever knows of a defence turns round what it reversed.
          return [{ attacker: name, auc, bounds }, ...groups.map((group) => groupAttack(name, group))].map(noticed);
        }),
        {
          attribute: data.attribute,
          where: part.where,
          people: part.people,
          detectable: part.detectable,
          basis: 'measured',
        },
      ),
    );
  });
}

/** The list, and where it was designed on these very people lists that were designed without those who are asked. */
function leaksOfQuestionnaire(study: QuestionnaireStudy): Leak[] {
  const { subject, measurement } = study;
  const honest = withoutTheAsked(study);
  const lists: readonly ListFigures[] = honest === undefined ? [subject] : [subject, honest];
  const where = `from a list of ${counted(subject.questions.length, 'question')}`;
  const attributes = [...new Set(subject.leaks.map(({ attribute }) => attribute))];
  return attributes.map((attribute) => {
    const measured = lists
      .flatMap(({ measured: own }) => own?.attacks ?? [])
      .filter((own) => own.attribute === attribute);
    if (measured.length === 0) return impliedLeak(subject, attribute, where);
    return leakFrom(attacksOf(measured.map((attack) => ({ ...attack, label: shownAttacker(attack.attacker) }))), {
      attribute,
      where,
      basis: 'measured',
      ...(measurement === undefined ? {} : { people: measurement.people }),
      detectable: Math.max(...measured.map(({ detectable }) => detectable)),
    });
  });
}

function impliedLeak({ leaks }: ListFigures, attribute: string, where: string): Leak {
  const own = leaks.filter((leak) => leak.attribute === attribute);
  return leakFrom(
    own.map(({ kind, auc }) => ({ attacker: kindWords[kind], auc: { value: auc, low: auc, high: auc } })),
    { attribute, where, basis: 'implied' },
  );
}
