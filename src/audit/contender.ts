/** Somebody who interviews: what they were trained on, how questions are chosen, and who judges the answers. */
import { rivals } from '../rivals/index.ts';
import { strategies } from '../selection/index.ts';

/** Who can judge whole histories. `channels` is the factor-based classifier that also reads what was not rated. */
export type ClassifierName = 'factor' | 'channels' | 'logistic' | 'multinomial' | 'svm';
export const CLASSIFIERS: readonly ClassifierName[] = ['factor', 'channels', 'logistic', 'multinomial', 'svm'];

/** For people. */
export const classifierLabels: Readonly<Record<ClassifierName, string>> = {
  factor: 'Factor model',
  channels: 'Factor model of seen and rated',
  logistic: 'Logistic regression',
  multinomial: 'Naive Bayes',
  svm: 'Support vector machine',
};

/** `ratings`: ratings alone. `channels`: what was seen, and how it was rated. `presence`: what was seen alone. */
export type ModelKind = 'ratings' | 'channels' | 'presence';
export const MODELS: readonly ModelKind[] = ['ratings', 'channels', 'presence'];

/** Strategies that need more than a model: a fixed list compiled from it, or the vote of two-type models. */
const OF_THE_AUDIT: readonly string[] = ['compiledList', 'oneVersusRest'];

/** What a contender's strategy may be. */
export const strategyNames: readonly string[] = [
  ...strategies.map(({ name }) => name),
  ...OF_THE_AUDIT,
  ...rivals.map(({ name }) => name),
];

/** Who can judge answers one by one. */
export type JudgeName = Exclude<ClassifierName, 'svm' | 'channels'>;
export const JUDGES: readonly JudgeName[] = ['factor', 'logistic', 'multinomial'];

export interface Contender {
  /** Unique; by default strategy and classifier. */
  readonly id: string;
  /** For people. */
  readonly label: string;
  /** A strategy, or a rival: an attacker with its own way to choose and to judge. */
  readonly strategy: string;
  readonly classifier: JudgeName;
  /** What the belief is made from; ratings if left out. */
  readonly model?: ModelKind | undefined;
  /** The factor-based classifier's ridge; that of the spec (ratings) or of the model (channels) if left out. */
  readonly ridge?: number | undefined;
  /** Pulls uncertain type gaps of a rating model towards zero. */
  readonly shrunken?: boolean | undefined;
  /** Gives every type a noise of its own. */
  readonly noiseByType?: boolean | undefined;
  /** Corrects the stated confidence by interviews of training users that the model has not seen. */
  readonly calibrated?: boolean | undefined;
  /** How many ratings of each person are known before the first question. */
  readonly known?: number | undefined;
  /** Questions shown at once, chosen before any of them is answered. */
  readonly batch?: number | undefined;
}

export type ContenderOptions = Partial<Omit<Contender, 'strategy'>>;

export function contender(strategy: string, options: ContenderOptions = {}): Contender {
  const { classifier = 'factor', ...given } = options;
  const { model, ridge, shrunken, noiseByType, calibrated, known, batch } = given;
  const id = [
    ...(model === undefined || model === 'ratings' ? [] : [model]),
    strategy,
    ...(classifier === 'factor' ? [] : [classifier]),
    ...(ridge === undefined ? [] : [`ridge${ridge}`]),
    ...(shrunken ? ['shrunken'] : []),
    ...(noiseByType ? ['noiseByType'] : []),
    ...(calibrated ? ['calibrated'] : []),
    ...(known === undefined ? [] : [`known${known}`]),
    ...(batch === undefined ? [] : [`batch${batch}`]),
  ].join('-');
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { id, label: options.id ?? id, ...defined, strategy, classifier };
}

/** `channels:separation` as in the flags: the model before the colon, the strategy after it. */
export function contenderNamed(text: string): Contender {
  const colon = text.indexOf(':');
  if (colon < 0) return contender(text);
  return contender(text.slice(colon + 1), { model: text.slice(0, colon) as ModelKind });
}

export const isRival = (strategy: string) => rivals.some(({ name }) => name === strategy);
