/**
 * Risk per person: how many people an attacker names (statistics/naming.ts), how often it is right then, and how many of a group
 * it finds at a rate of false alarms that is low enough to act on.
 *
 * Shares near 0 and 1 have Wilson's interval (shareInterval.ts), which needs a number of people. People count for fewer than they
 * are, because whom an attacker names is learned from the others: as many as would vary as much as resamples do, in which naming
 * is learned anew, widened for what resamples do not show, that scores were learned, too:
 *
 *     people that count = share (1 - share) / (widening x standard deviation over resamples)^2, at most all    [eq:counting-people]
 *
 * Who has too little evidence names nobody (statistics/naming.ts), which shows little: the upper end is never below that of an
 * attacker that needs none; and the lower end is never above that of an attacker that a single error more would have stopped. Bounds
 * that hold for several attackers at once are intervals at a level that is divided by their number (Bonferroni).
 */
import type { Estimate, Figure, Finding } from '../records/finding.ts';
import { everyoneOnce, standardDeviation } from '../statistics/bootstrap.ts';
import {
  evidenceNeeded,
  namedAtLeast,
  namedUpTo,
  namingThreshold,
  otherSide,
  type Side,
  sideOf,
} from '../statistics/naming.ts';
import { wilsonInterval } from '../statistics/shareInterval.ts';

/** How certain an attacker is of whom it names. */
export const CERTAINTIES = [0.9, 0.99] as const;

/** Rates of false alarms, and what is found at them. */
const FALSE_ALARMS = [0.01, 0.001] as const;

/** Where a rate is fewer people of the other groups than this, it depends on single people. */
const FEWEST_ALARMS = 10;

/** A standard deviation needs no more. */
const RESAMPLES = 200;

/** How much more shares vary over new data than over resamples; judged by simulated coverage (docs/risk.md). */
const WIDENING = 1.5;

/** A share, and by how many people it is known. */
interface CountedShare {
  readonly value: number;
  readonly count: number;
  /** The same of an attacker that needs no evidence, where that is a matter of evidence. */
  readonly bold?: number;
  /** The same of an attacker that stops where a single error more could have stopped it. */
  readonly timid?: number;
}

/** Of everybody, or of one group; what has no people behind it is left out. */
interface RiskShares {
  /** By certainty: of everybody, the share that is named, and the share of those for whom that is right. */
  readonly named: readonly { readonly named: CountedShare; readonly right?: CountedShare }[];
  /** By rate of false alarms: the share of the group that is found. */
  readonly found: readonly (CountedShare | undefined)[];
}

export interface Risk {
  readonly all: RiskShares;
  readonly groups: readonly (RiskShares & { readonly label: string })[];
}

/** Log odds of one attacker, and the labels they are held against. */
interface LabelledScores {
  readonly types: ArrayLike<number>;
  readonly logitOf: (person: number, type: number) => number;
}

interface RiskSetting {
  /** Of the groups. */
  readonly labels: readonly string[];
  /** Who is measured. */
  readonly people: Uint32Array;
  /** Of everybody; none learned from the people it scores. */
  readonly folds: ArrayLike<number>;
  readonly resamples: readonly ArrayLike<number>[];
  /** Who belongs together counts as one where evidence is weighed. */
  readonly clusters?: ArrayLike<number> | undefined;
}

/** Of several shuffles the mean over them. */
export function riskOf(runs: readonly LabelledScores[], setting: RiskSetting): Risk {
  const { labels, people, resamples } = setting;
  const counters = runs.map((run) => counterOf(run, setting));
  const countsWith = (weights: ArrayLike<number>, mood: Mood = 'plain') => {
    const counts = counters.map((counter) => counter(weights, mood));
    return counts[0]!.map((_, at) => counts.reduce((sum, own) => sum + own[at]!, 0));
  };
  const once = everyoneOnce(runs[0]!.types.length);
  const [counts, boldly, timidly] = [countsWith(once), countsWith(once, 'bold'), countsWith(once, 'timid')];
  const drawn = resamples.slice(0, RESAMPLES).map((weights) => countsWith(weights));
  const sum = (of: readonly number[], parts: readonly number[]) => parts.reduce((total, n) => total + of[n]!, 0);
  const share = (parts: readonly number[], whole: readonly number[]): CountedShare | undefined => {
    const ratio = (of: readonly number[]) => sum(of, parts) / sum(of, whole);
    const value = ratio(counts);
    if (!Number.isFinite(value)) return undefined;
    const replicates = drawn.map(ratio);
    const counting = (value * (1 - value)) / (WIDENING * standardDeviation(replicates)) ** 2;
    const all = sum(counts, whole);
    return { value, count: counting > 0 ? Math.min(all, counting) : all };
  };
  const everybody = [0];
  const sharesOf = (groups: readonly number[]): Pick<RiskShares, 'named'> => ({
    named: CERTAINTIES.map((_, c) => {
      const [named, right] = [
        groups.map((group) => at('named', group, c)),
        groups.map((group) => at('right', group, c)),
      ];
      const rightShare = share(right, named);
      const [bold, timid] = [boldly, timidly].map((own) => sum(own, named) / sum(own, everybody));
      return {
        named: { ...share(named, everybody)!, bold: bold!, timid: timid! },
        ...(rightShare && { right: rightShare }),
      };
    }),
  });
  const sizes = labels.map((_, type) => people.filter((person) => runs[0]!.types[person] === type).length);
  const foundIn = (group: number) =>
    FALSE_ALARMS.map((rate, n) => {
      const others = people.length - sizes[group]!;
      return rate * others < FEWEST_ALARMS ? undefined : share([at('found', group, n)], [at('size', group, 0)]);
    });
  const everyGroup = Array.from(labels.keys());
  return {
    all: { ...sharesOf(everyGroup), found: FALSE_ALARMS.map(() => undefined) },
    groups: labels.map((label, group) => ({ label, ...sharesOf([group]), found: foundIn(group) })),
  };
}

const NAMING = { plain: namedUpTo, bold: namedUpTo, timid: namedAtLeast };
type Mood = keyof typeof NAMING;

const COUNTED = ['named', 'right', 'found', 'size'] as const;
const WIDTH = COUNTED.length * CERTAINTIES.length;

/** Where a count is kept; the first is of everybody. */
const at = (what: (typeof COUNTED)[number], group: number, level: number) =>
  1 + group * WIDTH + COUNTED.indexOf(what) * CERTAINTIES.length + level;

/** Counts of weighted people. What does not depend on weights is done once. */
function counterOf(run: LabelledScores, setting: RiskSetting) {
  const { people } = setting;
  const { sides, own, isOf, nameEach } = namerOf(run, setting);
  return (weightOf: ArrayLike<number>, mood: Mood): number[] => {
    const weights = new Float64Array(people.length);
    for (let n = 0; n < weights.length; n++) weights[n] = weightOf[people[n]!]!;
    const all = sumOf(weights);
    const counts = new Array<number>(1 + isOf.length * WIDTH).fill(0);
    counts[0] = all;
    for (const [c, certainty] of CERTAINTIES.entries()) {
      const named = nameEach(weights, certainty, mood);
      for (let n = 0; n < named.length; n++) {
        const group = named[n]!;
        if (group < 0) continue;
        counts[at('named', group, c)]! += weights[n]!;
        if (group === own[n]) counts[at('right', group, c)]! += weights[n]!;
      }
    }
    for (const [group, side] of sides.entries()) {
      const size = sizeOf(isOf[group]!, weights);
      counts[at('size', group, 0)] = size;
      for (const [n, found] of foundAt(side, isOf[group]!, weights, all - size).entries()) {
        counts[at('found', group, n)] = found;
      }
    }
    return counts;
  };
}

/** Names weighted people, each entry a person in their order: the group, or -1 for nobody. */
export function namerOf({ types, logitOf }: LabelledScores, setting: Omit<RiskSetting, 'resamples'>) {
  const { labels, people, folds, clusters } = setting;
  const sides = sidesOf(people, logitOf, labels.length);
  const own = Uint8Array.from(people, (person) => types[person]!);
  const isOf = labels.map((_, group) => own.map((type) => (type === group ? 1 : 0)));
  const foldOf = Uint16Array.from(people, (person) => folds[person]!);
  const foldCount = foldOf.reduce((most, fold) => Math.max(most, fold + 1), 0);
  const unit = unitWeights(people, clusters);
  const logits = labels.map((_, group) => Float64Array.from(people, (person) => logitOf(person, group)));
  // Shares come up again and again over resamples.
  const needed = new Map<number, Map<number, number>>();
  const evidenceFor = (share: number, threshold: number) => {
    if (!needed.has(threshold)) needed.set(threshold, new Map());
    const ofShares = needed.get(threshold)!;
    if (!ofShares.has(share)) ofShares.set(share, evidenceNeeded(share, threshold));
    return ofShares.get(share)!;
  };
  const nameEach = (weights: Float64Array, certainty: number, mood: Mood = 'plain'): Int16Array => {
    const evidence = unit === undefined ? weights : weights.map((weight, n) => weight * unit[n]!);
    const all = sumOf(weights);
    const named = new Int16Array(people.length).fill(-1);
    for (const [group, side] of sides.entries()) {
      const share = sizeOf(isOf[group]!, weights) / all;
      const threshold = namingThreshold(share, certainty);
      const known = { isOf: isOf[group]!, folds: foldOf, foldCount, weights: evidence };
      const upTo = NAMING[mood](side, known, threshold, mood === 'bold' ? 0 : evidenceFor(share, threshold));
      const furthest = upTo.reduce((most, count) => Math.max(most, count), 0);
      for (let n = 0; n < furthest; n++) {
        const place = side.order[n]!;
        if (n >= upTo[foldOf[place]!]!) continue;
        // Certain of two groups at once, an attacker takes the likelier.
        const before = named[place]!;
        if (before < 0 || logits[group]![place]! > logits[before]![place]!) named[place] = group;
      }
    }
    return named;
  };
  return { sides, own, isOf, nameEach };
}

function sumOf(weights: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < weights.length; n++) sum += weights[n]!;
  return sum;
}

function sizeOf(isOf: ArrayLike<number>, weights: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < weights.length; n++) sum += weights[n]! * isOf[n]!;
  return sum;
}

function sidesOf(people: Uint32Array, logitOf: LabelledScores['logitOf'], groups: number): Side[] {
  const side = (group: number) => sideOf(Float64Array.from(people, (person) => logitOf(person, group)));
  if (groups > 2) return Array.from({ length: groups }, (_, group) => side(group));
  // Of two groups the second column ranks (comparableScores.ts).
  const second = side(1);
  return [otherSide(second), second];
}

/** People who belong together count as one where evidence is weighed. */
function unitWeights(people: Uint32Array, clusters: ArrayLike<number> | undefined): Float64Array | undefined {
  if (clusters === undefined) return undefined;
  const sizes = new Map<number, number>();
  for (const person of people) sizes.set(clusters[person]!, (sizes.get(clusters[person]!) ?? 0) + 1);
  return Float64Array.from(people, (person) => 1 / sizes.get(clusters[person]!)!);
}

/** By rate of false alarms, how many of the group score above all but that share of the others. */
function foundAt(
  { order, ends }: Side,
  isOf: ArrayLike<number>,
  weights: ArrayLike<number>,
  others: number,
): readonly number[] {
  const found = FALSE_ALARMS.map(() => 0);
  let [alarms, hits] = [0, 0];
  for (let n = 0; n < order.length; n++) {
    const place = order[n]!;
    if (isOf[place]) hits += weights[place]!;
    else alarms += weights[place]!;
    if (alarms > FALSE_ALARMS[0] * others) break;
    if (ends[n] === 0) continue;
    for (const [r, rate] of FALSE_ALARMS.entries()) if (alarms <= rate * others) found[r] = hits;
  }
  return found;
}

type RiskFigures = Pick<Finding, 'named' | 'namedRight' | 'named99' | 'named99Right' | 'foundAt1' | 'foundAt01'>;

/** As findings have them. `looked`: over how many attackers and exposures bounds hold at once; without it there are none. */
export function riskFigures({ named, found }: RiskShares, level: number, looked?: number): RiskFigures {
  const ends = ({ value, count, bold = value, timid = value }: CountedShare, at: number) => {
    const { low, high } = wilsonInterval(value, count, at);
    const [least, most] = [wilsonInterval(timid, count, at), wilsonInterval(bold, count, at)];
    return { low: Math.min(low, least.low), high: Math.max(high, most.high) };
  };
  const estimate = (share: CountedShare): Estimate => ({ value: share.value, ...ends(share, level) });
  const bounded = (share: CountedShare): Figure =>
    looked === undefined ? estimate(share) : { ...estimate(share), bounds: ends(share, 1 - (1 - level) / looked) };
  const [most, nearly] = named;
  const [atOne, atTenth] = found;
  return {
    named: bounded(most!.named),
    ...(most!.right && { namedRight: estimate(most!.right) }),
    named99: bounded(nearly!.named),
    ...(nearly!.right && { named99Right: estimate(nearly!.right) }),
    ...(atOne && { foundAt1: estimate(atOne) }),
    ...(atTenth && { foundAt01: estimate(atTenth) }),
  };
}

/** Of each group a finding; a gate judges what is found about everybody. */
export function groupRisks(at: Finding, { groups }: Risk, level: number): Finding[] {
  return groups.map(({ label: group, ...shares }) => ({ ...at, group, ...riskFigures(shares, level) }));
}

/** What a control needs to say: how many are named where there is nothing to find. */
export function controlRisk({ all }: Risk, level: number): Pick<Finding, 'named' | 'namedRight'> {
  const { named, namedRight } = riskFigures(all, level);
  return { named, ...(namedRight && { namedRight }) };
}
