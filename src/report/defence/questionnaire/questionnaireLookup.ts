/** Finds in the records of a questionnaire what charts and text speak of. */
import {
  attacksOn,
  type LeakKind,
  type ListFigures,
  listExposure,
  type QuestionnaireStudy,
  strongestOf,
} from '../../../defence/index.ts';
import { decimal } from '../../common/format.ts';
import { type Estimate, findingsWith, type With } from '../../common/input.ts';
import type { Bounded } from '../../common/lookup.ts';
import { attackerName } from '../defences/words.ts';

export const kindWords: Readonly<Record<LeakKind, string>> = {
  ratings: 'ratings',
  channels: 'seen and rated',
  presence: 'seen',
};

const ATTACKERS: Readonly<Record<string, string>> = {
  factor: 'a factor model of ratings',
  channels: 'a factor model of what was seen and how it was rated',
  logistic: 'a logistic regression fitted to the list',
  boosted: 'boosted trees fitted to the list',
};

/** Within a sentence, by the name of an attacker. */
export const attackerWords = (attacker: string) => ATTACKERS[attacker] ?? attackerName(attacker);

/** "seen and rated": a factor model is named by what it reads. */
export function shownAttacker(attacker: string): string {
  return kindWords[(attacker === 'factor' ? 'ratings' : attacker) as LeakKind] ?? attackerName(attacker);
}

/** What each attacker found who was asked a list, about everybody, and what the strongest did; nothing where nobody was asked. */
export const attacksAbout = (study: QuestionnaireStudy, list: ListFigures): Bounded[] =>
  attacksOn(study, list).filter(({ group }) => group === undefined);

export function strongestAttack(study: QuestionnaireStudy, list: ListFigures): Bounded | undefined {
  const attacks = attacksAbout(study, list);
  return attacks.length === 0 ? undefined : strongestOf(attacks);
}

/** The same attacker on shuffled labels. */
export function controlOn(
  { findings }: QuestionnaireStudy,
  { exposure, target, attacker }: Bounded,
): Estimate | undefined {
  return findingsWith(findings, 'auc', { exposure, target, attacker, variant: 'shuffled' })[0]?.auc;
}

type Taught = With<'rmse' | 'rmseChange' | 'answered'>;

/** What the recommender learned of a list where people were asked; of `nothing`, what it knows without. */
export const taughtBy = ({ findings }: QuestionnaireStudy, id: string) =>
  findingsWith(findings, 'rmse', { exposure: listExposure(id) })[0] as Taught | undefined;

/** The leak that models take for the largest. */
export function largestImplied({ leaks }: ListFigures): ListFigures['leaks'][number] {
  return leaks.reduce((best, leak) => (leak.squaredDistance > best.squaredDistance ? leak : best));
}

/** Whether an attack beats guessing. What its control finds is said beside it, and takes nothing away. */
export const tells = ({ auc }: Bounded): boolean => auc.bounds!.low > 0.5;

/** The list that the same designer makes without a budget. */
export function unlimitedList({ curve }: QuestionnaireStudy): ListFigures | undefined {
  return curve.at(-1);
}

/** The list in question, those it is held against, and the curve: each once. */
export function allLists({ subject, compared, curve }: QuestionnaireStudy): readonly ListFigures[] {
  return [...new Map([subject, ...compared, ...curve].map((list) => [list.id, list])).values()];
}

/** By how much no list keeps within the budget; 0 where one does, or none was wanted. */
export function excessOf({ subject }: QuestionnaireStudy): number {
  return 'excess' in subject ? subject.excess : 0;
}

/** "0.2% [−0.1, 0.4]" */
export function signedPercent({ value, low, high }: Estimate): string {
  return `${value > 0 ? '+' : ''}${decimal(100 * value, 1)}% [${decimal(100 * low, 1)}, ${decimal(100 * high, 1)}]`;
}
