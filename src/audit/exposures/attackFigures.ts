/**
 * What attackers found in what they saw: figures of every attacker on every exposure, the same on shuffled labels, and
 * bounds that hold for everything that was looked at together.
 */
import { defineTask } from '../../maths/index.ts';
import { bestToldOf, detectableAuc, type Family, familyOf } from '../figures/family.ts';
import { type Measured, measured, scoresFrom } from '../figures/measured.ts';
import { runTasks, scoreKey, type WorkTools } from '../folds/index.ts';
import type { AttackerFigure, Estimate, GroupFigure } from '../records/records.ts';
import { unitsByType } from '../statistics/aucStatistic.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { attackerLabel, type Experiment } from './experiment.ts';

/** What an attacker finds on shuffled labels, where there is nothing to find: the mean over some shuffles. */
export interface Control extends Estimate {
  readonly shuffles: number;
}

/** What an attacker found in what it saw, with bounds that hold for all that were looked at. */
export interface AttackFigure extends AttackerFigure {
  /** Mean of the AUC of the single folds. */
  readonly aucByFold: number;
  /** How often the most likely group is the true one: over people, and as the mean over groups. */
  readonly accuracy: Estimate;
  readonly balancedAccuracy: Estimate;
  /** With more than two groups: how well each is told from the rest, with bounds of the same family. */
  readonly groups?: readonly GroupFigure[];
  /** The same attacker on shuffled labels, where it was run on them. */
  readonly control?: Control;
}

/** Before it has bounds. */
export interface FoundAttack extends Omit<AttackFigure, 'bounds' | 'bestTold' | 'groups'> {
  readonly found: Measured;
}

/** Who was measured, and how intervals are made. */
export interface MeasuredPeople {
  readonly folds: Uint16Array;
  readonly clusters: Uint32Array | undefined;
  readonly resamples: number;
  readonly level: number;
  readonly seed: number;
}

/** One exposure, one thing that is inferred, and some of the people. */
export interface MeasuredPlace {
  readonly exposure: string;
  readonly target: string;
  /** Of the groups. */
  readonly labels: readonly string[];
  readonly people: Uint32Array;
}

interface AttacksUnit extends MeasuredPeople {
  readonly place: MeasuredPlace;
  readonly attacks: readonly {
    readonly id: string;
    /** The real ones, and those of each shuffle that the attacker was run on: everybody x K. */
    readonly real: LabelledLogits;
    readonly shuffled: readonly LabelledLogits[];
  }[];
}

interface LabelledLogits {
  readonly logits: ArrayLike<number>;
  readonly types: Uint8Array;
}

export const attacksTask = defineTask<AttacksUnit, readonly Omit<FoundAttack, 'label'>[]>(
  'audit-attacks',
  ({ place: { labels, people }, attacks, folds, clusters, level, ...drawn }) => {
    const resamples = resamplesOf(folds.length, drawn.seed, drawn.resamples, clusters);
    const setting = { labels, people, folds, resamples, level, clusters };
    const measuredOn = (runs: readonly LabelledLogits[]) =>
      measured(
        runs.map(({ logits, types }) => scoresFrom(logits, types, labels.length)),
        setting,
      );
    return attacks.map(({ id, real, shuffled }) => {
      const found = measuredOn([real]);
      const { auc, aucByFold, accuracy, balancedAccuracy } = found;
      const control =
        shuffled.length === 0 ? {} : { control: { ...measuredOn(shuffled).auc, shuffles: shuffled.length } };
      return { id, auc, aucByFold, accuracy, balancedAccuracy, ...control, found };
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
    const { exposure, target } = place;
    const attacks = attackers.flatMap((id) => {
      const key = scoreKey({ exposure, target, attacker: id, quantity: 'logits' });
      const runs = dealings.filter(({ scores }) => scores.has(key));
      const of = (variant: string) =>
        runs
          .filter((run) => run.variant === variant)
          .map(({ scores, targets }) => ({ logits: scores.get(key)!, types: targets.get(target)!.types }));
      const [real] = of('real');
      return real === undefined ? [] : [{ id, real, shuffled: of('shuffled') }];
    });
    return { ...people, place, attacks };
  };
  const found = await runTasks(attacksTask, places.map(unitOf), tools);
  return found.map((attacks) => attacks.map(({ id, ...rest }) => ({ id, label: attackerLabel(id), ...rest })));
}

/** All of it is one family: whoever takes the largest of several figures flatters it. */
export function boundedFigures(
  found: readonly FoundAttack[],
  level: number,
): { readonly figures: AttackFigure[]; readonly family: Family } {
  const family = familyOf(
    found.map((attack) => attack.found),
    level,
  );
  const figures = found.map(({ found: _, ...attack }, at): AttackFigure => {
    const member = family.members[at]!;
    const groups = member.groups.length === 0 ? {} : { groups: member.groups };
    return { ...attack, bounds: member.bounds, ...bestToldOf(member), ...groups };
  });
  return { figures, family };
}

/** The smallest AUC among these people that would have been told from chance with 80% probability. */
export function detectableAmong(
  { reachLow }: Family,
  types: ArrayLike<number>,
  { people, labels }: Pick<MeasuredPlace, 'people' | 'labels'>,
  clusters: Uint32Array | undefined,
): number {
  return detectableAuc(reachLow, unitsByType(people, types, labels.length, clusters));
}
