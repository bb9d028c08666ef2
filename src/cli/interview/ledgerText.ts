/** What a ledger says, for people: probabilities first, and bits under details. The same for `ask` and `advise`. */
import {
  type Advice,
  type AttributeAdvice,
  addingUp,
  type Guess,
  type Ledger,
  type LedgerTotal,
} from '../../defence/index.ts';
import { largestAt } from '../../maths/index.ts';
import type { Answer } from '../../ratings/index.ts';
import { percent } from '../shared/output.ts';

export const told = (answer: Answer) => (answer === 'skip' ? 'skipped' : String(answer));

/** The value that is believed in the end, and how probable it was on the way: before the first answer, after each. */
interface Believed {
  readonly value: string;
  readonly shares: readonly number[];
}

export function believedIn({ entries, totals }: Ledger, seat: number): Believed {
  const { labels, before, posterior } = totals[seat]!;
  const best = largestAt(posterior);
  return {
    value: labels[best]!,
    shares: [before[best]!, ...entries.map(({ lines }) => lines[seat]!.posterior[best]!)],
  };
}

/** "lark, 78.6% (60.0% before the first answer)" */
export function totalText({ labels, before, posterior }: LedgerTotal): string {
  const best = largestAt(posterior);
  return `${labels[best]}, ${percent(posterior[best]!)} (${percent(before[best]!)} before the first answer)`;
}

/** Each answer's bits as they are shown: rounded so that they add up to what is known in total. */
export function shownBits({ entries, totals }: Ledger, seat: number): string[] {
  const bits = entries.map(({ lines }) => lines[seat]!.bits);
  return addingUp(bits, 2, totals[seat]!.knownBefore).map(signedBits);
}

export const signedBits = (bits: number) => `${bits < 0 ? '−' : ''}${Math.abs(bits).toFixed(2)}`;

/** "advice: skip, to keep to the budget. Your chronotype: now it is 52.0% sure (lark), …" */
export function adviceText({ action, say, because, keeps, attributes, gain }: Advice): string {
  const spent = attributes.some(({ used }) => used > 1);
  const overBudget = spent ? ', since the budget is spent' : ', to keep to the budget';
  const why = because === 'gain' ? ', since an answer gains too little' : because === 'budget' ? overBudget : '';
  const what = action === 'distort' ? `say ${say}${why}` : `${action}${why}`;
  const nothing = keeps ? [] : ['Nothing you can say keeps the budget; this gives away least.'];
  const buys =
    gain === undefined ? [] : [`An answer removes ${percent(gain.share)} of the uncertainty about your taste.`];
  const details = attributes.map(
    ({ attribute, cost, known, budget }) =>
      `${cost.toFixed(2)} bits expected about ${attribute}, ${known.toFixed(2)} of ${budget} known`,
  );
  return [`advice: ${what}.`, ...nothing, ...attributes.map(guessText), ...buys, `(${details.join('; ')})`].join(' ');
}

function guessText({ attribute, guess, guessAfter }: AttributeAdvice): string {
  const sure = ({ value, probability }: Guess) => `${percent(probability)} sure (${value})`;
  return `Your ${attribute}: now it is ${sure(guess)}, afterwards at most ${sure(guessAfter)}.`;
}

/** What no advice takes back: that most people have a value is known before the first question. */
export function beforehandTexts({ attributes }: Advice): string[] {
  return attributes
    .filter(({ beforehand, budget, used }) => beforehand > budget || used > 1)
    .map(
      ({ attribute, guess }) =>
        `Before the first question the guess at your ${attribute} is ${guess.value}, ${percent(guess.probability)} sure. That is more than the budget, which limits only what your answers add.`,
    );
}
