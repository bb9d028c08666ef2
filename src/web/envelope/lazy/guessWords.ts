/** How often guesses are right, in words. */
import type { ShippedModel } from '../../models/shippedModel.ts';
import { trailOf } from '../../models/trail.ts';
import type { Words } from '../../words/catalogue.ts';
import type { AttributeFacts, Facts, Measured } from '../visit/personalityFacts.ts';
import type { Visit } from '../visit/visit.ts';

export const outOf100 = (share: number) => Math.round(100 * share);

/** What a guess without a single answer would be right about. */
export function blindOf({ shares }: AttributeFacts): number {
  return Math.max(...shares);
}

/** Fewer people than this say too little. */
const FEWEST = 100;

/** How often it is right about people it is as sure of; undefined where it was too few. */
function rightWhenThisSure({ sure }: Pick<Measured, 'sure'>, share: number): number | undefined {
  const alike = sure.findLast(({ from }) => share >= from);
  return alike !== undefined && alike.people >= FEWEST ? alike.right : undefined;
}

interface Guessed {
  readonly known: AttributeFacts;
  readonly measured: Measured;
  readonly answers: number;
  /** How sure it is; undefined where no guess is shown. */
  readonly share?: number;
}

/** "After 5 answers it gets this right for 69 in 100 people. Blind guessing gets 60. At this confidence: 74 in 100." */
export function howOftenRight(
  { known, measured, answers, share }: Guessed,
  { right, rightWhenThisSure: alike }: Words['opened'],
): string {
  const thisSure = share === undefined ? undefined : rightWhenThisSure(measured, share);
  const sentence = right(answers, outOf100(measured.right.value), outOf100(blindOf(known)));
  return sentence + (thisSure === undefined ? '' : alike(outOf100(thisSure)));
}

/** Beside people who rated the same statements; with random ones nobody was asked before. */
export function surerText(
  { given, seed }: Pick<Visit, 'given' | 'seed'>,
  models: readonly ShippedModel[],
  seat: number,
  { surer }: Words['opened'],
): string {
  if (seed !== undefined) return '';
  const than = trailOf(models, given).surerThan(models[seat]!, { strategy: 'fixed-list', protocol: 'rated' });
  return than === undefined ? '' : surer(than);
}

/** The same about the one guess that the page reveals: not about an attribute, but about what it chose to say. */
export function howOftenRevealed(
  revealed: Facts['revealed'][number],
  share: number,
  { revealed: said, rightWhenThisSure: alike }: Words['opened'],
): string {
  const thisSure = rightWhenThisSure(revealed, share);
  const sentence = said(revealed.questions, outOf100(revealed.right.value), outOf100(revealed.blind));
  return sentence + (thisSure === undefined ? '' : alike(outOf100(thisSure)));
}
