/**
 * What attackers found in what they saw: figures of every attacker on every exposure, the same on shuffled labels, and
 * bounds that hold for everything that was looked at together.
 */
import { defineTask } from '../../maths/index.ts';
import { detectableAuc, type Family, familyOf } from '../figures/family.ts';
import { type Measured, measured, scoresFrom } from '../figures/measured.ts';
import { runTasks, scoreKey, type WorkTools } from '../folds/index.ts';
import type { Finding, Place } from '../records/finding.ts';
import type { AttackerDescription } from '../records/records.ts';
import { controlRisk, groupRisks, type Risk, riskFigures, riskOf } from '../risk/risk.ts';
import { unitsByType } from '../statistics/aucStatistic.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { attackerLabel, type Experiment } from './experiment.ts';

/** What an attacker found at a place, before it has bounds. */
export interface FoundAttack {
  readonly attacker: string;
  readonly place: MeasuredPlace;
  readonly real: Measured;
  readonly risk: Risk;
  /** The same attacker on shuffled labels, where it was run on them. */
  readonly control?: ControlFound;
}

type ControlFound = Pick<Finding, 'auc' | 'named' | 'namedRight' | 'shuffles'>;

/** Who was measured, and how intervals are made. */
interface MeasuredPeople {
  readonly folds: Uint16Array;
  readonly clusters: Uint32Array | undefined;
  readonly resamples: number;
  readonly level: number;
  readonly seed: number;
}

/** One exposure, one thing that is inferred, and some of the people. */
export interface MeasuredPlace {
  /** In the score table. */
  readonly exposure: string;
  /** As findings call the place. */
  readonly as: Omit<Place, 'variant' | 'attacker' | 'group'>;
  /** Of the groups. */
  readonly labels: readonly string[];
  /** Of everybody. */
  readonly types: ArrayLike<number>;
  readonly people: Uint32Array;
}

interface AttacksUnit extends MeasuredPeople {
  readonly place: Pick<MeasuredPlace, 'labels' | 'people'>;
  readonly attacks: readonly {
    readonly attacker: string;
    /** The real ones, and those of each shuffle that the attacker was run on: everybody x K. */
    readonly real: LabelledLogits;
    readonly shuffled: readonly LabelledLogits[];
  }[];
}

interface LabelledLogits {
  readonly logits: ArrayLike<number>;
  readonly types: Uint8Array;
}

export const attacksTask = defineTask<AttacksUnit, readonly Omit<FoundAttack, 'place'>[]>(
  'audit-attacks',
  ({ place: { labels, people }, attacks, folds, clusters, level, ...drawn }) => {
    const resamples = resamplesOf(folds.length, drawn.seed, drawn.resamples, clusters);
    const setting = { labels, people, folds, resamples, level, clusters };
    const measuredOn = (runs: readonly LabelledLogits[]) => {
      const scores = runs.map(({ logits, types }) => scoresFrom(logits, types, labels.length));
      return { real: measured(scores, setting), risk: riskOf(scores, setting) };
    };
    return attacks.map(({ attacker, real, shuffled }) => {
      if (shuffled.length === 0) return { attacker, ...measuredOn([real]) };
      const { real: found, risk } = measuredOn(shuffled);
      const control = { auc: found.auc, ...controlRisk(risk, level), shuffles: shuffled.length };
      return { attacker, ...measuredOn([real]), control };
    });
  },
);

/** What was found at each place by those who looked there; a task for each. */
export async function findAttacks(
  places: readonly MeasuredPlace[],
  { dealings, attackers }: Experiment,
  people: MeasuredPeople,
  tools: WorkTools,
): Promise<FoundAttack[][]> {
  const unitOf = (place: MeasuredPlace): AttacksUnit => {
    const { target } = place.as;
    const attacks = attackers.flatMap((attacker) => {
      const key = scoreKey({ exposure: place.exposure, target, attacker, quantity: 'logits' });
      const runs = dealings.filter(({ scores }) => scores.has(key));
      const of = (variant: string) =>
        runs
          .filter((run) => run.variant === variant)
          .map(({ scores, targets }) => ({ logits: scores.get(key)!, types: targets.get(target)!.types }));
      const [real] = of('real');
      return real === undefined ? [] : [{ attacker, real, shuffled: of('shuffled') }];
    });
    return { ...people, place: { labels: place.labels, people: place.people }, attacks };
  };
  const found = await runTasks(attacksTask, places.map(unitOf), tools);
  return found.map((attacks, at) => attacks.map((attack) => ({ ...attack, place: places[at]! })));
}

interface AttackFindings {
  readonly findings: readonly Finding[];
  readonly family: Family;
}

/**
 * All of it is one family: whoever takes the largest of several figures flatters it. With more than two groups each against
 * the rest is a finding, too. `judged`: whether a gate judges what was found at a place.
 */
export function attackFindings(
  found: readonly FoundAttack[],
  level: number,
  clusters: Uint32Array | undefined,
  judged: (place: MeasuredPlace) => boolean,
): AttackFindings {
  const family = familyOf(
    found.map(({ real }) => real),
    level,
  );
  const isStrongest = ({ place, real }: FoundAttack) =>
    found.every((other) => other.place !== place || other.real.auc.value <= real.auc.value);
  const findings = found.flatMap(({ attacker, place, real, risk, control }, at): Finding[] => {
    const { as, people, labels, types } = place;
    const { bounds, groups } = family.members[at]!;
    const detectable = detectableAuc(family.reachLow, unitsByType(people, types, labels.length, clusters));
    const own = { ...as, attacker, variant: 'real', people: people.length } as const;
    const gated = { detectable, ...(judged(place) ? { judged: true as const } : {}) };
    const { auc, aucByFold, accuracy, balancedAccuracy } = real;
    return [
      {
        ...own,
        auc: { ...auc, bounds },
        aucByFold,
        accuracy,
        balancedAccuracy,
        ...riskFigures(risk.all, level, found.length),
        ...gated,
      },
      ...(isStrongest(found[at]!) ? groupRisks(own, risk, level) : []),
      ...groups.map(({ label: group, auc: told, bounds: around }) => {
        return { ...own, group, auc: { ...told, bounds: around }, ...gated };
      }),
      ...(control === undefined ? [] : [{ ...own, variant: 'shuffled' as const, ...control }]),
    ];
  });
  return { findings, family };
}

/** With labels for people: those that attacked, in their order. */
export const attackersNamed = (attackers: readonly string[], exposure: string): AttackerDescription[] =>
  attackers.map((id) => ({ id, label: attackerLabel(id), exposure }));
