/**
 * The audit of a number: folds x strategies x people, on the real numbers and on shuffled ones, then the statistics. Same
 * data, spec and seed give the same records, whatever the threads, and whether or not the run was stopped in between.
 */

import { trainingNumbers, VERSION } from '../../factorization/index.ts';
import { derive, inlineExecutor } from '../../numeric/index.ts';
import { pluginsPart } from '../../plugins/index.ts';
import { type Dataset, numericAttributeOf, shuffledLabels } from '../../ratings/index.ts';
import { numericStrategyNamed } from '../../selection/index.ts';
import { dealIntoFolds, requirePeople } from '../dealIntoFolds.ts';
import type { Cohort, Variant } from '../records.ts';
import type { AuditTools } from '../runAudit.ts';
import { type BandOutcomes, emptyBandOutcomes } from './bandInterviewTask.ts';
import { bandCuts } from './bands.ts';
import { type NumericCurveOutcome, numericCurveTask } from './numericCurveTask.ts';
import {
  type NumericFoldPlan,
  type NumericFoldResult,
  numericTasksOf,
  placeRows,
  workOnNumericFold,
} from './numericFold.ts';
import { decodeNumericFold, encodeNumericFold } from './numericFoldFile.ts';
import type { NumericHistoryOutcome } from './numericHistoryTask.ts';
import { emptyNumericOutcomes, type NumericOutcomes } from './numericInterviewTask.ts';
import type { HistoryMethod, NumericRecords, PlantedNumber } from './numericRecords.ts';
import { type NumericAuditSpec, numericAuditSpec } from './numericSpec.ts';
import {
  bandFigures,
  describeNumericData,
  numericComparisons,
  numericHistoryOf,
  steepItems,
  type Truth,
} from './numericSummaries.ts';

/** What `runNumericAudit` works with. */
export interface NumericAuditTools extends Omit<AuditTools, 'planted'> {
  /** For invented worlds: the control with a known answer. */
  readonly planted?: (() => Promise<PlantedNumber>) | undefined;
}

/** A figure about fewer people is an anecdote. */
const FEWEST = 20;
const COHORTS: readonly Cohort[] = ['survivors', 'fixed'];
const METHODS: readonly HistoryMethod[] = ['filter', 'ridgeOnRatings', 'ridgeOnPresence'];

/**
 * Audits a number, such as the age in years: how closely the answers give it away, with bounds and a control on
 * shuffled numbers.
 */
export async function runNumericAudit(
  data: Dataset,
  partial: Parameters<typeof numericAuditSpec>[0],
  tools: NumericAuditTools,
): Promise<NumericRecords> {
  const spec = numericAuditSpec(partial);
  // Before anything is dealt out: categories are refused with what to do about it.
  const { values } = numericAttributeOf(data, spec.attribute);
  const known = values.filter((value) => !Number.isNaN(value)).length;
  requirePeople(known, spec.attribute, FEWEST, `an audit of a number needs at least ${FEWEST}`);
  const { dataset, folds } = dealIntoFolds(data, spec.attribute, spec.folds, spec.seed, 'audit-folds');
  const cuts = bandCuts(numericAttributeOf(dataset, spec.attribute).values, spec.bands);
  const plans = new Map<Variant, NumericFoldPlan>();
  plans.set('real', { strategies: spec.strategies, methods: METHODS, cuts });
  if (spec.shuffled) {
    plans.set('shuffled', { strategies: spec.strategies.slice(0, 1), methods: ['filter'], cuts: [] });
  }
  const progress = countProgress(spec, plans, folds, tools);
  const results = new Map<Variant, VariantResult>();
  for (const [variant, plan] of plans) {
    results.set(variant, await auditVariant(variant, plan, dataset, folds, spec, tools, progress));
  }
  return recordsFrom(dataset, cuts, spec, results, tools, progress);
}

interface VariantResult {
  readonly truth: Truth;
  readonly outcomes: ReadonlyMap<string, NumericOutcomes>;
  readonly histories: ReadonlyMap<HistoryMethod, NumericHistoryOutcome>;
  readonly bands: BandOutcomes;
  readonly folds: readonly NumericFoldResult[];
}

async function auditVariant(
  variant: Variant,
  plan: NumericFoldPlan,
  original: Dataset,
  folds: Uint16Array,
  spec: NumericAuditSpec,
  tools: NumericAuditTools,
  progress: Progress,
): Promise<VariantResult> {
  const dataset =
    variant === 'real' ? original : shuffledLabels(original, spec.attribute, derive(spec.seed, 'audit-shuffle'));
  const everyone = dataset.users.size;
  const { values } = numericAttributeOf(dataset, spec.attribute);
  const truth = {
    truth: values,
    bounded: trainingNumbers(values),
    blindMeans: new Float64Array(everyone),
    blindMedians: new Float64Array(everyone),
  };
  const outcomes = new Map(plan.strategies.map((name) => [name, emptyNumericOutcomes(everyone, spec.maxQuestions)]));
  const histories = new Map(
    plan.methods.map((name) => [name, { means: new Float64Array(everyone), deviations: new Float64Array(everyone) }]),
  );
  const bands = emptyBandOutcomes(everyone, spec.maxQuestions);
  const results: NumericFoldResult[] = [];
  for (let fold = 0; fold < spec.folds; fold++) {
    const inFold = (wanted: boolean) =>
      Uint32Array.from(folds.keys()).filter((user) => (folds[user] === fold) === wanted);
    const people = inFold(true);
    const key = `${variant}-fold-${fold}`;
    const saved = await tools.checkpoints?.read(key);
    let result = saved && decodeNumericFold(saved, plan);
    if (result === undefined) {
      const { kernels, executor, signal } = tools;
      const foldTools = { kernels, executor, signal, onTaskDone: progress.step };
      result = await workOnNumericFold(dataset, inFold(false), people, spec, plan, foldTools);
      await tools.checkpoints?.write(key, encodeNumericFold(result));
    } else {
      progress.skip(numericTasksOf(plan, people.length));
    }
    for (const [name, part] of result.outcomes) placeRows(outcomes.get(name)!, part, people);
    for (const [name, part] of result.histories) placeRows(histories.get(name)!, part, people);
    if (result.bands !== undefined) placeRows(bands, result.bands, people);
    for (const person of people) {
      truth.blindMeans[person] = result.figures.mean;
      truth.blindMedians[person] = result.figures.median;
    }
    results.push(result);
  }
  return { truth, outcomes, histories, bands, folds: results };
}

async function recordsFrom(
  dataset: Dataset,
  cuts: readonly number[],
  spec: NumericAuditSpec,
  results: ReadonlyMap<Variant, VariantResult>,
  tools: NumericAuditTools,
  progress: Progress,
): Promise<NumericRecords> {
  const keys = [...results].flatMap(([variant, { outcomes }]) =>
    [...outcomes.keys()].flatMap((strategy) => COHORTS.map((cohort) => ({ strategy, variant, cohort }))),
  );
  const { maxQuestions, coverage, resamples, level, seed } = spec;
  const units = keys.map(({ strategy, variant, cohort }) => ({
    ...results.get(variant)!.truth,
    outcomes: results.get(variant)!.outcomes.get(strategy)!,
    cohort,
    spec: { maxQuestions, coverage, resamples, level, seed },
  }));
  const executor = tools.executor ?? inlineExecutor;
  const curves = await executor.run(numericCurveTask, units, { signal: tools.signal, onDone: progress.step });
  const survivors = new Map<string, NumericCurveOutcome>();
  for (const [n, { strategy, variant, cohort }] of keys.entries()) {
    if (variant === 'real' && cohort === 'survivors') survivors.set(strategy, curves[n]!);
  }
  const real = results.get('real')!;
  const first = real.outcomes.get(spec.strategies[0]!)!;
  const data = describeNumericData(dataset, spec.attribute, tools.source);
  const figures = real.folds.map((fold) => fold.figures);
  return {
    format: 'ulterior-numeric-audit',
    version: 1,
    spec,
    data,
    strategies: spec.strategies.map((name) => {
      const { label, summary } = numericStrategyNamed(name);
      return { name, label, summary };
    }),
    curves: keys.map((key, n) => ({ ...key, points: curves[n]!.points })),
    comparisons: numericComparisons(survivors, spec),
    ...(cuts.length === 0 ? {} : { bands: { cuts, figures: bandFigures(first, real.bands, real.truth, spec) } }),
    fullHistory: [...results].flatMap(([variant, { histories, truth }]) =>
      [...histories].map(([method, outcome]) => numericHistoryOf(method, variant, outcome, truth, spec)),
    ),
    items: steepItems(
      dataset,
      real.folds.map(({ items }) => items),
      first,
      data,
    ),
    ...(tools.planted === undefined ? {} : { planted: await tools.planted() }),
    provenance: {
      version: VERSION,
      noiseVariances: figures.map(({ noiseVariance }) => noiseVariance),
      slopeVariances: figures.flatMap(({ slopeVariance }) => slopeVariance ?? []),
      finished: tools.finished(),
      ...pluginsPart(),
    },
  };
}

interface Progress {
  readonly step: () => void;
  readonly skip: (tasks: number) => void;
}

function countProgress(
  spec: NumericAuditSpec,
  plans: ReadonlyMap<Variant, NumericFoldPlan>,
  folds: Uint16Array,
  tools: NumericAuditTools,
): Progress {
  const sizes = new Uint32Array(spec.folds);
  for (const fold of folds) sizes[fold]!++;
  let total = 0;
  for (const plan of plans.values()) {
    for (const size of sizes) total += numericTasksOf(plan, size);
    total += plan.strategies.length * COHORTS.length;
  }
  let done = 0;
  const skip = (tasks: number) => {
    done += tasks;
    tools.onProgress?.({ done, total });
  };
  return { step: () => skip(1), skip };
}
