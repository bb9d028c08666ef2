/**
 * Chooses training parameters and the classifier's ridge by cross-validation: the AUC of whole histories, averaged over
 * folds. With `auditFold` only the people take part on whom that fold of an audit trains: without it, an audit of the
 * same people tests on some who had a say in the choice.
 */
import { outOfRange, requirePositive } from '../../errors/index.ts';
import {
  checkedParameters,
  type TrainingParameters,
  type TrainingTools,
  train,
  trained,
} from '../../factorization/index.ts';
import { selectRows } from '../../inference/index.ts';
import { inlineExecutor } from '../../maths/index.ts';
import { attributeOf, type Dataset, groupDefaults, subsetUsers, usableGroups } from '../../ratings/index.ts';
import { filledIn } from '../../schema/index.ts';
import { historyTask } from '../attackers/historyTask.ts';
import { sendModel } from '../attackers/sentModel.ts';
import { sparse } from '../attackers/sparseData.ts';
import { scoresFrom } from '../figures/measured.ts';
import { dealIntoFolds, type FoldMembers, foldUnits, type Plan, runPlan, type WorkTools } from '../folds/index.ts';
import { meanAuc, rankingsOf } from '../statistics/aucStatistic.ts';
import { type AuditFold, trainingUsersOf } from './tuneUsers.ts';

/** The settings that `tune` tries: every combination. */
interface TuningGrid {
  /** Values to try; parameters that are not named keep the value of the base. */
  readonly training: Readonly<
    Partial<Record<'step' | 'dimension' | 'profileRidge' | 'biasRidge' | 'iterations', readonly number[]>>
  >;
  readonly ridges: readonly number[];
}

/** A setting, and the AUC that it reached. */
interface TuningResult {
  readonly parameters: TrainingParameters;
  readonly ridge: number;
  /** Mean and standard deviation over the folds; NaN where training failed. */
  readonly auc: number;
  readonly deviation: number;
}

/** What `tune` found, best first. */
export interface Tuning {
  /** How many people took part. */
  readonly users: number;
  /** How many did not, because the fold of the audit tests on them. */
  readonly testUsers: number;
  /** All settings, the best first. */
  readonly results: readonly TuningResult[];
}

/** How `tune` measures a setting. */
interface TuningOptions {
  /** Of the cross-validation; not those of an audit. */
  readonly folds: number;
  /** For an audit of the same seed. */
  readonly seed: number;
  /** Only those take part on whom this fold of the audit trains. */
  readonly auditFold?: AuditFold | undefined;
  readonly onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/** Tries training settings on people who take no part in the audit, and tells which let the attacker learn most. */
export async function tune(
  data: Dataset,
  attribute: string,
  base: TrainingParameters,
  grid: TuningGrid,
  options: TuningOptions,
  tools: Omit<TrainingTools, 'onProgress'>,
): Promise<Tuning> {
  return runPlan(planTuning(data, attribute, base, grid, options), { ...tools, onProgress: options.onProgress });
}

/** The same in units, which need not run here. */
export function planTuning(
  data: Dataset,
  attribute: string,
  base: TrainingParameters,
  grid: TuningGrid,
  { folds: foldCount, seed, auditFold }: TuningOptions,
): Plan<Tuning, unknown> {
  if (grid.ridges.length === 0) throw outOfRange('ridges', 'empty', 'at least one ridge to try');
  for (const ridge of grid.ridges) requirePositive('ridges', ridge);
  const usable = usableGroups(data, attribute, groupDefaults).dataset;
  const { dataset: people, testUsers } =
    auditFold === undefined ? { dataset: usable, testUsers: 0 } : trainingUsersOf(usable, attribute, auditFold, seed);
  const { dataset, folds } = dealIntoFolds(people, attribute, foldCount, seed, 'tune-folds');
  const cases = combinations(grid).map((changes, n) => ({
    key: `setting-${n}`,
    parameters: checkedParameters({ ...base, ...changes }),
  }));
  const settings = foldUnits(cases, folds, foldCount, {
    together: dataset.together,
    tasks: () => 1,
    work: async ({ parameters }, members, tools) => ({
      scores: new Map(),
      facts: { aucs: await aucsOfFold(dataset, attribute, members, parameters, grid.ridges, tools) },
    }),
  });
  return {
    units: settings.flatMap(({ units }) => units),
    closingTasks: 0,
    records: async (foundIn) => {
      const results = settings.flatMap(({ parameters, units }) =>
        grid.ridges.map((ridge, n): TuningResult => {
          const aucs = units.map((unit) => foundIn(unit).facts.aucs[n]!);
          return { parameters, ridge, ...meanAndDeviation(aucs) };
        }),
      );
      // Failed trainings last; among equals the earlier setting.
      results.sort((a, b) => (Number.isNaN(a.auc) ? 1 : 0) - (Number.isNaN(b.auc) ? 1 : 0) || b.auc - a.auc);
      return { users: dataset.users.size, testUsers, results };
    },
  };
}

/** By ridge; NaN where training failed. */
async function aucsOfFold(
  dataset: Dataset,
  attribute: string,
  members: FoldMembers,
  parameters: TrainingParameters,
  ridges: readonly number[],
  { onTaskDone, ...tools }: WorkTools,
): Promise<Float64Array> {
  const trainers = subsetUsers(dataset, members.trainers);
  const tested = subsetUsers(dataset, members.people);
  const result = await train(trainers, attribute, parameters, tools);
  // A step that is too long for the data is a setting that is not chosen, not a reason to stop.
  if (result.status === 'failed') {
    onTaskDone?.();
    return new Float64Array(ridges.length).fill(Number.NaN);
  }
  const model = trained(result);
  const { values, labels } = attributeOf(tested, attribute);
  const rows = sparse(tested.ratings.byUser, tested.ratings.items);
  const units = ridges.map((ridge) => ({
    classifier: 'factor' as const,
    spec: { ridge, prior: 'uniform' as const, seed: 0 },
    model: sendModel(model),
    trainers: selectRows(rows, []),
    trainerTypes: new Uint8Array(0),
    types: labels.length,
    tested: rows,
  }));
  const judged = await (tools.executor ?? inlineExecutor).run(historyTask, units, { signal: tools.signal });
  onTaskDone?.();
  const [people, ones] = [Uint32Array.from(values.keys()), new Uint8Array(values.length).fill(1)];
  return Float64Array.from(judged, ({ logits }) => {
    const { logitOf } = scoresFrom(logits, values, labels.length);
    return meanAuc(rankingsOf(people, logitOf, values, labels.length), ones);
  });
}

function combinations({ training }: TuningGrid): Partial<TrainingParameters>[] {
  let found: Partial<TrainingParameters>[] = [{}];
  for (const [name, values] of Object.entries(filledIn<TuningGrid['training']>({}, training))) {
    found = found.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value })));
  }
  return found;
}

function meanAndDeviation(values: readonly number[]): { auc: number; deviation: number } {
  const auc = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - auc) ** 2, 0) / Math.max(1, values.length - 1);
  return { auc, deviation: Math.sqrt(variance) };
}
