/**
 * The work of an audit: every fold with the real labels, and every fold with each shuffle of them. Folds do not depend
 * on one another: while one trains, another interviews.
 */
import { classifierNamed } from '../../inference/index.ts';
import { attributeOf, type Dataset, holdOutRatings } from '../../ratings/index.ts';
import type { FailedAttacker } from '../attackers/failures.ts';
import { readSparse } from '../attackers/readable.ts';
import { sparse } from '../attackers/sparseData.ts';
import type { GivenItemVectors } from '../attackers/trainAttackers.ts';
import { type FoldUnit, type FoundIn, foldUnits, scoreKey, scoresOfAll, shuffleLabels } from '../folds/index.ts';
import { type AuditFacts, type FoldPlan, tasksOf, workOnFold } from '../interviews/foldWork.ts';
import { type Outcomes, outcomesOf } from '../interviews/outcomes.ts';
import type { Variant } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';

/** One dealing of the labels. */
interface Run {
  readonly variant: Variant;
  /** Of its units. */
  readonly key: string;
  readonly dataset: Dataset;
  readonly plan: FoldPlan;
}

/** The same, cut into folds. */
interface RunUnits extends Run {
  readonly units: readonly FoldUnit<AuditFacts>[];
}

export interface RunResult extends Run {
  readonly types: Uint8Array;
  readonly typeCount: number;
  readonly outcomes: ReadonlyMap<string, Outcomes>;
  /** By classifier; people x K. */
  readonly histories: ReadonlyMap<string, Float32Array>;
  /** Who is missing in at least one fold. */
  readonly failures: readonly FailedAttacker[];
  readonly folds: readonly AuditFacts[];
}

/**
 * The real labels first. Every attacker on whole histories has its control: those that read a factor model in each
 * shuffle, since the model is trained anyway, and the others, which would cost as much again every time, in the first.
 */
function runsOf(dataset: Dataset, spec: AuditSpec): Run[] {
  const contenders = spec.contenders.filter(({ id }) => spec.shuffled.includes(id));
  const cheap = spec.fullHistory.filter((name) => classifierNamed(name).model !== undefined);
  const shuffles = contenders.length === 0 ? 0 : spec.controls;
  return [
    {
      variant: 'real',
      key: 'real',
      dataset,
      plan: { contenders: spec.contenders, classifiers: spec.fullHistory, predicts: spec.heldOut > 0 },
    },
    ...Array.from(
      { length: shuffles },
      (_, n): Run => ({
        variant: 'shuffled',
        key: `shuffled-${n}`,
        dataset: shuffleLabels(dataset, [spec.attribute], spec.seed, n),
        plan: { contenders, classifiers: n === 0 ? spec.fullHistory : cheap, predicts: false },
      }),
    ),
  ];
}

/** The real labels first. */
export function unitsOfRuns(
  dataset: Dataset,
  folds: Uint16Array,
  spec: AuditSpec,
  itemVectors?: GivenItemVectors,
): RunUnits[] {
  // What is held out does not depend on the labels.
  const held = holdOutRatings(dataset, { most: spec.heldOut, share: spec.heldOutShare }, spec.seed);
  // No label goes into the coordinates: all folds and shuffles share them. A unit that runs by itself makes its own, which are the same.
  const { coordinates } = readSparse(sparse(dataset.ratings.byUser, dataset.ratings.items), spec.seed);
  return foldUnits(runsOf(dataset, spec), folds, spec.folds, {
    together: dataset.together,
    tasks: ({ plan }, people) => tasksOf(plan, people),
    work: (run, members, tools) =>
      workOnFold({ dataset: run.dataset, ...held, ...members, coordinates, itemVectors }, spec, run.plan, tools),
  });
}

/** The people of all folds in their places. */
export function joined({ units, ...run }: RunUnits, foundIn: FoundIn, spec: AuditSpec): RunResult {
  const { values, labels } = attributeOf(run.dataset, spec.attribute);
  const scores = scoresOfAll(units, foundIn, values.length);
  const historyOf = (name: string) => scores.get(scoreKey({ exposure: 'history', attacker: name, quantity: 'logits' }));
  const folds = units.map((unit) => foundIn(unit).facts);
  return {
    ...run,
    types: Uint8Array.from(values),
    typeCount: labels.length,
    // An attacker that failed in every fold has no scores.
    outcomes: known(run.plan.contenders.map(({ id }) => [id, outcomesOf(scores, id)])),
    histories: known(run.plan.classifiers.map((name) => [name, historyOf(name) as Float32Array | undefined])),
    failures: folds.flatMap(({ failures }) => failures),
    folds,
  };
}

function known<Value>(entries: readonly (readonly [string, Value | undefined])[]): Map<string, Value> {
  return new Map(entries.flatMap(([id, value]) => (value === undefined ? [] : [[id, value] as const])));
}
