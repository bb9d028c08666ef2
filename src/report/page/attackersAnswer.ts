/**
 * What attackers found, in words, wherever they looked: after questions, in whole histories, on surfaces of a recommender.
 * A figure never without its bounds and people, and no claim that they do not carry.
 */

import { capital, count, counted, decimal, percent, withInterval } from '../common/format.ts';
import type { Estimate, Figure } from '../common/input.ts';
import { bounded, easiestGroupText, leakSentence, type ShownLeak } from '../common/leakShown.ts';
import { controlCaution, leakOf, wrongWayText } from '../common/leakWords.ts';
import { largestGroup } from '../common/lookup.ts';
import type { KeyFigure } from './pageDocument.ts';

/** What an audit answers, in sentences. */
export interface AuditAnswer {
  /** One sentence. */
  readonly verdict: string;
  /** Who found what, and how sure that is. */
  readonly found: string;
  /** What it means for people. */
  readonly meaning: string;
  /** What stands behind it: random questions, the permutation test, the control, and who was left out. */
  readonly behind: string;
}

/** Where attackers looked, and what they found there. */
export interface Place {
  /** "after 10 questions", "from everything a person ever rated" */
  readonly where: string;
  /** The same about several people, and in few words. */
  readonly theirs?: string;
  readonly short?: string;
  /** The strongest first, about everybody and about single groups; labels tell them apart. */
  readonly attackers: readonly {
    readonly label: string;
    readonly auc: Figure;
    readonly group?: string | undefined;
  }[];
  readonly people: number;
  /** How often the strongest is right. */
  readonly accuracy: Estimate | undefined;
  /** The same attacker, or another, where there is nothing to find. */
  readonly control: { readonly who: string; readonly auc: Estimate; readonly shuffles: number } | undefined;
}

interface Found {
  readonly leak: ShownLeak;
  readonly data: {
    readonly attribute: string;
    readonly labels: readonly { readonly label: string; readonly users: number }[];
  };
  readonly level: number;
  /** What is spoken of, and everything that was looked at. */
  readonly places: readonly Place[];
  readonly all?: readonly Place[];
  /** What else could find more: "more people". */
  readonly others: string;
  /** What a leak would have had to be to be found. */
  readonly detectable: string;
  readonly behind: string;
}

export function attackersAnswer({ leak, data, level, places, all = places, ...words }: Found): AuditAnswer {
  const found = foundText(places, level);
  const { others, detectable, behind } = words;
  if (leak !== 'none') {
    const attackers = all.flatMap((place) => place.attackers);
    return {
      verdict: leakSentence(leak, data.attribute),
      found: joined([found, easiestGroupText(attackers, level)]),
      meaning: joined([peopleText(data, places), meaningText(data, places)]),
      behind,
    };
  }
  const wrong = wrongIn(all);
  return {
    verdict: `${capital(leakOf('none', data.attribute))}. That is no proof of safety: ${others} or a better attacker may find more.`,
    found: joined([found, wrong === '' ? 'None of this was shown to beat guessing (0.5).' : wrong, detectable]),
    meaning: peopleText(data, places),
    behind,
  };
}

export const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

const aboutAll = ({ attackers }: Pick<Place, 'attackers'>) => attackers.filter(({ group }) => group === undefined);

/** A sentence about whoever is wrong beyond chance. */
export const wrongIn = (places: readonly Pick<Place, 'where' | 'attackers'>[]) =>
  wrongWayText(
    places.flatMap((place) =>
      aboutAll(place).map(({ label, auc }) => ({ who: `${label} ${place.where}`, ...bounded(auc) })),
    ),
  );

/** A sentence for each place, and how many people stand behind it: said once where they are the same. */
function foundText(places: readonly Place[], level: number): string {
  const people = new Set(places.map((place) => place.people));
  const [all] = people;
  const same = people.size === 1;
  const sentences = places.map((place) => {
    const own = same ? '' : `, from ${counted(place.people, 'person', 'people')}`;
    return `${capital(findingText(place, level))}${own}.`;
  });
  return joined([...sentences, same ? `That is from ${counted(all!, 'person', 'people')}.` : '']);
}

function findingText({ where, ...place }: Place, level: number): string {
  const attackers = aboutAll(place);
  const { label, auc } = attackers[0]!;
  const { value, low, high } = bounded(auc);
  const among = attackers.length > 1 ? `the strongest of ${attackers.length} attackers (${label})` : label;
  return `${where} ${among} reaches an AUC of ${decimal(value)} (${percent(level)} bounds ${decimal(low)} to ${decimal(high)})`;
}

/**
 * What the figures mean for 1,000 people, beside what anybody gets who names the largest group. An attacker who takes
 * all groups for equally likely names the largest too seldom to be right most often, so that fewer hits are no all-clear.
 */
function peopleText({ labels }: Found['data'], places: readonly Place[]): string {
  const { label, share } = largestGroup(labels);
  const hits = places.flatMap(({ accuracy, where, theirs = where }) => {
    if (accuracy === undefined || !Number.isFinite(accuracy.value)) return [];
    const { value, low, high } = accuracy;
    return [{ low, text: `for ${inThousand(value)} (${inThousand(low)} to ${inThousand(high)}) ${theirs}` }];
  });
  if (hits.length === 0 || !Number.isFinite(share)) return '';
  const caution = hits.some(({ low }) => low <= share)
    ? ' Being right no more often than that is no all-clear: the attacker ranks people; it is not tuned for accuracy.'
    : '';
  return (
    `Guessing “${label}” for everyone is right for ${inThousand(share)} of 1,000 people. The attacker is right ` +
    `${hits.map(({ text }) => text).join('; ')}.${caution}`
  );
}

const inThousand = (share: number) => count(1000 * share);

function meaningText({ labels, attribute }: Found['data'], places: readonly Place[]): string {
  const best = Math.max(...places.map(({ attackers }) => attackers[0]!.auc.value));
  // Rounded, a figure close to certainty would read as certainty.
  const times = best > 0.995 ? 'more than 99' : String(Math.round(100 * best));
  return labels.length === 2
    ? `An AUC of ${decimal(best)} means: shown two people who differ in ${attribute}, the attacker tells which is which ${times} times in 100.`
    : `An AUC of ${decimal(best)} means: shown one person in a group and one outside it, the attacker picks the right one ${times} times in 100, on average over the groups.`;
}

/** The same attackers with labels in which there is nothing to find; of each place the strongest, where it has a control. */
export function controlText(places: readonly Place[]): string {
  const controls = places.flatMap(({ control, where, theirs = where }) => (control ? [{ ...control, theirs }] : []));
  if (controls.length === 0) return 'No control with shuffled labels was run.';
  return joined(
    controls.map(({ who, theirs, auc, shuffles }, n) => {
      const run = shuffles === 1 ? 'one shuffle' : `mean of ${counted(shuffles, 'shuffle')}`;
      const start = n === 0 ? 'In the control, with the labels shuffled among the people, ' : 'There, ';
      return `${start}${who} reaches ${withInterval(auc)} ${theirs} (${run}).${controlCaution(auc)}`;
    }),
  );
}

/** A figure in large type. */
export function keyFigure({ value, low, high }: Estimate, meaning: string, digits = 2): KeyFigure {
  return {
    value: decimal(value, digits),
    interval: `[${decimal(low, digits)}, ${decimal(high, digits)}]`,
    meaning,
  };
}

/** "AUC after 10 questions: Exact, 300 people" */
export function placeKey({ where, short = where, attackers, people }: Place): KeyFigure {
  const { label, auc } = attackers[0]!;
  return keyFigure(bounded(auc), `AUC ${short}: ${label}, ${counted(people, 'person', 'people')}`);
}
