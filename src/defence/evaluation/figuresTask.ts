/** A unit of work: the figures of one defence at one strength, with intervals from resampled people. */
import {
  aucEstimate,
  certaintyError,
  countByType,
  type Estimate,
  foldDependence,
  interval,
  type Ranking,
  rank,
  resampleWeights,
  weightedAuc,
} from '../../audit/index.ts';
import { defineTask, largestAt } from '../../maths/index.ts';
import type { AttackerName } from './attackerNames.ts';
import type { AttackFigures, AttackSituation, GroupUtility, UtilityFigures } from './records.ts';
import type { DefenceSpec } from './spec.ts';

export interface FiguresUnit {
  /** Type of each person. */
  readonly types: Uint8Array;
  readonly typeCount: number;
  readonly attacks: readonly {
    readonly attacker: AttackerName;
    readonly situation: AttackSituation;
    /** people x K. */
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

export interface FiguresOutcome {
  readonly attacks: readonly AttackFigures[];
  readonly utilities: readonly UtilityFigures[];
}

export const figuresTask = defineTask<FiguresUnit, FiguresOutcome>('defence-figures', (unit) => {
  const { types, typeCount, heldOut } = unit;
  const attacks = unit.attacks.map(({ logits }) => attackStatistics(logits, types, typeCount));
  const groups = Array.from({ length: typeCount }, (_, group) => (person: number) => types[person] === group);
  const utilities = unit.utilities.map((utility) =>
    [() => true, ...groups].map((among) => utilityStatistics(utility, heldOut, among)),
  );
  const attacking = attacks.flat();
  const statistics = [...attacking, ...utilities.flat(2)];
  const values = statistics.map((statistic) => statistic(new Float64Array(types.length).fill(1)));
  const replicates = statistics.map(() => new Float64Array(unit.spec.resamples));
  for (let b = 0; b < unit.spec.resamples; b++) {
    const weights = resampleWeights(types.length, unit.spec.seed, b, unit.clusters);
    for (const [s, statistic] of statistics.entries()) {
      // The first of the figures of an attack is its AUC; what a recommender loses does not hang on labels.
      const attack = s < attacking.length;
      const factor = attack ? foldDependence(values[s - (s % ATTACK_FIGURES)]!) : 1;
      const widened = values[s]! + factor * (statistic(weights) - values[s]!);
      // No figure of these is below 0, and those of attacks are shares.
      replicates[s]![b] = Math.max(0, attack ? Math.min(1, widened) : widened);
    }
  }
  const counts = countByType(Uint32Array.from(types.keys()), types, typeCount);
  const { level } = unit.spec;
  const estimates = values.map((value, s) => {
    const isAuc = s < attacking.length && s % ATTACK_FIGURES < ATTACK_AUCS;
    return isAuc
      ? aucEstimate(value, replicates[s]!, level, certaintyError(value, counts))
      : interval(value, replicates[s]!, level);
  });
  let next = 0;
  const take = (count: number) => {
    next += count;
    return estimates.slice(next - count, next);
  };
  return {
    attacks: unit.attacks.map(({ attacker, situation }, n) => {
      const [auc, flipped, accuracy, balancedAccuracy] = take(attacks[n]!.length) as FourEstimates;
      return { attacker, situation, auc, flipped, accuracy, balancedAccuracy };
    }),
    utilities: unit.utilities.map(({ recommender }, n) => {
      const [all, ...byGroup] = utilities[n]!.map((figures): GroupUtility => {
        const [rmse, ndcg, topTen] = take(figures.length) as [Estimate, Estimate, Estimate?];
        return { rmse, ndcg, ...(topTen === undefined ? {} : { topTen }) };
      });
      return { recommender, ...all!, byGroup };
    }),
  };
});

type FourEstimates = [Estimate, Estimate, Estimate, Estimate];

/** A figure of people who count that often. */
type Statistic = (weights: ArrayLike<number>) => number;

/** AUC, flipped AUC, accuracy, balanced accuracy. */
const ATTACK_FIGURES = 4;
const ATTACK_AUCS = 2;

function attackStatistics(logits: Float64Array, types: Uint8Array, typeCount: number): Statistic[] {
  const people = Uint32Array.from(types.keys());
  const ranked = typeCount === 2 ? [1] : Array.from({ length: typeCount }, (_, t) => t);
  const rankings = ranked.map((type) =>
    rank(
      people,
      (person) => logits[person * typeCount + type]!,
      (person) => types[person] === type,
    ),
  );
  // An attacker who has noticed that a ranking is reversed turns it round for good: the direction is that of everybody, and does
  // not change from resample to resample, or chance alone would lift the figure above 0.5.
  const everyone = new Float64Array(types.length).fill(1);
  const directions = rankings.map((ranking) => (weightedAuc(ranking, everyone) < 0.5 ? -1 : 1));
  const mean = (of: (ranking: Ranking, at: number) => number) =>
    rankings.reduce((sum, ranking, at) => sum + of(ranking, at), 0) / rankings.length;
  const right = Uint8Array.from(types, (type, person) =>
    largestAt(logits.subarray(person * typeCount, (person + 1) * typeCount)) === type ? 1 : 0,
  );
  const recalls = (weights: ArrayLike<number>) => {
    const found = new Float64Array(typeCount);
    const all = new Float64Array(typeCount);
    for (let person = 0; person < types.length; person++) {
      const type = types[person]!;
      all[type] = all[type]! + weights[person]!;
      if (right[person] === 1) found[type] = found[type]! + weights[person]!;
    }
    return { found, all };
  };
  const sum = (numbers: Float64Array) => numbers.reduce((total, number) => total + number, 0);
  return [
    (weights) => mean((ranking) => weightedAuc(ranking, weights)),
    (weights) => mean((ranking, at) => 0.5 + directions[at]! * (weightedAuc(ranking, weights) - 0.5)),
    (weights) => {
      const { found, all } = recalls(weights);
      return sum(found) / sum(all);
    },
    (weights) => {
      const { found, all } = recalls(weights);
      const occurring = Array.from(all.keys()).filter((type) => all[type]! > 0);
      return occurring.reduce((total, type) => total + found[type]! / all[type]!, 0) / occurring.length;
    },
  ];
}

/** RMSE over ratings, NDCG over people, of rankings and of lists; of some of the people. */
function utilityStatistics(
  { squaredErrors, ndcgs, topTens }: FiguresUnit['utilities'][number],
  heldOut: Float64Array,
  among: (person: number) => boolean,
): Statistic[] {
  const people = Array.from(heldOut.keys()).filter(among);
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
