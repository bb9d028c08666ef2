/**
 * The audit: folds x contenders x people, on real labels and on shuffled ones, then the statistics. Same data, spec and
 * seed give the same records, whatever the threads, and whether it was stopped in between.
 */
import type { TrainingTools } from '../factorization/index.ts';
import { VERSION } from '../factorization/index.ts';
import { derive, inlineExecutor } from '../numeric/index.ts';
import { attributeOf, type Dataset, holdOutRatings, shuffledLabels } from '../ratings/index.ts';
import { type CurveOutcome, curveTask, foldDependence } from './curveTask.ts';
import { dealIntoFolds } from './dealIntoFolds.ts';
import { describeData } from './describeData.ts';
import { decodeFold, encodeFold } from './foldFile.ts';
import { type FoldPlan, type FoldResult, tasksOf, workOnFold } from './foldWork.ts';
import { leakyItems } from './leakyItems.ts';
import { mostQuestions } from './mostQuestions.ts';
import { emptyOutcomes, type Outcomes, scatter } from './outcomes.ts';
import { overlapsOf } from './overlaps.ts';
import { ratingErrorCurve } from './ratingErrors.ts';
import type { AuditRecords, Cohort, Curve, FullHistory, PlantedLeak, Variant } from './records.ts';
import { type AuditSpec, auditSpec } from './spec.ts';
import { comparisonsOf, confidenceCurves, fullHistoryOf, reliabilityAt } from './summaries.ts';
import { typeFiguresAt } from './typeFigures.ts';

/** Where finished folds are kept; keys are short words. */
export interface Checkpoints {
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}

export interface AuditProgress {
  readonly done: number;
  readonly total: number;
}

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

const COHORTS: readonly Cohort[] = ['survivors', 'fixed'];

export async function runAudit(
  data: Dataset,
  partial: Parameters<typeof auditSpec>[0],
  tools: AuditTools,
): Promise<AuditRecords> {
  const wanted = auditSpec(partial);
  const { dataset, folds } = dealIntoFolds(data, wanted.attribute, wanted.folds, wanted.seed, 'audit-folds');
  const spec = { ...wanted, maxQuestions: Math.min(wanted.maxQuestions, mostQuestions(dataset, wanted)) };
  const variants: Variant[] = spec.shuffled.length > 0 ? ['real', 'shuffled'] : ['real'];
  const plans = new Map(variants.map((variant) => [variant, planOf(variant, spec)]));
  const progress = countProgress(spec, plans, folds, tools);
  const results = new Map<Variant, VariantResult>();
  for (const [variant, plan] of plans) {
    results.set(variant, await auditVariant(variant, plan, dataset, folds, spec, tools, progress));
  }
  return recordsFrom(dataset, folds, spec, results, tools, progress);
}

function planOf(variant: Variant, spec: AuditSpec): FoldPlan {
  if (variant === 'real') {
    return { contenders: spec.contenders, classifiers: spec.fullHistory, predicts: spec.heldOut > 0 };
  }
  const contenders = spec.contenders.filter(({ id }) => spec.shuffled.includes(id));
  const classifiers = spec.fullHistory.filter((name) => name === 'factor' || name === 'channels');
  return { contenders, classifiers, predicts: false };
}

interface VariantResult {
  readonly dataset: Dataset;
  readonly types: Uint8Array;
  readonly typeCount: number;
  readonly outcomes: ReadonlyMap<string, Outcomes>;
  readonly histories: ReadonlyMap<string, Float32Array>;
  readonly folds: readonly FoldResult[];
}

async function auditVariant(
  variant: Variant,
  plan: FoldPlan,
  original: Dataset,
  folds: Uint16Array,
  spec: AuditSpec,
  tools: AuditTools,
  progress: Progress,
): Promise<VariantResult> {
  const dataset =
    variant === 'real' ? original : shuffledLabels(original, spec.attribute, derive(spec.seed, 'audit-shuffle'));
  const { kept, heldOut } = holdOutRatings(dataset, { most: spec.heldOut, share: spec.heldOutShare }, spec.seed);
  const { values, labels } = attributeOf(dataset, spec.attribute);
  const everyone = dataset.users.size;
  const shape = { ...spec, types: labels.length };
  const outcomes = new Map(plan.contenders.map(({ id }) => [id, emptyOutcomes(everyone, shape)]));
  const histories = new Map(
    plan.classifiers.map((name) => [name as string, new Float32Array(everyone * labels.length)]),
  );
  const results: FoldResult[] = [];
  for (let fold = 0; fold < spec.folds; fold++) {
    const inFold = (wanted: boolean) =>
      Uint32Array.from(folds.keys()).filter((user) => (folds[user] === fold) === wanted);
    const people = inFold(true);
    const key = `${variant}-fold-${fold}`;
    const saved = await tools.checkpoints?.read(key);
    let result = saved && decodeFold(saved, plan);
    if (result === undefined) {
      const data = { dataset, kept, heldOut, trainers: inFold(false), people };
      const { kernels, executor, signal } = tools;
      result = await workOnFold(data, spec, plan, { kernels, executor, signal, onTaskDone: progress.step });
      await tools.checkpoints?.write(key, encodeFold(result));
    } else {
      progress.skip(tasksOf(plan, people.length));
    }
    for (const [id, part] of result.outcomes) scatter(outcomes.get(id)!, part, people);
    for (const [name, part] of result.histories) {
      for (const [n, person] of people.entries()) {
        histories.get(name)!.set(part.subarray(n * labels.length, (n + 1) * labels.length), person * labels.length);
      }
    }
    results.push(result);
  }
  return { dataset, types: Uint8Array.from(values), typeCount: labels.length, outcomes, histories, folds: results };
}

async function recordsFrom(
  dataset: Dataset,
  folds: Uint16Array,
  spec: AuditSpec,
  results: ReadonlyMap<Variant, VariantResult>,
  tools: AuditTools,
  progress: Progress,
): Promise<AuditRecords> {
  const keys = [...results].flatMap(([variant, { outcomes }]) =>
    [...outcomes.keys()].flatMap((contender) => COHORTS.map((cohort) => ({ variant, contender, cohort }))),
  );
  const units = keys.map(({ variant, contender, cohort }) => {
    const { outcomes, types, typeCount } = results.get(variant)!;
    const { maxQuestions, resamples, level, seed } = spec;
    return {
      outcomes: outcomes.get(contender)!,
      types,
      typeCount,
      maxQuestions,
      cohort,
      resamples,
      level,
      seed,
      widening: foldDependence[variant],
    };
  });
  const executor = tools.executor ?? inlineExecutor;
  const curveOutcomes = await executor.run(curveTask, units, { signal: tools.signal, onDone: progress.step });
  const curves: Curve[] = keys.map((key, n) => ({ ...key, points: curveOutcomes[n]!.points }));
  const survivors = new Map<string, CurveOutcome>();
  for (const [n, { variant, contender, cohort }] of keys.entries()) {
    if (variant === 'real' && cohort === 'survivors') survivors.set(contender, curveOutcomes[n]!);
  }
  const real = results.get('real')!;
  const { types, typeCount } = real;
  const { worst, gaps } = leakyItems(
    dataset,
    real.folds.map(({ biases }) => biases),
    types,
    typeCount,
    real.outcomes.get(spec.contenders[0]!.id)!,
    spec,
  );
  const contenders = [...real.outcomes];
  const fullHistory: FullHistory[] = [...results].flatMap(([variant, result]) =>
    [...result.histories].map(([name, logits]) =>
      fullHistoryOf(name, variant, logits, result.types, typeCount, folds, spec),
    ),
  );
  return {
    format: 'ulterior-audit',
    version: 1,
    spec,
    data: describeData(dataset, spec.attribute, tools.source),
    contenders: spec.contenders.map(({ id, label, strategy, classifier }) => ({ id, label, strategy, classifier })),
    curves,
    ratingErrors: contenders.map(([id, outcomes]) => ratingErrorCurve(id, outcomes, spec, typeCount)),
    confidences: contenders.flatMap(([id, outcomes]) => confidenceCurves(id, outcomes, types, typeCount, spec)),
    reliability: contenders.flatMap(([id, outcomes]) =>
      spec.compareAt.flatMap((questions) => reliabilityAt(id, questions, outcomes, types, typeCount, spec) ?? []),
    ),
    typeFigures: contenders.flatMap(([id, outcomes]) =>
      spec.compareAt.flatMap((questions) => typeFiguresAt(id, questions, outcomes, types, typeCount, spec) ?? []),
    ),
    overlaps: overlapsOf(real.outcomes),
    fullHistory,
    comparisons: comparisonsOf(survivors, spec),
    items: worst,
    gaps,
    ...(tools.planted === undefined ? {} : { planted: await tools.planted() }),
    provenance: {
      version: VERSION,
      noiseVariances: real.folds.map(({ noiseVariance }) => noiseVariance),
      ...(spec.heldOut === 0 ? {} : { predictionRidges: real.folds.map(({ predictionRidge }) => predictionRidge) }),
      finished: tools.finished(),
    },
  };
}

interface Progress {
  readonly step: () => void;
  readonly skip: (tasks: number) => void;
}

function countProgress(
  spec: AuditSpec,
  plans: ReadonlyMap<Variant, FoldPlan>,
  folds: Uint16Array,
  tools: AuditTools,
): Progress {
  const sizes = new Uint32Array(spec.folds);
  for (const fold of folds) sizes[fold]!++;
  let total = 0;
  for (const plan of plans.values()) {
    for (const size of sizes) total += tasksOf(plan, size);
    total += plan.contenders.length * COHORTS.length;
  }
  let done = 0;
  const skip = (tasks: number) => {
    done += tasks;
    tools.onProgress?.({ done, total });
  };
  return { step: () => skip(1), skip };
}
