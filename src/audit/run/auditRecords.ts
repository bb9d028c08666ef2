/** From what the interviews and classifiers of an audit said to its records. */

import { classifierNamed } from '../../inference/index.ts';
import { attributeOf, type Dataset, type ItemIndex, type SmallGroup } from '../../ratings/index.ts';
import { comparisonsOf } from '../figures/comparisons.ts';
import { COHORTS, type FoundCurve, recordedCurves, type WantedCurve } from '../figures/curveTask.ts';
import type { GroupTarget } from '../figures/groupPoints.ts';
import { type Attacker, headlinesOf } from '../figures/headlines.ts';
import { leakyItems } from '../figures/leakyItems.ts';
import { measured, type Setting, scoresFrom } from '../figures/measured.ts';
import { ratingErrorCurve } from '../figures/ratingErrors.ts';
import { confidenceCurves, overlapsOf, reliabilityAt } from '../figures/summaries.ts';
import { typeFiguresAt } from '../figures/typeFigures.ts';
import { verdictFrom } from '../figures/verdict.ts';
import { logitsAt } from '../interviews/outcomes.ts';
import { describeData } from '../records/describeData.ts';
import { provenanceOf } from '../records/provenance.ts';
import type {
  AttackerNote,
  AuditRecords,
  CurvePoint,
  FullHistory,
  PermutationTest,
  PlantedLeak,
  TellingItem,
} from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import type { PermutationOutcome } from '../statistics/permutationTest.ts';
import type { RunResult } from './auditRuns.ts';
import type { AuditTools } from './auditTools.ts';

/** Real labels contender by contender, then shuffled ones, each in both cohorts. */
export function wantedCurves(results: readonly RunResult[], { minGroup }: AuditSpec): WantedCurve<GroupTarget>[] {
  const { typeCount } = results[0]!;
  return (['real', 'shuffled'] as const).flatMap((variant) => {
    const own = results.filter((result) => result.variant === variant);
    return [...(own[0]?.outcomes.keys() ?? [])].flatMap((contender) => {
      const runs = own.map(({ outcomes, types }) => {
        const { logits, lengths } = outcomes.get(contender)!;
        return { outcomes: { logits, lengths }, types };
      });
      const target = { about: 'groups', runs, typeCount, minGroup } as const;
      return COHORTS.map((cohort) => ({ key: { variant, contender, cohort }, target }));
    });
  });
}

interface Findings {
  readonly dataset: Dataset;
  readonly folds: Uint16Array;
  readonly spec: AuditSpec;
  readonly small: readonly SmallGroup[];
  /** The real labels first. */
  readonly results: readonly RunResult[];
  readonly curves: readonly FoundCurve<CurvePoint>[];
  readonly permutation: PermutationOutcome | undefined;
  readonly planted: PlantedLeak | undefined;
  readonly notes: readonly AttackerNote[];
  readonly itemVectorsFrom: string | undefined;
}

export function recordsFrom(findings: Findings, tools: Pick<AuditTools, 'source' | 'finished'>): AuditRecords {
  const { dataset, spec, small, results, curves, permutation, planted, notes, itemVectorsFrom } = findings;
  const real = results[0]!;
  const { types, typeCount } = real;
  const resamples = resamplesOf(types.length, spec.seed, spec.resamples, dataset.together?.clusters);
  const contenders = [...real.outcomes];
  const questions = headlineQuestions(real, spec);
  const setting = {
    level: spec.level,
    labels: attributeOf(dataset, spec.attribute).labels,
    resamples,
    clusters: dataset.together?.clusters,
  };
  const found = headlinesOf(attackersOf(real, questions, spec), types, { ...setting, questions });
  const strongest = found.headlines.find(({ kind }) => kind === 'questions')!.attackers[0]!.id;
  const { worst, gaps } = leakyItems(
    dataset,
    real.folds.map(({ biases }) => biases),
    types,
    typeCount,
    real.outcomes.get(strongest)!,
    spec,
  );
  return {
    format: 'ulterior-audit',
    version: 1,
    spec,
    data: describeData(dataset, spec.attribute, tools.source, small),
    contenders: spec.contenders.map(({ id, label, strategy, classifier }) => ({ id, label, strategy, classifier })),
    headlines: found.headlines,
    verdict: verdictFrom(found, permutation, spec.level),
    permutation: permutation && namedTest(permutation, dataset, spec),
    curves: recordedCurves(curves),
    ratingErrors: contenders.map(([id, outcomes]) => ratingErrorCurve(id, outcomes, spec, resamples)),
    confidences: contenders.flatMap(([id, outcomes]) => confidenceCurves(id, outcomes, types, typeCount, spec)),
    reliability: contenders.flatMap(([id, outcomes]) =>
      spec.compareAt.flatMap((at) => reliabilityAt(id, at, outcomes, types, typeCount, spec) ?? []),
    ),
    typeFigures: contenders.flatMap(([id, outcomes]) =>
      spec.compareAt.flatMap((at) => typeFiguresAt(id, at, outcomes, types, setting, spec) ?? []),
    ),
    overlaps: overlapsOf(real.outcomes),
    fullHistory: fullHistories(findings, setting),
    ...(notes.length === 0 ? {} : { attackerNotes: notes }),
    itemVectorsFrom,
    comparisons: comparisonsOf(real.outcomes, types, typeCount, resamples, spec),
    items: worst,
    gaps,
    planted,
    provenance: {
      ...provenanceOf(tools),
      noiseVariances: real.folds.map(({ noiseVariance }) => noiseVariance),
      ...(spec.heldOut === 0 ? {} : { predictionRidges: real.folds.map(({ predictionRidge }) => predictionRidge!) }),
    },
  };
}

/** The test with items and groups by their names. */
function namedTest(
  { items: found, ...test }: PermutationOutcome,
  dataset: Dataset,
  { attribute }: AuditSpec,
): PermutationTest {
  const { labels } = attributeOf(dataset, attribute);
  const telling = (['seen', 'rating'] as const).flatMap((by): TellingItem[] => {
    const { item, group, raters, ofGroup, value } = found[by];
    const { pValue } = test.statistics.find(({ name }) => name === by)!;
    if (value === 0) return [];
    const named = { id: dataset.items.id(item as ItemIndex), title: dataset.items.title(item as ItemIndex) };
    return [{ by, ...named, group: labels[group]!, raters, ofGroup, pValue }];
  });
  return { ...test, items: telling };
}

/** As many as the spec says, or as enough people of each group can be asked by everybody; scores have no say in it. */
function headlineQuestions({ outcomes, types, typeCount }: RunResult, spec: AuditSpec): number {
  let questions = Math.min(spec.headlineQuestions, spec.maxQuestions);
  const asked = [...outcomes.values()];
  const enough = () => enoughPeople(askedBy(asked, questions, types.length), types, typeCount, spec.minGroup);
  while (questions > 0 && !enough()) questions--;
  return questions;
}

function askedBy(all: readonly { readonly lengths: Uint32Array }[], questions: number, everyone: number): Uint32Array {
  return Uint32Array.from({ length: everyone }, (_, person) => person).filter((person) =>
    all.every(({ lengths }) => lengths[person]! >= questions),
  );
}

/** Contenders are judged on the people whom all of them could ask that much, classifiers on everybody. */
function attackersOf(
  { outcomes, histories, types, typeCount }: RunResult,
  questions: number,
  spec: AuditSpec,
): Attacker[] {
  const asked = askedBy([...outcomes.values()], questions, types.length);
  const everyone = Uint32Array.from(types.keys());
  return [
    ...[...outcomes].map(
      ([id, own]): Attacker => ({
        id,
        label: spec.contenders.find((contender) => contender.id === id)!.label,
        kind: 'questions',
        people: asked,
        logitOf: logitsAt(own, questions, spec.maxQuestions, typeCount),
      }),
    ),
    ...[...histories].map(
      ([id, logits]): Attacker => ({
        id,
        label: classifierNamed(id).label,
        kind: 'history',
        people: everyone,
        logitOf: (person, type) => logits[person * typeCount + type]!,
      }),
    ),
  ];
}

function fullHistories(
  { results, folds, spec }: Findings,
  setting: Pick<Setting, 'level' | 'labels' | 'resamples' | 'clusters'>,
): FullHistory[] {
  return (['real', 'shuffled'] as const).flatMap((variant) =>
    spec.fullHistory.flatMap((classifier): FullHistory[] => {
      // Costly attackers have fewer shuffles than there are.
      const runs = results.filter((run) => run.variant === variant && run.histories.has(classifier));
      if (runs.length === 0) return [];
      const scores = runs.map(({ histories, types, typeCount }) =>
        scoresFrom(histories.get(classifier)!, types, typeCount),
      );
      const people = Uint32Array.from(runs[0]!.types.keys());
      const { auc, aucByFold, accuracy } = measured(scores, { ...setting, people, folds });
      const shuffles = variant === 'shuffled' ? { shuffles: runs.length } : {};
      return [{ classifier, variant, ...shuffles, auc, aucByFold, accuracy }];
    }),
  );
}
