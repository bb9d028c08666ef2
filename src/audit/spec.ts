/**
 * What to audit, as plain JSON: everything that decides the result. Threads, folders and progress are not part of it.
 */
import { outOfRange, requirePositive, requireWithin, UlteriorError } from '../errors/index.ts';
import { checkedParameters, presets, type TrainingParameters } from '../factorization/index.ts';
import { strategyNamed } from '../selection/index.ts';

export type ClassifierName = 'factor' | 'logistic' | 'multinomial' | 'svm';
const CLASSIFIERS: readonly ClassifierName[] = ['factor', 'logistic', 'multinomial', 'svm'];

/** Somebody who interviews: how questions are chosen, and who judges the answers. */
export interface Contender {
  /** Unique; by default strategy and classifier. */
  readonly id: string;
  /** For people. */
  readonly label: string;
  readonly strategy: string;
  readonly classifier: Exclude<ClassifierName, 'svm'>;
  /** The factor-based classifier's ridge; that of the spec if left out. */
  readonly ridge?: number | undefined;
}

export interface AuditSpec {
  readonly attribute: string;
  readonly folds: number;
  readonly training: TrainingParameters;
  /** The factor-based classifier's ridge; 'model' takes noise over profile variance of each model. */
  readonly ridge: number | 'model';
  readonly prior: 'uniform' | 'training';
  /** Ridge of the profile from which ratings are predicted: chosen for rating error, not for inference. */
  readonly predictionRidge: number;
  readonly contenders: readonly Contender[];
  readonly maxQuestions: number;
  /** Ratings of each user that are never asked, to predict. */
  readonly heldOut: number;
  /** Rating error is measured after every so many questions. */
  readonly ratingErrorEvery: number;
  /** Confidence thresholds whose first crossing is recorded. */
  readonly confidences: readonly number[];
  /** At which numbers of questions contenders are compared and reliability is drawn. */
  readonly compareAt: readonly number[];
  readonly fullHistory: readonly ClassifierName[];
  /** Contenders that are also run on shuffled labels. */
  readonly shuffled: readonly string[];
  readonly resamples: number;
  /** Coverage of all intervals. */
  readonly level: number;
  readonly seed: number;
}

export function contender(
  strategy: string,
  options: { classifier?: Contender['classifier']; label?: string; ridge?: number; id?: string } = {},
): Contender {
  const { classifier = 'factor', ridge } = options;
  const id =
    options.id ??
    [
      strategy,
      ...(classifier === 'factor' ? [] : [classifier]),
      ...(ridge === undefined ? [] : [`ridge${ridge}`]),
    ].join('-');
  return { id, label: options.label ?? id, strategy, classifier, ...(ridge === undefined ? {} : { ridge }) };
}

export const auditDefaults: Omit<AuditSpec, 'attribute'> = {
  folds: 10,
  training: presets.als,
  ridge: 'model',
  prior: 'uniform',
  predictionRidge: 1,
  contenders: [
    contender('separation', { label: 'Exact (IncFBC)' }),
    contender('maxGap', { label: 'MaxGap' }),
    contender('entropy', { label: 'Entropy' }),
    contender('random', { label: 'Random' }),
  ],
  maxQuestions: 100,
  heldOut: 10,
  ratingErrorEvery: 10,
  confidences: [0.8, 0.9, 0.95],
  compareAt: [1, 5, 10, 20, 50, 100],
  fullHistory: ['factor', 'logistic', 'multinomial'],
  shuffled: ['separation'],
  resamples: 500,
  level: 0.95,
  seed: 1,
};

/** Fills in the defaults and checks every value. */
export function auditSpec(partial: Partial<AuditSpec> & Pick<AuditSpec, 'attribute'>): AuditSpec {
  const spec: AuditSpec = { ...auditDefaults, ...partial };
  requireWithin('folds', spec.folds, { min: 2, max: 1000, whole: true });
  requireWithin('maxQuestions', spec.maxQuestions, { min: 1, max: 10_000, whole: true });
  requireWithin('heldOut', spec.heldOut, { min: 1, max: 1000, whole: true });
  requireWithin('ratingErrorEvery', spec.ratingErrorEvery, { min: 1, max: 10_000, whole: true });
  requireWithin('resamples', spec.resamples, { min: 50, max: 100_000, whole: true });
  requireWithin('level', spec.level, { min: 0.5, max: 0.9999 });
  requireWithin('seed', spec.seed, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
  requirePositive('predictionRidge', spec.predictionRidge);
  if (spec.ridge !== 'model') requirePositive('ridge', spec.ridge);
  if (spec.prior !== 'uniform' && spec.prior !== 'training')
    throw outOfRange('prior', spec.prior, 'uniform or training');
  for (const confidence of spec.confidences) requireWithin('confidences', confidence, { min: 0, max: 1 });
  checkContenders(spec);
  for (const name of spec.fullHistory) {
    if (!CLASSIFIERS.includes(name)) throw outOfRange('fullHistory', name, `one of ${CLASSIFIERS.join(', ')}`);
  }
  return { ...spec, training: checkedParameters(spec.training) };
}

function checkContenders({ contenders, shuffled }: AuditSpec): void {
  if (contenders.length === 0) throw outOfRange('contenders', 'empty', 'at least one strategy');
  const ids = contenders.map(({ id }) => id);
  for (const [at, { id, strategy, classifier, ridge }] of contenders.entries()) {
    strategyNamed(strategy);
    if (ids.indexOf(id) !== at)
      throw outOfRange('contenders', `two of the id "${id}"`, 'contenders with different ids');
    if (!CLASSIFIERS.includes(classifier) || (classifier as string) === 'svm') {
      throw outOfRange(`classifier of ${id}`, classifier, 'factor, logistic or multinomial');
    }
    if (ridge !== undefined) requirePositive(`ridge of ${id}`, ridge);
  }
  const unknown = shuffled.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `shuffled names "${unknown}", which is no contender`,
      `name contenders of the audit: ${ids.join(', ')}`,
      { parameter: 'shuffled', value: unknown },
    );
  }
}
