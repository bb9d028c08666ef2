/** A unit of work: a classifier trained on the other folds judges people by everything they ever rated. */
import { UlteriorError } from '../../errors/index.ts';
import {
  classifierNamed,
  type HistoryClassifier,
  historyAt,
  type LinearClassifier,
  type LinearModel,
  type SparseRows,
} from '../../inference/index.ts';
import { defineTask } from '../../maths/index.ts';
import { receiveModel, type SentModel } from '../attackers/sentModel.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { type ClassifierName, givesWeights } from '../spec/contender.ts';
import { logitsFromWeights } from './outcomes.ts';

export interface HistoryUnit {
  readonly classifier: ClassifierName;
  readonly spec: Pick<AuditSpec, 'ridge' | 'prior' | 'seed'>;
  /** For the factor-based classifiers. */
  readonly model: SentModel;
  readonly trainers: SparseRows;
  readonly trainerTypes: Uint8Array;
  readonly types: number;
  readonly tested: SparseRows;
}

export interface HistoryOutcome {
  /** people x K. */
  readonly logits: Float32Array;
  /** The trained classifier where it is linear: contenders use it as their judge. */
  readonly linear?: LinearModel | undefined;
}

export const historyTask = defineTask<HistoryUnit, HistoryOutcome>('audit-history', (unit) => {
  const { classifier, linear } = trained(unit);
  const logits = new Float32Array(unit.tested.rows * unit.types);
  for (let person = 0; person < unit.tested.rows; person++) {
    const logWeights = classifier.logWeights(historyAt(unit.tested, person));
    requireScores(logWeights, unit.classifier, unit.types);
    logits.set(logitsFromWeights(logWeights), person * unit.types);
  }
  return { logits, linear };
});

function trained({ trainers, trainerTypes, types, spec, classifier: name, model }: HistoryUnit): {
  classifier: HistoryClassifier;
  linear?: LinearModel;
} {
  const definition = classifierNamed(name);
  const classifier = definition.train({
    rows: trainers,
    types: trainerTypes,
    typeCount: types,
    seed: spec.seed,
    model: definition.model && receiveModel(model),
    beliefOptions: { ridge: spec.ridge === 'model' ? undefined : spec.ridge, prior: spec.prior },
  });
  return givesWeights(name)
    ? { classifier, linear: (classifier as unknown as LinearClassifier).model }
    : { classifier };
}

/** A score that is no number ranks nobody, and would hide a leak. */
export function requireScores(logWeights: ArrayLike<number>, classifier: string, types: number): void {
  const wrong =
    logWeights?.length !== types
      ? `${logWeights?.length} scores for ${types} groups`
      : Array.from(logWeights).some((weight) => !(weight < Number.POSITIVE_INFINITY))
        ? `the scores ${Array.from(logWeights).join(', ')}`
        : undefined;
  if (wrong === undefined) return;
  throw new UlteriorError(
    'PLUGIN_MISBEHAVED',
    `the classifier "${classifier}" gave ${wrong}`,
    'run its conformance suite (ulterior/testing), and mend it',
    { classifier },
  );
}
