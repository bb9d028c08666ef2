/**
 * The audit: folds x contenders x people, on real labels and on shuffled ones, then the statistics. Same data, spec and
 * seed give the same records, whatever the threads, and whether it was stopped in between.
 */
import type { TrainingTools } from '../factorization/index.ts';
import { inlineExecutor } from '../numeric/index.ts';
import { attributeOf, type Dataset, usableGroups } from '../ratings/index.ts';
import { curveUnits, recordsFrom } from './auditRecords.ts';
import { type Run, runsOf, workOnRuns } from './auditRuns.ts';
import { checkTypes } from './checkContenders.ts';
import { curveTask } from './curveTask.ts';
import { dealIntoFolds } from './dealIntoFolds.ts';
import { tasksOf } from './foldWork.ts';
import { mostQuestions } from './mostQuestions.ts';
import { permutationTask } from './permutationTest.ts';
import type { AuditRecords, PlantedLeak } from './records.ts';
import { sparse } from './sparseData.ts';
import { type AuditSpec, auditSpec } from './spec.ts';

/** Where finished folds are kept; keys are short words. */
export interface Checkpoints {
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}

/** How many parts of the work are done. */
export interface AuditProgress {
  readonly done: number;
  readonly total: number;
}

/** What `runAudit` works with: kernels, threads, checkpoints, and who hears of progress. */
export interface AuditTools extends Omit<TrainingTools, 'onProgress'> {
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
  readonly checkpoints?: Checkpoints | undefined;
  /** For invented worlds: the control with a known answer. */
  readonly planted?: (() => Promise<PlantedLeak>) | undefined;
  /** What the data are called in the report. */
  readonly source: string;
  /** The time of finishing, as text: the pure layers have no clock. */
  readonly finished: () => string;
}

/**
 * Audits an attribute with two or more groups: many simulated interviews, fold by fold, by every contender. The
 * headline is the strongest attacker's, with bounds that hold for all of them, and a control on shuffled labels.
 * What the spec leaves out is as in `auditDefaults`.
 *
 * @example
 * ```ts
 * import { contender, createWorld, loadKernels, runAudit } from 'ulterior';
 *
 * const { dataset } = createWorld({ users: 120, items: 40, ratingsPerUser: 20, leak: 0.8 }, 1);
 * const records = await runAudit(
 *   dataset,
 *   { attribute: 'type', folds: 2, maxQuestions: 5, contenders: [contender('incFbc')], fullHistory: ['factor'], permutations: 200 },
 *   { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
 * );
 * console.log(records.verdict);
 * ```
 */
export async function runAudit(
  data: Dataset,
  partial: Parameters<typeof auditSpec>[0],
  tools: AuditTools,
): Promise<AuditRecords> {
  const wanted = auditSpec(partial);
  const groups = usableGroups(data, wanted.attribute, wanted);
  const { dataset, folds } = dealIntoFolds(groups.dataset, wanted.attribute, wanted.folds, wanted.seed, 'audit-folds');
  checkTypes(wanted.contenders, wanted.attribute, attributeOf(dataset, wanted.attribute).labels.length);
  const spec = { ...wanted, maxQuestions: Math.min(wanted.maxQuestions, mostQuestions(dataset, wanted)) };
  const runs = runsOf(dataset, spec);
  const progress = countProgress(spec, runs, folds, tools);
  const executor = tools.executor ?? inlineExecutor;
  const options = { signal: tools.signal, onDone: progress.step };
  const [permutation] = await executor.run(permutationTask, permutationUnits(dataset, folds, spec), options);
  const results = await workOnRuns(runs, folds, spec, tools, progress);
  const curves = await executor.run(curveTask, curveUnits(results, spec), options);
  const planted = await tools.planted?.();
  return recordsFrom({ dataset, folds, spec, small: groups.small, results, curves, permutation, planted }, tools);
}

/** One, or none where the test is not wanted. */
function permutationUnits(dataset: Dataset, folds: Uint16Array, { attribute, permutations, seed, ...spec }: AuditSpec) {
  if (permutations === 0) return [];
  const { values, labels } = attributeOf(dataset, attribute);
  return [
    {
      histories: sparse(dataset.ratings.byUser, dataset.ratings.items),
      types: Uint8Array.from(values),
      typeCount: labels.length,
      folds,
      foldCount: spec.folds,
      shuffles: permutations,
      seed,
    },
  ];
}

export interface Progress {
  readonly step: () => void;
  readonly skip: (tasks: number) => void;
}

function countProgress(spec: AuditSpec, runs: readonly Run[], folds: Uint16Array, tools: AuditTools): Progress {
  const sizes = new Uint32Array(spec.folds);
  for (const fold of folds) sizes[fold]!++;
  // The permutation test, and two curves for each contender: of survivors and of a fixed cohort.
  let total = spec.permutations === 0 ? 0 : 1;
  total += 2 * (spec.contenders.length + (runs.length > 1 ? spec.shuffled.length : 0));
  for (const { plan } of runs) for (const size of sizes) total += tasksOf(plan, size);
  let done = 0;
  const skip = (tasks: number) => {
    done += tasks;
    tools.onProgress?.({ done, total });
  };
  return { step: () => skip(1), skip };
}
