/** From what the interviews and classifiers of an audit said to its records. */

import { classifierNamed } from '../../inference/index.ts';
import { attributeOf, type Dataset, type ItemIndex, type SmallGroup } from '../../ratings/index.ts';
import { comparisonsOf } from '../figures/comparisons.ts';
import { COHORTS, curveFindings, type FoundCurve, type WantedCurve } from '../figures/curveTask.ts';
import { type Attacker, headlinesOf } from '../figures/headlines.ts';
import { partAttackers, partFindings, toldByItem } from '../figures/leakParts.ts';
import { leakyItems } from '../figures/leakyItems.ts';
import { measured, type Setting } from '../figures/measured.ts';
import { ratingErrorFindings } from '../figures/ratingErrors.ts';
import { confidenceCurves, overlapsOf, reliabilityAt } from '../figures/summaries.ts';
import { typeFiguresAt } from '../figures/typeFigures.ts';
import { verdictFrom } from '../figures/verdict.ts';
import { openQuestions } from '../interviews/openLists.ts';
import { logitsAt } from '../interviews/outcomes.ts';
import { describeData } from '../records/describeData.ts';
import type { Finding } from '../records/finding.ts';
import { provenanceOf } from '../records/provenance.ts';
import type { AttackerNote, AuditRecords, PermutationTest, PlantedLeak, TellingItem } from '../records/records.ts';
import { questionsUntilNamed } from '../risk/questionsUntilNamed.ts';
import { controlRisk, riskOf } from '../risk/risk.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { contender } from '../spec/contender.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import type { PermutationOutcome } from '../statistics/permutationTest.ts';
import type { RunResult } from './auditRuns.ts';
import type { AuditTools } from './auditTools.ts';

/** Real labels contender by contender, then shuffled ones, each in both cohorts. */
export function wantedCurves(results: readonly RunResult[], { attribute, minGroup }: AuditSpec): WantedCurve[] {
  const { typeCount } = results[0]!;
  return (['real', 'shuffled'] as const).flatMap((variant) => {
    const own = results.filter((result) => result.variant === variant);
    return [...(own[0]?.outcomes.keys() ?? [])].flatMap((contender) => {
      const runs = own.map(({ outcomes, types }) => {
        const { logits, lengths } = outcomes.get(contender)!;
        return { outcomes: { logits, lengths }, types };
      });
      const target = { about: 'groups', runs, typeCount, minGroup } as const;
      return COHORTS.map((cohort) => ({ key: { target: attribute, variant, attacker: contender, cohort }, target }));
    });
  });
}

interface Measurements {
  readonly dataset: Dataset;
  readonly folds: Uint16Array;
  readonly spec: AuditSpec;
  readonly small: readonly SmallGroup[];
  /** The real labels first. */
  readonly results: readonly RunResult[];
  readonly curves: readonly FoundCurve[];
  readonly permutation: PermutationOutcome | undefined;
  readonly planted: PlantedLeak | undefined;
  readonly notes: readonly AttackerNote[];
  readonly itemVectorsFrom: string | undefined;
}

export function recordsFrom(measurements: Measurements, tools: Pick<AuditTools, 'source' | 'finished'>): AuditRecords {
  const { dataset, folds, spec, small, results, curves, permutation, planted, notes, itemVectorsFrom } = measurements;
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
    folds,
  };
  const attackers = attackersOf(real, questions, spec);
  const found = headlinesOf(attackers, types, { ...setting, target: spec.attribute, questions });
  const strongest = found.findings.find(({ exposure }) => exposure === 'questions')!.attacker!;
  const byType = contenders.flatMap(([id, outcomes]) =>
    spec.compareAt.flatMap((at) => typeFiguresAt(id, at, outcomes, types, setting, spec) ?? []),
  );
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
    attackers: [
      ...spec.contenders.map(({ id, label, strategy, classifier }) => {
        return { id, label, exposure: 'questions', strategy, classifier };
      }),
      ...spec.openLists.map((id) => ({ id, label: contender(id).label, exposure: 'openQuestions', strategy: id })),
      ...spec.fullHistory.map((id) => ({ id, label: classifierNamed(id).label, exposure: 'histories' })),
      ...partAttackers(real.parts),
    ],
    findings: [
      ...curveFindings(curves),
      ...contenders.flatMap(([id, outcomes]) => ratingErrorFindings(id, outcomes, spec, resamples)),
      ...byType.flatMap(({ findings }) => findings),
      ...found.findings,
      ...controlsOf(measurements, questions, setting),
      ...partFindings(real.parts, types, spec.attribute, setting),
    ],
    verdict: verdictFrom(found, permutation, spec.level),
    toldByItem: toldByItem(
      real.folds.map(({ tellingItem }) => tellingItem),
      dataset,
    ),
    permutation: permutation && namedTest(permutation, dataset, spec),
    confidences: contenders.flatMap(([id, outcomes]) => confidenceCurves(id, outcomes, types, typeCount, spec)),
    untilNamed: questionsUntilNamed(strongest, real.outcomes.get(strongest)!, {
      ...setting,
      types,
      maxQuestions: spec.maxQuestions,
    }),
    reliability: contenders.flatMap(([id, outcomes]) =>
      spec.compareAt.flatMap((at) => reliabilityAt(id, at, outcomes, types, typeCount, spec) ?? []),
    ),
    confusions: byType.map(({ confusion }) => confusion),
    overlaps: overlapsOf(real.outcomes),
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

/** Contenders are judged on the people whom all of them could ask that much, others on everybody. */
function attackersOf(
  { outcomes, openLists, histories, types, typeCount }: RunResult,
  questions: number,
  spec: AuditSpec,
): Attacker[] {
  const asked = askedBy([...outcomes.values()], questions, types.length);
  const everyone = Uint32Array.from(types.keys());
  return [
    ...[...outcomes].map(
      ([id, own]): Attacker => ({
        id,
        exposure: 'questions',
        people: asked,
        logitOf: logitsAt(own, questions, spec.maxQuestions, typeCount),
      }),
    ),
    ...[...openLists].map(
      ([id, logits]): Attacker => ({
        id,
        exposure: 'openQuestions',
        people: everyone,
        logitOf: logitsAt({ logits }, questions, openQuestions(spec), typeCount),
      }),
    ),
    ...[...histories].map(
      ([id, logits]): Attacker => ({
        id,
        exposure: 'histories',
        people: everyone,
        logitOf: (person, type) => logits[person * typeCount + type]!,
      }),
    ),
  ];
}

type ControlSetting = Omit<Setting, 'people' | 'folds'> & { readonly folds: Uint16Array };

/** What the attackers find who read whole histories or ask anything, where there is nothing to find. */
function controlsOf({ results, spec }: Measurements, questions: number, setting: ControlSetting): Finding[] {
  const shuffled = results.filter(({ variant }) => variant === 'shuffled');
  // Costly attackers have fewer shuffles than there are.
  const runs = shuffled.map((run) => ({ types: run.types, attackers: attackersOf(run, questions, spec) }));
  const [real] = results;
  return attackersOf(real!, questions, spec).flatMap(({ id: attacker, exposure, people }): Finding[] => {
    const scores = runs.flatMap(({ types, attackers }) => {
      const own = attackers.find((one) => one.id === attacker && one.exposure === exposure);
      return own === undefined ? [] : [{ types, logitOf: own.logitOf }];
    });
    // Contenders have a curve of their own.
    if (scores.length === 0 || exposure === 'questions') return [];
    const { auc, aucByFold, accuracy } = measured(scores, { ...setting, people });
    const risk = controlRisk(riskOf(scores, { ...setting, people }), setting.level);
    const length = exposure === 'openQuestions' ? { length: questions } : {};
    const place = { target: spec.attribute, exposure, ...length, attacker, variant: 'shuffled' } as const;
    return [{ ...place, people: people.length, shuffles: scores.length, auc, aucByFold, accuracy, ...risk }];
  });
}
