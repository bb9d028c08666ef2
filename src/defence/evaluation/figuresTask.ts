/** A unit of work: the figures of one defence at one strength, with intervals from resampled people. */
import {
  type Estimate,
  everyoneOnce,
  interval,
  type LabelledScores,
  type Measured,
  measured,
  resamplesOf,
  rightOnes,
  type Setting,
  scoresFrom,
  shareEstimate,
} from '../../audit/index.ts';
import { defineTask } from '../../maths/index.ts';
import type { AttackerName } from './attackerNames.ts';
import type { AttackSituation, GroupUtility, UtilityFigures } from './records.ts';
import type { DefenceSpec } from './spec.ts';

export interface FiguresUnit {
  /** Type of each person, of everybody. */
  readonly types: Uint8Array;
  readonly labels: readonly string[];
  /** Whom the figures are about. */
  readonly people: Uint32Array;
  readonly attacks: readonly {
    readonly attacker: AttackerName;
    readonly situation: AttackSituation;
    /** Everybody x K. */
    readonly logits: Float64Array;
  }[];
  /** How many ratings of each person are held out. */
  readonly heldOut: Float64Array;
  readonly utilities: readonly {
    readonly recommender: UtilityFigures['recommender'];
    readonly squaredErrors: Float64Array;
    readonly ndcgs: Float64Array;
    readonly topTens: Float64Array | undefined;
  }[];
  readonly spec: Pick<DefenceSpec, 'resamples' | 'level' | 'seed'>;
  /** Who belongs together is resampled together. */
  readonly clusters?: Uint32Array | undefined;
}

/** What an attacker found, before it has bounds: those hold for all attacks at once (boundedAttacks.ts). */
export interface FoundAttack {
  readonly attacker: AttackerName;
  readonly situation: AttackSituation;
  readonly found: Measured;
  readonly balancedAccuracy: Estimate;
}

export interface FiguresOutcome {
  readonly attacks: readonly FoundAttack[];
  readonly utilities: readonly UtilityFigures[];
}

export const figuresTask = defineTask<FiguresUnit, FiguresOutcome>('defence-figures', (unit) => {
  const { types, labels, people, heldOut, clusters } = unit;
  const { level, seed } = unit.spec;
  const resamples = resamplesOf(types.length, seed, unit.spec.resamples, clusters);
  const setting: Setting = { labels, people, resamples, level, clusters };
  const attacks = unit.attacks.map(({ attacker, situation, logits }) => {
    const scores = scoresFrom(logits, types, labels.length);
    return {
      attacker,
      situation,
      found: measured([scores], setting),
      balancedAccuracy: balancedAccuracy(scores, setting),
    };
  });
  const ones = everyoneOnce(types.length);
  const estimate = (statistic: Statistic) => interval(statistic(ones), Float64Array.from(resamples, statistic), level);
  const groups = [people, ...labels.map((_, group) => people.filter((person) => types[person] === group))];
  const utilities = unit.utilities.map((utility): UtilityFigures => {
    const [all, ...byGroup] = groups.map((among): GroupUtility => {
      const [rmse, ndcg, topTen] = utilityStatistics(utility, heldOut, among).map(estimate) as Estimates;
      return { rmse, ndcg, topTen };
    });
    return { recommender: utility.recommender, ...all!, byGroup };
  });
  return { attacks, utilities };
});

type Estimates = [Estimate, Estimate, Estimate?];

/** A figure of people who count that often. */
type Statistic = (weights: ArrayLike<number>) => number;

/** Mean over the groups of the share that is recognised. */
function balancedAccuracy(scores: LabelledScores, { people, labels, resamples, level }: Setting): Estimate {
  const right = rightOnes(scores, people, labels.length);
  const balanced = (weights: ArrayLike<number>) => {
    const [found, all] = [new Float64Array(labels.length), new Float64Array(labels.length)];
    for (const [n, person] of people.entries()) {
      const type = scores.types[person]!;
      all[type] = all[type]! + weights[person]!;
      found[type] = found[type]! + weights[person]! * right[n]!;
    }
    const occurring = Array.from(all.keys()).filter((type) => all[type]! > 0);
    return occurring.reduce((total, type) => total + found[type]! / all[type]!, 0) / occurring.length;
  };
  // As many people of equal groups as would have the same error.
  const sizes = labels.map((_, group) => people.filter((person) => scores.types[person] === group).length);
  const equal = labels.length ** 2 / sizes.reduce((sum, size) => sum + 1 / size, 0);
  const ones = everyoneOnce(scores.types.length);
  return shareEstimate(balanced(ones), Float64Array.from(resamples, balanced), level, equal);
}

/** RMSE over ratings, NDCG over people, of rankings and of lists; of some of the people. */
function utilityStatistics(
  { squaredErrors, ndcgs, topTens }: FiguresUnit['utilities'][number],
  heldOut: Float64Array,
  people: Uint32Array,
): Statistic[] {
  const meanOf = (figures: Float64Array): Statistic => {
    const known = people.filter((person) => Number.isFinite(figures[person]!));
    return (weights) => {
      let [sum, all] = [0, 0];
      for (const person of known) {
        sum += weights[person]! * figures[person]!;
        all += weights[person]!;
      }
      return sum / all;
    };
  };
  return [
    (weights) => {
      let [squares, ratings] = [0, 0];
      for (const person of people) {
        squares += weights[person]! * squaredErrors[person]!;
        ratings += weights[person]! * heldOut[person]!;
      }
      return Math.sqrt(squares / ratings);
    },
    meanOf(ndcgs),
    ...(topTens === undefined ? [] : [meanOf(topTens)]),
  ];
}
