/** A unit of work: the figures of one defence at one strength, with intervals from resampled people. */
import {
  type Estimate,
  foldDependence,
  interval,
  type Ranking,
  rank,
  resampleWeights,
  weightedAuc,
} from '../../audit/index.ts';
import { defineTask, largestAt } from '../../maths/index.ts';
import type { AttackFigures, AttackSituation, UtilityFigures } from './records.ts';
import type { AttackerName, DefenceSpec } from './spec.ts';

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
  }[];
  readonly spec: Pick<DefenceSpec, 'resamples' | 'level' | 'seed'>;
}

export interface FiguresOutcome {
  readonly attacks: readonly AttackFigures[];
  readonly utilities: readonly UtilityFigures[];
}

export const figuresTask = defineTask<FiguresUnit, FiguresOutcome>('defence-figures', (unit) => {
  const attacks = unit.attacks.map(({ logits }) => attackStatistics(logits, unit.types, unit.typeCount));
  const utilities = unit.utilities.map((utility) => utilityStatistics(utility, unit.heldOut));
  const statistics = [...attacks, ...utilities].flat();
  const values = statistics.map((statistic) => statistic(new Float64Array(unit.types.length).fill(1)));
  const replicates = statistics.map(() => new Float64Array(unit.spec.resamples));
  for (let b = 0; b < unit.spec.resamples; b++) {
    const weights = resampleWeights(unit.types.length, unit.spec.seed, b);
    for (const [s, statistic] of statistics.entries()) {
      // The first of the four figures of an attack is its AUC; what a recommender loses does not hang on labels.
      const attack = s < 4 * unit.attacks.length;
      const factor = attack ? foldDependence(values[s - (s % 4)]!) : 1;
      const widened = values[s]! + factor * (statistic(weights) - values[s]!);
      // No figure of these is below 0, and those of attacks are shares.
      replicates[s]![b] = Math.max(0, attack ? Math.min(1, widened) : widened);
    }
  }
  const estimates = values.map((value, s) => interval(value, replicates[s]!, unit.spec.level));
  return {
    attacks: unit.attacks.map(({ attacker, situation }, n) => {
      const [auc, flipped, accuracy, balancedAccuracy] = estimates.slice(4 * n, 4 * n + 4) as Estimates<4>;
      return { attacker, situation, auc, flipped, accuracy, balancedAccuracy };
    }),
    utilities: unit.utilities.map(({ recommender }, n) => {
      const from = 4 * unit.attacks.length + 2 * n;
      const [rmse, ndcg] = estimates.slice(from, from + 2) as Estimates<2>;
      return { recommender, rmse, ndcg };
    }),
  };
});

type Estimates<N extends 2 | 4> = N extends 2 ? [Estimate, Estimate] : [Estimate, Estimate, Estimate, Estimate];

/** A figure of people who count that often. */
type Statistic = (weights: ArrayLike<number>) => number;

/** AUC, flipped AUC, accuracy, balanced accuracy. */
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

/** RMSE over ratings, NDCG over people. */
function utilityStatistics(
  { squaredErrors, ndcgs }: FiguresUnit['utilities'][number],
  heldOut: Float64Array,
): Statistic[] {
  const ranked = Array.from(ndcgs.keys()).filter((person) => Number.isFinite(ndcgs[person]!));
  return [
    (weights) => {
      let [squares, ratings] = [0, 0];
      for (let person = 0; person < heldOut.length; person++) {
        squares += weights[person]! * squaredErrors[person]!;
        ratings += weights[person]! * heldOut[person]!;
      }
      return Math.sqrt(squares / ratings);
    },
    (weights) => {
      let [sum, people] = [0, 0];
      for (const person of ranked) {
        sum += weights[person]! * ndcgs[person]!;
        people += weights[person]!;
      }
      return sum / people;
    },
  ];
}
