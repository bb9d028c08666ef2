/** A unit of work: an attacker who learned from the other folds judges people by everything they ever rated. */
import { UlteriorError } from '../../errors/index.ts';
import {
  type ClassifierDefinition,
  type Coordinates,
  classifierNamed,
  historyAt,
  type LinearClassifier,
  type LinearModel,
  type SparseRows,
  type TransductiveLimits,
  type WorkedOut,
} from '../../inference/index.ts';
import { receiveKernels, type SentKernels } from '../../kernels/index.ts';
import { defineTask, logitsFromWeights } from '../../maths/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { type ClassifierName, JUDGES } from '../spec/contender.ts';
import { receiveModel, type SentModel } from './sentModel.ts';

export interface HistoryUnit {
  readonly classifier: ClassifierName;
  readonly spec: Pick<AuditSpec, 'ridge' | 'prior' | 'seed'>;
  /** For the factor-based classifiers. */
  readonly model?: SentModel | undefined;
  readonly trainers: SparseRows;
  readonly trainerTypes: Uint8Array;
  readonly types: number;
  readonly tested: SparseRows;
  /** For attackers that look at everybody at once. */
  readonly whole?: WholeMatrix | undefined;
}

/** What such an attacker has besides ratings and the labels of trainers. */
export interface WholeMatrix {
  /** Of the trainers, then of the tested. */
  readonly coordinates: Coordinates;
  readonly limits: TransductiveLimits;
  readonly kernels: SentKernels;
  readonly workedOut: WorkedOut;
}

interface HistoryOutcome {
  /** people x K. */
  readonly logits: Float32Array;
  /** The trained classifier where it is linear: contenders use it as their judge. */
  readonly linear?: LinearModel | undefined;
  readonly workedOut?: WorkedOut | undefined;
}

export const historyTask = defineTask<HistoryUnit, HistoryOutcome>('audit-history', async (unit) => {
  const definition = classifierNamed(unit.classifier);
  const { logWeightsOf, ...rest }: Judge =
    definition.judge === undefined
      ? trained(definition, unit)
      : { logWeightsOf: rowsOf(await definition.judge(wholeData(unit)), unit.types) };
  const logits = new Float32Array(unit.tested.rows * unit.types);
  for (let person = 0; person < unit.tested.rows; person++) {
    const logWeights = logWeightsOf(person);
    requireScores(logWeights, unit.classifier, unit.types);
    logits.set(logitsFromWeights(logWeights), person * unit.types);
  }
  return { logits, ...rest };
});

interface Judge {
  readonly logWeightsOf: (person: number) => Float64Array;
  readonly linear?: LinearModel | undefined;
  readonly workedOut?: WorkedOut | undefined;
}

function trained(definition: ClassifierDefinition, unit: HistoryUnit): Judge {
  const { trainers, trainerTypes, types, tested, spec, classifier: name, model } = unit;
  const classifier = definition.train({
    rows: trainers,
    types: trainerTypes,
    typeCount: types,
    seed: spec.seed,
    model: definition.model && receiveModel(model!),
    beliefOptions: { ridge: spec.ridge === 'model' ? undefined : spec.ridge, prior: spec.prior },
  });
  return {
    logWeightsOf: (person) => classifier.logWeights(historyAt(tested, person)),
    linear: weighsAnswers(name) ? (classifier as unknown as LinearClassifier).model : undefined,
    workedOut: classifier.workedOut,
  };
}

/** The factor-based judge has a model instead. */
const weighsAnswers = (name: ClassifierName) => name !== 'factor' && JUDGES.some((judge) => judge === name);

/** Everything but a label of the tested. */
function wholeData({ trainers, trainerTypes, types, tested, spec, whole }: HistoryUnit) {
  return {
    rows: trainers,
    types: trainerTypes,
    typeCount: types,
    tested,
    coordinates: whole!.coordinates,
    limits: whole!.limits,
    workedOut: whole!.workedOut,
    seed: spec.seed,
    kernels: receiveKernels(whole!.kernels),
  };
}

const rowsOf = (table: Float64Array, types: number) => (person: number) =>
  table.subarray(person * types, (person + 1) * types);

/** A score that is no number ranks nobody, and would hide a leak. */
function requireScores(logWeights: ArrayLike<number>, classifier: string, types: number): void {
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
