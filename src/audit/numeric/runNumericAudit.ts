/**
 * The audit of a number: folds x strategies x people, on the real numbers and on shuffled ones, then the statistics. Same
 * data, spec and seed give the same records, whatever the threads, and whether or not the run was stopped in between.
 */

import { trainingNumbers } from '../../factorization/index.ts';
import { type Dataset, numericAttributeOf } from '../../ratings/index.ts';
import { numericStrategyNamed } from '../../selection/index.ts';
import { curveComparisons } from '../figures/comparisons.ts';
import { COHORTS, curveFindings, curvesOf, type WantedCurve } from '../figures/curveTask.ts';
import type { Guesses, NumberTruth } from '../figures/numberFigures.ts';
import { permutationLevel } from '../figures/verdict.ts';
import { dealIntoFolds, type Plan, requirePeople, runPlan, scoresAt } from '../folds/index.ts';
import type { BandOutcomes, NumericOutcomes } from '../interviews/outcomes.ts';
import { describeNumericData } from '../records/describeData.ts';
import type { Variant } from '../records/finding.ts';
import type { HistoryMethod, NumberTest, NumericRecords, PlantedNumber } from '../records/numericRecords.ts';
import { provenanceOf } from '../records/provenance.ts';
import type { AuditTools } from '../run/auditTools.ts';
import { type DealtResult, planExperiment } from '../run/experiment.ts';
import { type NumericAuditSpec, numericAuditSpec } from '../spec/numericSpec.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { bandCuts } from './bands.ts';
import { type NumberTestUnit, numberTestTask } from './numberTestTask.ts';
import { numericVerdict } from './numberVerdict.ts';
import { type NumericFacts, type NumericFoldPlan, numericTasksOf, workOnNumericFold } from './numericFold.ts';
import type { NumericHistoryOutcome } from './numericHistoryTask.ts';
import { bandFindings, historyFinding, steepItems } from './numericSummaries.ts';

/** What `runNumericAudit` works with. */
export type NumericAuditTools = AuditTools<PlantedNumber>;

/** A figure about fewer people is an anecdote. */
const FEWEST = 20;
/** Questions before the figures by which a leak is judged, or as many as there are. */
const HEADLINE = 10;
/** Thirds: the lowest, the middle and the highest. */
const TESTED_BANDS = 3;
const METHODS: readonly HistoryMethod[] = ['filter', 'ridgeOnRatings', 'ridgeOnPresence'];
const LABELS: Readonly<Record<HistoryMethod, string>> = {
  filter: 'the attacker, on all ratings',
  ridgeOnRatings: 'ridge regression on ratings (0 where there is none)',
  ridgeOnPresence: 'ridge regression on which items were rated',
};

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
  const { values: numbers } = numericAttributeOf(dataset, spec.attribute);
  const { strategies, resamples, level } = spec;
  const control: NumericFoldPlan = { strategies: strategies.slice(0, 1), methods: ['filter'], cuts: [] };
  const controls = spec.shuffled ? [control] : [];
  return planExperiment({
    dataset,
    folds,
    attributes: [spec.attribute],
    spec,
    plan: { strategies, methods: METHODS, cuts: bandCuts(numbers, spec.bands) },
    controls,
    tasks: numericTasksOf,
    work: (variant, members, tools) => workOnNumericFold(variant.dataset, members, spec, variant.plan, tools),
    test: {
      task: numberTestTask,
      unit: (tested): NumberTestUnit => ({
        ...tested,
        numbers: trainingNumbers(numbers),
        cuts: bandCuts(numbers, TESTED_BANDS),
        resamples,
        level,
        alarms: permutationLevel(level),
      }),
    },
    closingTasks: COHORTS.length * (strategies.length + controls.length),
    records: (results, test, tools: NumericAuditTools, onDone) =>
      recordsFrom(
        results.map((result) => resultOf(result, folds, spec)),
        dataset,
        spec,
        test,
        tools,
        onDone,
      ),
  });
}

interface VariantResult {
  readonly variant: Variant;
  readonly plan: NumericFoldPlan;
  readonly truth: NumberTruth;
  readonly outcomes: ReadonlyMap<string, NumericOutcomes>;
  readonly histories: ReadonlyMap<HistoryMethod, NumericHistoryOutcome>;
  /** Of real numbers alone. */
  readonly bands: BandOutcomes | undefined;
  readonly facts: readonly NumericFacts[];
}

function resultOf(
  { variant, dataset, plan, scores, facts }: DealtResult<NumericFoldPlan, NumericFacts>,
  folds: Uint16Array,
  { attribute }: NumericAuditSpec,
): VariantResult {
  const { values } = numericAttributeOf(dataset, attribute);
  const questions = (attacker: string) => scoresAt<NumericOutcomes>(scores, { exposure: 'questions', attacker })!;
  const history = (attacker: string) => scoresAt<NumericHistoryOutcome>(scores, { exposure: 'history', attacker })!;
  return {
    variant,
    plan,
    truth: {
      truth: values,
      bounded: trainingNumbers(values),
      blindMeans: Float64Array.from(folds, (fold) => facts[fold]!.mean),
      blindMedians: Float64Array.from(folds, (fold) => facts[fold]!.median),
    },
    outcomes: new Map(plan.strategies.map((name) => [name, questions(name)])),
    histories: new Map(plan.methods.map((name) => [name, history(name)])),
    bands: scoresAt<BandOutcomes>(scores, { exposure: 'bands' }),
    facts,
  };
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

async function recordsFrom(
  results: readonly VariantResult[],
  dataset: Dataset,
  spec: NumericAuditSpec,
  test: NumberTest | undefined,
  tools: NumericAuditTools,
  onDone: (() => void) | undefined,
): Promise<NumericRecords> {
  const { coverage, level, seed } = spec;
  const clusters = dataset.together?.clusters;
  const wanted = results.flatMap(({ variant, truth, outcomes: all }) =>
    [...all].flatMap(([attacker, outcomes]): WantedCurve[] => {
      const target = { about: 'number', ...truth, outcomes, coverage } as const;
      return COHORTS.map((cohort) => ({ key: { target: spec.attribute, attacker, variant, cohort }, target }));
    }),
  );
  const curves = await curvesOf(wanted, spec, clusters, tools, onDone);
  const survivors = (name: string) =>
    curves.find(({ key }) => key.attacker === name && key.variant === 'real' && key.cohort === 'survivors')!;
  const resamples = resamplesOf(dataset.users.size, seed, spec.resamples, clusters);
  const real = results[0]!;
  const { cuts } = real.plan;
  const [first, ...others] = spec.strategies as readonly [string, ...string[]];
  const asking = real.outcomes.get(first)!;
  const headline = Math.min(HEADLINE, survivors(first).points.at(-1)?.length ?? 0);
  const asked = spec.strategies.flatMap((name) => survivors(name).points[headline] ?? []);
  const fullHistory = results.flatMap(({ variant, histories, truth }) =>
    [...histories].map(([method, outcome]) => historyFinding(method, variant, outcome, truth, resamples, spec)),
  );
  const data = describeNumericData(dataset, spec.attribute, tools.source);
  const shown = [...asked, ...fullHistory.filter(({ variant }) => variant === 'real')].map(({ r2 }) => r2!);
  return {
    format: 'ulterior-numeric-audit',
    version: 1,
    spec,
    data,
    verdict: numericVerdict(attackersOf(real, headline, spec), shown, test, resamples, level),
    test,
    attackers: [
      ...spec.strategies.map((name) => {
        const { label, summary } = numericStrategyNamed(name);
        return { id: name, label, exposure: 'questions', strategy: name, summary };
      }),
      ...METHODS.map((id) => ({ id, label: LABELS[id], exposure: 'histories' })),
    ],
    findings: [
      ...curveFindings(curves),
      ...fullHistory,
      ...(cuts.length === 0 ? [] : bandFindings(asking, real.bands!, real.truth, resamples, spec)),
    ],
    comparisons: curveComparisons(
      others.map((second) => ({
        key: { target: spec.attribute, first, second },
        curves: [survivors(first), survivors(second)],
      })),
      spec,
    ),
    cuts,
    items: steepItems(dataset, real.facts, asking, data),
    planted: await tools.planted?.(),
    provenance: {
      ...provenanceOf(tools),
      noiseVariances: real.facts.map(({ noiseVariance }) => noiseVariance),
      slopeVariances: real.facts.flatMap(({ slopeVariance }) => slopeVariance ?? []),
    },
  };
}
