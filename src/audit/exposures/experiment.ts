/**
 * Exposures x dealings of the labels x attackers, fold by fold: the units of a plan, and everybody's scores from them.
 * An attacker that failed anywhere is left out everywhere: figures of some folds would pass for figures of all, and
 * without its control a figure says less.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { TensorArray } from '../../factorization/index.ts';
import { classifierRegistry } from '../../inference/index.ts';
import type { Together } from '../../ratings/index.ts';
import { type FailedAttacker, firstFailures } from '../attackers/failures.ts';
import { type AttackSettings, type ScoresByAttacker, scorePeople } from '../attackers/scorePeople.ts';
import type { Seen } from '../attackers/seen.ts';
import {
  type FoldFound,
  type FoldMembers,
  type FoldUnit,
  type FoundIn,
  foldUnits,
  noteScores,
  type ScoreTable,
  scoresOfAll,
  uncounted,
  type WorkTools,
} from '../folds/index.ts';
import type { AttackerNote } from '../records/records.ts';
import type { Dealing } from './exposure.ts';

interface Facts {
  /** Who has no scores, and why. */
  readonly failures: readonly FailedAttacker[];
}

type DealingUnits = Dealing & { readonly units: readonly FoldUnit<Facts>[] };

interface ExperimentFolds {
  /** The fold of everybody, from 0. */
  readonly folds: Uint16Array;
  readonly count: number;
  readonly together?: Together | undefined;
}

export function experimentUnits(
  dealings: readonly Dealing[],
  { folds, count, together }: ExperimentFolds,
  settings: AttackSettings,
): DealingUnits[] {
  return foldUnits(dealings, folds, count, {
    together,
    tasks: ({ tasks }, people, trainers) => tasks(people, trainers),
    work: (dealing, members, tools) => scoreExposures(dealing, members, settings, tools),
  });
}

async function scoreExposures(
  { targets, exposures, scoring }: Dealing,
  members: FoldMembers,
  settings: AttackSettings,
  tools: WorkTools,
): Promise<FoldFound<Facts>> {
  const scores = new Map<string, TensorArray>();
  const failures: FailedAttacker[] = [];
  const counted = scoring === 'uncounted' ? uncounted(tools) : tools;
  for (const exposure of await exposures(members, tools)) {
    const { id, attackers, learners = members.trainers, others = new Map(), knowing = [], worth } = exposure;
    const learned = { people: members.people, trainers: learners };
    const readings: Seen[] = [];
    for (const read of attackers.length === 0 ? [] : [exposure.seen, ...(exposure.again ?? [])]) {
      readings.push(await read(members, tools));
    }
    for (const [target, groups] of targets) {
      const note = (at: string, attacker: string, logits: TensorArray) =>
        noteScores(scores, { exposure: at, target, attacker }, { logits });
      const judged: ScoresByAttacker[] = [];
      for (const seen of readings) {
        judged.push(await scorePeople(attackers, seen, groups, learned, settings, counted, [...others.values()]));
      }
      for (const attacker of readings.length === 0 ? [] : attackers) {
        const found = judged.map((one) => one.get(attacker)!);
        const failed = found.find(({ made }) => made === undefined);
        if (failed?.failure !== undefined) failures.push({ kind: 'history', id: attacker, ...failed.failure });
        else {
          const blocks = found.map(({ made }) => [made!.logits, ...made!.others]);
          // Those that see whom they judge while they learn judge no others.
          for (const n of blocks[0]!.keys()) {
            note([id, ...others.keys()][n]!, attacker, meanOf(blocks.map((block) => block[n]!)));
          }
        }
      }
      for (const [attacker, logitsFor] of knowing) note(id, attacker, await logitsFor(groups, tools));
    }
    if (worth !== undefined) noteScores(scores, { exposure: id }, await worth(members, tools));
  }
  return { scores, facts: { failures } };
}

function meanOf(readings: readonly Float32Array[]): Float32Array {
  return readings[0]!.map((_, at) => readings.reduce((sum, one) => sum + one[at]!, 0) / readings.length);
}

/** Everybody's scores under one dealing of the labels. */
type DealingScores = Pick<Dealing, 'variant' | 'targets'> & { readonly scores: ScoreTable };

export interface Experiment {
  readonly dealings: readonly DealingScores[];
  /** Who is left of the attackers. */
  readonly attackers: readonly string[];
  /** For the records: who is not, and why. Nothing where all are left. */
  readonly notes: { readonly attackerNotes?: readonly AttackerNote[] };
}

/** The people of all folds in their places. */
export function joinExperiment(
  units: readonly DealingUnits[],
  foundIn: FoundIn,
  everyone: number,
  attackers: readonly string[],
): Experiment {
  const failed = firstFailures(
    units.flatMap((dealing) => dealing.units.flatMap((unit) => foundIn(unit).facts.failures)),
  );
  const left = attackers.filter((name) => !failed.some(({ id }) => id === name));
  if (left.length === 0) throw nobodyLeft(failed);
  const attackerNotes = failed.map((one): AttackerNote => ({ ...one, label: attackerLabel(one.id), form: 'failed' }));
  return {
    dealings: units.map(({ units: own, variant, targets }) => {
      return { variant, targets, scores: scoresOfAll(own, foundIn, everyone) };
    }),
    attackers: left,
    notes: failed.length === 0 ? {} : { attackerNotes },
  };
}

/** An attacker of one kind of measurement alone goes by its name. */
export const attackerLabel = (id: string) => classifierRegistry.find(id)?.label ?? id;

function nobodyLeft(failed: readonly FailedAttacker[]): UlteriorError {
  return new UlteriorError(
    'ATTACKERS_FAILED',
    `no attacker could run: ${failed.map(({ id, reason }) => `${id} (${reason})`).join('; ')}`,
    'name other attackers (--attackers), or leave out items and people with few ratings (--min-item, --min-user)',
    { failed },
  );
}
