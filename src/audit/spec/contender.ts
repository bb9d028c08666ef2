/** Somebody who interviews: what they were trained on, how questions are chosen, and who judges the answers. */
import { rivals } from '../../rivals/index.ts';
import { auditStrategies, exactStrategyFor, strategies } from '../../selection/index.ts';

/** Who can judge whole histories: the name of a classifier (src/inference/registry/classifierRegistry.ts). */
export type ClassifierName = string;

/** `ratings`: ratings alone. `channels`: what was seen, and how it was rated. `presence`: what was seen alone. */
export type ModelKind = 'ratings' | 'channels' | 'presence';
export const MODELS: readonly ModelKind[] = ['ratings', 'channels', 'presence'];

/** What a contender's strategy may be; plug-ins add to it. */
export function strategyNames(): string[] {
  return [...strategies.map(({ name }) => name), ...auditStrategies, ...rivals.map(({ name }) => name)];
}

/** Who can judge answers one by one: classifiers with a weight for each answer, where what was not asked says nothing. */
type JudgeName = 'factor' | 'plainLogistic' | 'multinomial';
export const JUDGES: readonly JudgeName[] = ['factor', 'plainLogistic', 'multinomial'];

/** An attacker of an audit: a strategy that chooses the questions, and a classifier that judges the answers. */
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
  /** Corrects the stated confidence by interviews of training users that the model has not seen. */
  readonly calibrated?: boolean | undefined;
  /** How many ratings of each person are known before the first question. */
  readonly known?: number | undefined;
  /** Questions shown at once, chosen before any of them is answered. */
  readonly batch?: number | undefined;
}

export type ContenderOptions = Partial<Omit<Contender, 'strategy'>>;

/**
 * A contender by the name of its strategy; what is left out of the options is as usual.
 *
 * @example
 * ```ts
 * import { contender } from 'ulterior';
 *
 * console.log(contender('incFbc').label);
 * ```
 */
export function contender(strategy: string, options: ContenderOptions = {}): Contender {
  const { classifier = 'factor', ...given } = options;
  const { model, ridge, shrunken, calibrated, known, batch } = given;
  const id = [
    ...(model === undefined || model === 'ratings' ? [] : [model]),
    strategy,
    ...(classifier === 'factor' ? [] : [classifier]),
    ...(ridge === undefined ? [] : [`ridge${ridge}`]),
    ...(shrunken ? ['shrunken'] : []),
    ...(calibrated ? ['calibrated'] : []),
    ...(known === undefined ? [] : [`known${known}`]),
    ...(batch === undefined ? [] : [`batch${batch}`]),
  ].join('-');
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { id, label: options.id ?? labelOf(strategy, classifier, given), ...defined, strategy, classifier };
}

const OF_THE_AUDIT_LABELS: Readonly<Record<string, string>> = {
  compiledList: 'Compiled list',
  oneVersusRest: 'One against the rest',
};
const MODEL_LABELS: Readonly<Record<ModelKind, string>> = {
  ratings: '',
  channels: 'seen and rated',
  presence: 'seen alone',
};

const JUDGE_LABELS: Readonly<Record<JudgeName, string>> = {
  factor: '',
  plainLogistic: 'judged by logistic regression',
  multinomial: 'judged by naive Bayes',
};

/** "Exact selection, seen and rated" */
function labelOf(strategy: string, classifier: JudgeName, options: ContenderOptions): string {
  const { model = 'ratings', ridge, shrunken, calibrated, known, batch } = options;
  const found = [...strategies, ...rivals].find(({ name }) => name === strategy)?.label;
  return [
    found ?? OF_THE_AUDIT_LABELS[strategy] ?? strategy,
    MODEL_LABELS[model] ?? model,
    JUDGE_LABELS[classifier] ?? `judged by ${classifier}`,
    ridge === undefined ? '' : `ridge ${ridge}`,
    shrunken ? 'shrunken' : '',
    calibrated ? 'calibrated' : '',
    known === undefined ? '' : `${known} known`,
    batch === undefined ? '' : `${batch} at once`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** `channels:separation` as in the flags: the model before the colon, the strategy after it. */
export function contenderNamed(text: string): Contender {
  const colon = text.indexOf(':');
  if (colon < 0) return contender(text);
  return contender(text.slice(colon + 1), { model: text.slice(0, colon) as ModelKind });
}

export const isRival = (strategy: string) => rivals.some(({ name }) => name === strategy);

/** Who asks anything, beside contenders that ask what people rated. */
export const OPEN_LISTS: readonly string[] = ['bestList'];

/**
 * Who asks if nobody says. In the open protocol what was not seen says as much as how it was rated, so models of both
 * channels lead, beside logistic regression on a list chosen for it.
 */
export function defaultContenders(protocol: 'rated' | 'open', types: number) {
  const exact = exactStrategyFor(types);
  const names =
    protocol === 'rated'
      ? [exact, 'maxGap', 'entropy', 'random']
      : [`channels:${exact}`, exact, `presence:${exact}`, 'forwardLogistic', 'channels:popularity', 'channels:random'];
  return { contenders: names.map(contenderNamed), openLists: protocol === 'rated' ? OPEN_LISTS : [] };
}
