/** A unit of work: a classifier trained on the other folds judges people by everything they ever rated. */
import {
  channelClassifier,
  factorClassifier,
  historyAt,
  type LinearModel,
  type SparseRows,
  type TypeClassifier,
  trainBoosted,
  trainFeatureLogistic,
  trainLogistic,
  trainMultinomial,
  trainSvm,
} from '../inference/index.ts';
import { defineTask } from '../numeric/index.ts';
import type { ClassifierName } from './contender.ts';
import { logitsFromWeights } from './outcomes.ts';
import { receiveModel, type SentModel } from './sentModel.ts';
import type { AuditSpec } from './spec.ts';

export interface HistoryUnit {
  readonly classifier: ClassifierName;
  readonly spec: Pick<AuditSpec, 'ridge' | 'prior'>;
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
    logits.set(logitsFromWeights(classifier.logWeights(historyAt(unit.tested, person))), person * unit.types);
  }
  return { logits, linear };
});

function trained(unit: HistoryUnit): { classifier: TypeClassifier; linear?: LinearModel } {
  const { trainers, trainerTypes, types, spec } = unit;
  if (unit.classifier === 'factor') {
    const ridge = spec.ridge === 'model' ? undefined : spec.ridge;
    return { classifier: factorClassifier(receiveModel(unit.model), { ridge, prior: spec.prior }) };
  }
  if (unit.classifier === 'channels') {
    const ridge = spec.ridge === 'model' ? undefined : spec.ridge;
    return { classifier: channelClassifier(receiveModel(unit.model), { ridge, prior: spec.prior }) };
  }
  if (unit.classifier === 'svm') return { classifier: trainSvm(trainers, trainerTypes, types) };
  if (unit.classifier === 'logistic') return { classifier: trainFeatureLogistic(trainers, trainerTypes, types) };
  if (unit.classifier === 'boosted') return { classifier: trainBoosted(trainers, trainerTypes, types) };
  const train = unit.classifier === 'plainLogistic' ? trainLogistic : trainMultinomial;
  const classifier = train(trainers, trainerTypes, types);
  return { classifier, linear: classifier.model };
}
