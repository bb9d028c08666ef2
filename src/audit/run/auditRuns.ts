/** Who is asked and judged in an audit of groups, with the real labels and with shuffled ones, and what they said. */
import { classifierNamed } from '../../inference/index.ts';
import { attributeOf } from '../../ratings/index.ts';
import type { FailedAttacker } from '../attackers/failures.ts';
import { scoreKey } from '../folds/index.ts';
import type { AuditFacts, FoldPlan } from '../interviews/foldWork.ts';
import { type Outcomes, outcomesOf } from '../interviews/outcomes.ts';
import type { Variant } from '../records/finding.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { DealtResult } from './experiment.ts';

export interface RunResult {
  readonly variant: Variant;
  readonly types: Uint8Array;
  readonly typeCount: number;
  readonly outcomes: ReadonlyMap<string, Outcomes>;
  /** By classifier; people x K. */
  readonly histories: ReadonlyMap<string, Float32Array>;
  /** By rival; people x (questions + 1) x K. */
  readonly openLists: ReadonlyMap<string, Float32Array>;
  /** By part of whole histories; people x K. */
  readonly parts: ReadonlyMap<string, Float32Array>;
  /** Who is missing in at least one fold. */
  readonly failures: readonly FailedAttacker[];
  readonly folds: readonly AuditFacts[];
}

/**
 * Every attacker on whole histories has its control: those that read a factor model in each shuffle, since the model is
 * trained anyway, and the others, which would cost as much again every time, in the first. So have those that ask anything.
 */
export function plansOf(spec: AuditSpec): { readonly plan: FoldPlan; readonly controls: readonly FoldPlan[] } {
  const contenders = spec.contenders.filter(({ id }) => spec.shuffled.includes(id));
  const cheap = spec.fullHistory.filter((name) => classifierNamed(name).model !== undefined);
  return {
    plan: {
      contenders: spec.contenders,
      classifiers: spec.fullHistory,
      openLists: spec.openLists,
      sources: spec.sources,
      predicts: spec.heldOut > 0,
    },
    controls: Array.from({ length: contenders.length === 0 ? 0 : spec.controls }, (_, n) => ({
      contenders,
      classifiers: n === 0 ? spec.fullHistory : cheap,
      openLists: n === 0 ? spec.openLists : [],
      sources: [],
      predicts: false,
    })),
  };
}

export function resultOf(
  { variant, dataset, plan, scores, facts }: DealtResult<FoldPlan, AuditFacts>,
  { attribute }: AuditSpec,
): RunResult {
  const { values, labels } = attributeOf(dataset, attribute);
  const logitsOf = (exposure: string, names: readonly string[]) =>
    known(
      names.map((attacker) => {
        return [attacker, scores.get(scoreKey({ exposure, attacker, quantity: 'logits' })) as Float32Array | undefined];
      }),
    );
  return {
    variant,
    types: Uint8Array.from(values),
    typeCount: labels.length,
    // An attacker that failed in every fold has no scores.
    outcomes: known(plan.contenders.map(({ id }) => [id, outcomesOf(scores, id)])),
    histories: logitsOf('history', plan.classifiers),
    openLists: logitsOf('openQuestions', plan.openLists),
    parts: logitsOf('parts', plan.sources),
    failures: facts.flatMap(({ failures }) => failures),
    folds: facts,
  };
}

function known<Value>(entries: readonly (readonly [string, Value | undefined])[]): Map<string, Value> {
  return new Map(entries.flatMap(([id, value]) => (value === undefined ? [] : [[id, value] as const])));
}
