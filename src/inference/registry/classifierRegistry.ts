/**
 * Every classifier of whole histories by name. `channels` is the factor-based classifier that also reads what was not
 * rated. `logistic` and `boosted` (trees) read what was rated and how, and choose their settings inside the training
 * people; trees may also read how somebody answers and what some answers say together. `plainLogistic` is the paper's, on
 * ratings as they are, 0 for none, and with a fixed ridge. `stack` adds logistic regression, kernel ridge and trees.
 * `kernelRidge` alone is no default anywhere: every attacker more widens the bounds that hold for all, and it finds less
 * than the stack. To add one that ships: a definition here, and the conformance suite covers it. Plug-ins add theirs when
 * they are loaded.
 */
import { outOfRange } from '../../errors/index.ts';
import { createRegistry } from '../../plugins/index.ts';
import { schema } from '../../schema/index.ts';
import { channelClassifier } from '../belief/channelClassifier.ts';
import { factorClassifier } from '../belief/factorClassifier.ts';
import {
  joinRows,
  kernelRidge,
  stackAttack,
  trainBoosted,
  trainFeatureLogistic,
  trainLogistic,
  trainMultinomial,
  trainSvm,
} from '../classifiers/index.ts';
import type { ClassifierDefinition, HistoryAttacker, TransductiveDefinition } from './classifierDefinition.ts';

const factor: ClassifierDefinition = {
  name: 'factor',
  label: 'Factor model',
  summary: 'the classifier of the paper, on profiles of a factor model of ratings',
  model: 'ratings',
  learnsShares: false,
  choosesSettings: false,
  train: ({ model, beliefOptions }) => factorClassifier(model!, beliefOptions),
};

const channels: ClassifierDefinition = {
  name: 'channels',
  label: 'Factor model of seen and rated',
  summary: 'the same on a model that also reads what was not rated',
  model: 'channels',
  learnsShares: false,
  choosesSettings: false,
  train: ({ model, beliefOptions }) => channelClassifier(model!, beliefOptions),
};

const logistic: ClassifierDefinition = {
  name: 'logistic',
  label: 'Logistic regression',
  summary: 'logistic regression on what was rated and how, with a ridge of its own choice',
  learnsShares: true,
  choosesSettings: true,
  train: ({ rows, types, typeCount }) => {
    const classifier = trainFeatureLogistic(rows, types, typeCount);
    return { ...classifier, workedOut: { logistic: classifier.model } };
  },
};

const boosted: ClassifierDefinition = {
  name: 'boosted',
  label: 'Boosted trees',
  summary: 'boosted trees on single answers, on combinations of answers and on the style of answering',
  learnsShares: true,
  choosesSettings: true,
  train: ({ rows, types, typeCount }) => {
    const classifier = trainBoosted(rows, types, typeCount);
    return { ...classifier, workedOut: { trees: classifier.forStack } };
  },
};

const stack: TransductiveDefinition = {
  name: 'stack',
  label: 'Stack of logistic regression, kernel ridge and trees',
  summary: 'logistic regression, kernel ridge on latent factors, and boosted trees, combined: usually the strongest',
  learnsShares: true,
  choosesSettings: true,
  judge: async ({ rows, types, typeCount, tested, coordinates, limits, seed, kernels, workedOut }) => {
    const everybody = Uint32Array.from({ length: rows.rows + tested.rows }, (_, person) => person);
    const problem = {
      histories: joinRows([rows, tested]),
      coordinates,
      training: everybody.subarray(0, rows.rows),
      tested: everybody.subarray(rows.rows),
      labels: types,
      types: typeCount,
    };
    const options = { ...workedOut, seed, mostPeople: limits.exactPeople, landmarks: limits.landmarks };
    return (await stackAttack(problem, options, { kernels })).logWeights;
  },
};

const kernelRidgeAlone: TransductiveDefinition = {
  name: 'kernelRidge',
  label: 'Kernel ridge regression',
  summary: 'kernel ridge regression on latent factors: how tastes go together',
  learnsShares: true,
  choosesSettings: true,
  judge: async ({ rows, types, typeCount, coordinates, limits, seed, kernels }) => {
    const everybody = Uint32Array.from({ length: coordinates.people }, (_, person) => person);
    const problem = {
      coordinates,
      training: everybody.subarray(0, rows.rows),
      tested: everybody.subarray(rows.rows),
      labels: [types],
      types: typeCount,
    };
    const options = { seed, mostPeople: limits.exactPeople, landmarks: limits.landmarks };
    const { results } = await kernelRidge(problem, options, { kernels });
    return results[0]!.logWeights;
  },
};

const plainLogistic: ClassifierDefinition = {
  name: 'plainLogistic',
  label: 'Logistic regression, plain ratings',
  summary: 'logistic regression of the paper: ratings as they are, 0 for none, a fixed ridge',
  learnsShares: true,
  choosesSettings: false,
  train: ({ rows, types, typeCount }) => trainLogistic(rows, types, typeCount),
};

const multinomial: ClassifierDefinition = {
  name: 'multinomial',
  label: 'Naive Bayes',
  summary: 'multinomial naive Bayes of the paper',
  learnsShares: true,
  choosesSettings: false,
  train: ({ rows, types, typeCount }) => trainMultinomial(rows, types, typeCount),
};

const svm: ClassifierDefinition = {
  name: 'svm',
  label: 'Support vector machine',
  summary: 'support vector machine of the paper',
  learnsShares: true,
  choosesSettings: false,
  service: false,
  train: ({ rows, types, typeCount }) => trainSvm(rows, types, typeCount),
};

const { fieldsOf, flag, oneOf, text } = schema;

export const classifierRegistry = createRegistry<HistoryAttacker>(
  {
    kind: 'classifier',
    values: fieldsOf<Omit<ClassifierDefinition, 'train' | 'judge'>>(
      {
        name: text,
        label: text,
        summary: text,
        model: oneOf(['ratings', 'channels']),
        learnsShares: flag,
        choosesSettings: flag,
        service: flag,
      },
      ['name', 'label', 'summary', 'learnsShares', 'choosesSettings'],
    ),
    functions: [],
    either: ['train', 'judge'],
  },
  [factor, channels, logistic, boosted, stack, kernelRidgeAlone, plainLogistic, multinomial, svm],
);

/** It grows when a plug-in is loaded. */
export const classifiers = classifierRegistry.all;

export function classifierNamed(name: string): HistoryAttacker {
  const found = classifierRegistry.find(name);
  if (found !== undefined) return found;
  throw outOfRange('classifier', `"${name}"`, `one of ${classifiers.map((one) => one.name).join(', ')}`);
}
