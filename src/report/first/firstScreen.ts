/**
 * The first screen of a report: is there a leak, how sure is that, where does it leak, and what to do. Verdict, large figure and
 * caption are made here for every kind of records, from the same finding, so that they cannot contradict one another.
 *
 * The figure counts in people or pairs of people. An AUC of 0.84 is 84 pairs in 100: of two people of different groups, the
 * attacker tells which is which.
 */
import { capital, count, counted, decimal, listed, percent } from '../common/format.ts';
import type { Bounds, Estimate } from '../common/input.ts';
import type { ShownLeak } from '../common/leakShown.ts';
import { leakOf, wrongWayText } from '../common/leakWords.ts';
import { joined } from '../page/attackersAnswer.ts';
import type { FirstScreen } from '../page/firstPart.ts';

/** What stands behind a verdict, whatever was measured. */
export interface Judged {
  readonly leak: ShownLeak;
  readonly attribute: string;
  /** An AUC, or of a number how often it tells who of two people has more; with the bounds that the verdict goes by. */
  readonly figure: Estimate;
  /** What the figure counts: "Shown two people who differ in gender, the attacker tells which is which". */
  readonly pairs: string;
  /** People of whom the attacker is at least 90% sure, as a share of all, and how often it is right about them. */
  readonly named?: { readonly share: Estimate; readonly right: Estimate } | undefined;
  /** Where it is found: "from everything they ever rated". */
  readonly who: string;
  readonly level: number;
  readonly people: number;
  /** Attackers about everybody who were tried, where none did better than guessing. */
  readonly attackers: number;
  /** The smallest figure that would have been found with 80% probability. */
  readonly detectable: number | undefined;
  /** Of the test on shuffled labels: "p = 0.004". */
  readonly test?: string | undefined;
  /** Everybody who guesses, to find out who is wrong beyond chance. */
  readonly guesses: readonly ({ readonly who: string } & Estimate)[];
  /** What it means for people, where the records say so. */
  readonly inPeople?: string;
  readonly where: string;
  readonly next: string;
  readonly cautions: readonly string[];
  /** Added to the verdict: "and no defence hides it". */
  readonly but?: string;
}

/** A clear leak begins here: an audit that would have missed one has too few people to comfort anybody. */
const CLEAR = 0.65;

export function firstScreen(judged: Judged): FirstScreen {
  const { pairs, figure, inPeople = '', where, next, cautions } = judged;
  return {
    verdict: verdictOf(judged),
    figure: largeFigure(judged),
    people: isNamed(judged) ? '' : inPeople,
    sure: isNamed(judged) ? `${pairs} ${inHundred(figure.value)} times in 100. ${sureText(judged)}` : sureText(judged),
    where,
    next,
    cautions,
  };
}

/** People who are named say more than pairs; where nobody is, or no leak was shown, that is no comfort, and pairs are counted. */
const isNamed = ({ leak, named }: Judged) =>
  leak !== 'none' && leak !== 'possible' && named !== undefined && named.share.low >= 0.005;

function largeFigure(judged: Judged): FirstScreen['figure'] {
  const { attribute, figure, level, named, pairs, who } = judged;
  const bounds = ({ low, high }: Bounds) => `${percent(level)} bounds ${inHundred(low)} to ${inHundred(high)}`;
  if (!isNamed(judged)) {
    const caption = `${pairs} that often (${who}).`;
    return { value: `${inHundred(figure.value)} in 100`, bounds: `${bounds(figure)}; a coin toss gets 50`, caption };
  }
  const { share, right } = named!;
  return {
    value: `${inHundred(share.value)} in 100 people`,
    bounds: bounds(share),
    caption: `An attacker would be at least 90% sure of their ${attribute}, and right for ${inHundred(right.value)} in 100 of them (${who}).`,
  };
}

/** "A weak leak of gender." */
function verdictOf({
  leak,
  attribute,
  detectable = Number.NaN,
  but = '',
}: Pick<Judged, 'leak' | 'attribute' | 'detectable' | 'but'>): string {
  if (leak === 'possible') return `A possible leak of ${attribute}, not shown${but}.`;
  // What is not a number could have shown nothing.
  const few = leak === 'none' && !(detectable < CLEAR) ? ', but too few people to tell' : '';
  return `${capital(leakOf(leak, attribute))}${but}${few}.`;
}

function sureText({ leak, figure, people, attackers, detectable, guesses, level, test }: Judged): string {
  const all = counted(people, 'person', 'people');
  const chance = test === undefined ? '' : ` (${test})`;
  if (leak === 'none') {
    const wrong = wrongWayText(guesses);
    const tried =
      attackers === 1
        ? 'The attacker we tried was not shown to beat guessing.'
        : `None of the ${count(attackers)} attackers we tried was shown to beat guessing.`;
    return joined([wrong === '' ? tried : wrong, missedText(detectable, all), 'This is no proof of safety.']);
  }
  if (leak === 'possible') {
    return `The bounds exclude guessing, but the tests leave room for chance${chance}. More than ${all} would settle it.`;
  }
  const shown =
    figure.low > 0.5
      ? `We are ${percent(level)} sure of at least ${inHundred(figure.low)} in 100, from ${all}${chance}.`
      : `Only the test on shuffled labels shows it${chance}: the bounds of every attacker, from ${all}, include guessing.`;
  return `${shown} Someone with better tools may find more.`;
}

function missedText(detectable: number | undefined, all: string): string {
  if (detectable === undefined || !(detectable < 0.995))
    return `With ${all}, even a very strong leak could have slipped through.`;
  return `With ${all}, we would have caught ${inHundred(detectable)} in 100 or more four times out of five; a smaller leak could have slipped through.`;
}

/** "84", with a digit more where rounding would say guessing or certainty. */
export function inHundred(share: number): string {
  const hundred = 100 * share;
  if (share > 0.995 && share < 1) return decimal(Math.min(99.9, hundred), 1);
  const rounded = decimal(hundred, 0);
  return rounded === '50' && share !== 0.5 ? decimal(hundred, 1) : rounded;
}

/** "Of 100 such pairs, the attacker gets 84 right after 10 questions and 85 from whole histories." */
export function placesText(
  places: readonly { readonly where: string; readonly figure: Bounds & { readonly value: number } }[],
): string {
  const gets = places.map(({ where, figure }, at) => `${inHundred(figure.value)}${at === 0 ? ' right' : ''} ${where}`);
  return `Of 100 such pairs, the attacker gets ${listed(gets)}.`;
}
