/**
 * The audit of a number: folds x strategies x people, on the real numbers and on shuffled ones, then the statistics. Same
 * data, spec and seed give the same records, whatever the threads, and whether or not the run was stopped in between.
 */

import { trainingNumbers } from '../../factorization/index.ts';
import { inlineExecutor } from '../../maths/index.ts';
import { type Dataset, numericAttributeOf } from '../../ratings/index.ts';
import { numericStrategyNamed } from '../../selection/index.ts';
import { sparse } from '../attackers/sparseData.ts';
import { curveComparisons } from '../figures/comparisons.ts';
import { type CurveOutcome, curvesOf } from '../figures/curveTask.ts';
import type { Guesses, NumberTruth } from '../figures/numberFigures.ts';
import { permutationLevel } from '../figures/verdict.ts';
import {
  dealIntoFolds,
  type FoldUnit,
  type FoundIn,
  factsUnit,
  foldUnits,
  type Plan,
  requirePeople,
  runPlan,
  scoresAt,
  scoresOfAll,
  shuffleLabels,
  type Unit,
} from '../folds/index.ts';
import type { BandOutcomes, NumericOutcomes } from '../interviews/outcomes.ts';
import type {
  HistoryMethod,
  NumberTest,
  NumericPoint,
  NumericRecords,
  PlantedNumber,
} from '../records/numericRecords.ts';
import { provenanceOf } from '../records/provenance.ts';
import type { Cohort, Variant } from '../records/records.ts';
import type { AuditTools } from '../run/auditTools.ts';
import { type NumericAuditSpec, numericAuditSpec } from '../spec/numericSpec.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { bandCuts } from './bands.ts';
import { numberTestTask } from './numberTestTask.ts';
import { numericVerdict } from './numberVerdict.ts';
import { type NumericFacts, type NumericFoldPlan, numericTasksOf, workOnNumericFold } from './numericFold.ts';
import type { NumericHistoryOutcome } from './numericHistoryTask.ts';
import { bandFigures, describeNumericData, numericHistoryOf, steepItems } from './numericSummaries.ts';

/** What `runNumericAudit` works with. */
export interface NumericAuditTools extends Omit<AuditTools, 'planted'> {
  /** For invented worlds: the control with a known answer. */
  readonly planted?: (() => Promise<PlantedNumber>) | undefined;
}

/** A figure about fewer people is an anecdote. */
const FEWEST = 20;
/** Questions before the figures by which a leak is judged, or as many as there are. */
const HEADLINE = 10;
/** Thirds: the lowest, the middle and the highest. */
const TESTED_BANDS = 3;
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
  return runPlan(planNumericAudit(data, partial), tools);
}

/** The same in units, which need not run here. */
export function planNumericAudit(
  data: Dataset,
  partial: Parameters<typeof numericAuditSpec>[0],
): Plan<NumericRecords, NumericAuditTools> {
  const spec = numericAuditSpec(partial);
  // Before anything is dealt out: categories are refused with what to do about it.
  const { values } = numericAttributeOf(data, spec.attribute);
  const known = values.filter((value) => !Number.isNaN(value)).length;
  requirePeople(known, spec.attribute, FEWEST, `an audit of a number needs at least ${FEWEST}`);
  const { dataset, folds } = dealIntoFolds(data, spec.attribute, spec.folds, spec.seed, 'audit-folds');
  const cuts = bandCuts(numericAttributeOf(dataset, spec.attribute).values, spec.bands);
  const variants = foldUnits(variantsOf(dataset, cuts, spec), folds, spec.folds, {
    together: dataset.together,
    tasks: ({ plan }, people) => numericTasksOf(plan, people),
    work: ({ plan, ...variant }, members, tools) => workOnNumericFold(variant.dataset, members, spec, plan, tools),
  });
  const tests = testUnits(dataset, folds, spec);
  return {
    units: [...variants.flatMap(({ units }) => units), ...tests],
    closingTasks: variants.reduce((sum, { plan }) => sum + plan.strategies.length * COHORTS.length, 0),
    records: (foundIn, tools, onTaskDone) => {
      const results = new Map(variants.map((variant) => [variant.key, joined(variant, foundIn, spec)]));
      const [test] = tests.map(foundIn);
      return recordsFrom(dataset, cuts, spec, results, test, tools, onTaskDone);
    },
  };
}

/** One, or none where the test is not wanted. */
function testUnits(
  dataset: Dataset,
  folds: Uint16Array,
  { attribute, permutations, resamples, level, seed, ...spec }: NumericAuditSpec,
): Unit<NumberTest>[] {
  if (permutations === 0) return [];
  const { values } = numericAttributeOf(dataset, attribute);
  const input = {
    histories: sparse(dataset.ratings.byUser, dataset.ratings.items),
    numbers: trainingNumbers(values),
    folds,
    foldCount: spec.folds,
    cuts: bandCuts(values, TESTED_BANDS),
    shuffles: permutations,
    resamples,
    level,
    alarms: permutationLevel(level),
    seed,
    clusters: dataset.together?.clusters,
  };
  return [
    factsUnit('test', async ({ executor = inlineExecutor, signal, onTaskDone }) => {
      const [test] = await executor.run(numberTestTask, [input], { signal, onDone: onTaskDone });
      return test!;
    }),
  ];
}

/** Everybody whose guesses are judged by the share explained: each strategy after as many questions, and whole histories. */
function attackersOf(
  { outcomes, histories, truth }: VariantResult,
  questions: number,
  spec: NumericAuditSpec,
): Guesses[] {
  const everyone = Uint32Array.from(truth.truth.keys());
  const asked = [...outcomes.values()].map(({ means, lengths }) => ({
    ...truth,
    people: everyone.filter((person) => lengths[person]! >= questions),
    guess: (person: number) => means[person * (spec.maxQuestions + 1) + questions]!,
  }));
  const whole = [...histories.values()].map(({ means }) => ({
    ...truth,
    people: everyone,
    guess: (person: number) => means[person]!,
  }));
  return [...asked, ...whole];
}

interface NumericVariant {
  readonly key: Variant;
  readonly dataset: Dataset;
  readonly plan: NumericFoldPlan;
}

function variantsOf(dataset: Dataset, cuts: readonly number[], spec: NumericAuditSpec): NumericVariant[] {
  const { strategies, attribute, seed } = spec;
  const real: NumericVariant = { key: 'real', dataset, plan: { strategies, methods: METHODS, cuts } };
  if (!spec.shuffled) return [real];
  const control: NumericFoldPlan = { strategies: strategies.slice(0, 1), methods: ['filter'], cuts: [] };
  return [real, { key: 'shuffled', dataset: shuffleLabels(dataset, [attribute], seed), plan: control }];
}

interface VariantResult {
  readonly truth: NumberTruth;
  readonly outcomes: ReadonlyMap<string, NumericOutcomes>;
  readonly histories: ReadonlyMap<HistoryMethod, NumericHistoryOutcome>;
  /** Of real numbers alone. */
  readonly bands: BandOutcomes | undefined;
  readonly folds: readonly NumericFacts[];
}

/** The people of all folds in their places. */
function joined(
  { dataset, plan, units }: NumericVariant & { readonly units: readonly FoldUnit<NumericFacts>[] },
  foundIn: FoundIn,
  spec: NumericAuditSpec,
): VariantResult {
  const everyone = dataset.users.size;
  const { values } = numericAttributeOf(dataset, spec.attribute);
  const truth = {
    truth: values,
    bounded: trainingNumbers(values),
    blindMeans: new Float64Array(everyone),
    blindMedians: new Float64Array(everyone),
  };
  const folds = units.map((unit) => foundIn(unit).facts);
  for (const [n, { people }] of units.entries()) {
    for (const person of people) {
      truth.blindMeans[person] = folds[n]!.mean;
      truth.blindMedians[person] = folds[n]!.median;
    }
  }
  const scores = scoresOfAll(units, foundIn, everyone);
  const questions = (attacker: string) => scoresAt<NumericOutcomes>(scores, { exposure: 'questions', attacker })!;
  const history = (attacker: string) => scoresAt<NumericHistoryOutcome>(scores, { exposure: 'history', attacker })!;
  return {
    truth,
    outcomes: new Map(plan.strategies.map((name) => [name, questions(name)])),
    histories: new Map(plan.methods.map((name) => [name, history(name)])),
    bands: scoresAt<BandOutcomes>(scores, { exposure: 'bands' }),
    folds,
  };
}

async function recordsFrom(
  dataset: Dataset,
  cuts: readonly number[],
  spec: NumericAuditSpec,
  results: ReadonlyMap<Variant, VariantResult>,
  test: NumberTest | undefined,
  tools: NumericAuditTools,
  onDone: (() => void) | undefined,
): Promise<NumericRecords> {
  const keys = [...results].flatMap(([variant, { outcomes }]) =>
    [...outcomes.keys()].flatMap((strategy) => COHORTS.map((cohort) => ({ strategy, variant, cohort }))),
  );
  const { maxQuestions, coverage, level, seed } = spec;
  const clusters = dataset.together?.clusters;
  const units = keys.map(({ strategy, variant, cohort }) => {
    const { truth, outcomes } = results.get(variant)!;
    const target = { about: 'number', ...truth, outcomes: outcomes.get(strategy)!, coverage } as const;
    return { target, cohort, maxQuestions, resamples: spec.resamples, level, seed, clusters };
  });
  const curves = await curvesOf(units, tools, onDone);
  const resamples = resamplesOf(dataset.users.size, seed, spec.resamples, clusters);
  const survivors = new Map<string, CurveOutcome<NumericPoint>>();
  for (const [n, { strategy, variant, cohort }] of keys.entries()) {
    if (variant === 'real' && cohort === 'survivors') survivors.set(strategy, curves[n]!);
  }
  const real = results.get('real')!;
  const [first, ...others] = spec.strategies as readonly [string, ...string[]];
  const asking = real.outcomes.get(first)!;
  const headline = Math.min(HEADLINE, survivors.get(first)!.points.at(-1)?.questions ?? 0);
  const asked = [...survivors.values()].flatMap(({ points }) =>
    points.filter(({ questions }) => questions === headline),
  );
  const fullHistory = [...results].flatMap(([variant, { histories, truth }]) =>
    [...histories].map(([method, outcome]) => numericHistoryOf(method, variant, outcome, truth, resamples, spec)),
  );
  const data = describeNumericData(dataset, spec.attribute, tools.source);
  return {
    format: 'ulterior-numeric-audit',
    version: 1,
    spec,
    data,
    verdict: numericVerdict(
      attackersOf(real, headline, spec),
      [...asked, ...fullHistory.filter(({ variant }) => variant === 'real')].map(({ r2 }) => r2),
      test,
      resamples,
      level,
    ),
    ...(test === undefined ? {} : { test }),
    strategies: spec.strategies.map((name) => {
      const { label, summary } = numericStrategyNamed(name);
      return { name, label, summary };
    }),
    curves: keys.map((key, n) => ({ ...key, points: curves[n]!.points })),
    comparisons: curveComparisons(
      others.map((second) => ({ key: { first, second }, curves: [survivors.get(first)!, survivors.get(second)!] })),
      spec,
    ),
    ...(cuts.length === 0
      ? {}
      : { bands: { cuts, figures: bandFigures(asking, real.bands!, real.truth, resamples, spec) } }),
    fullHistory,
    items: steepItems(dataset, real.folds, asking, data),
    ...(tools.planted === undefined ? {} : { planted: await tools.planted() }),
    provenance: {
      ...provenanceOf(tools),
      noiseVariances: real.folds.map(({ noiseVariance }) => noiseVariance),
      slopeVariances: real.folds.flatMap(({ slopeVariance }) => slopeVariance ?? []),
    },
  };
}
